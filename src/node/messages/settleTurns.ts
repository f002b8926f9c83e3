// Records how the turns ended for messages that an agent has taken. A turn that fails, or that the user interrupts,
// reports nothing: the agent calls no hook and looks idle. So a delivery, `party status`, `talk --wait` and the relay
// that the editor starts all read the agent's own record of the conversation.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError } from '../../core/base/errors.ts';
import { isRole, reviewer, roleLabels } from '../../core/base/role.ts';
import { isInTurn, type Message } from '../../core/messages/message.ts';
import { isTaken, type Turn, turnFailure } from '../../core/messages/turn.ts';
import type { LocatedPane } from '../../core/tmux/pane.ts';
import { readAgentState } from '../agents/agentState.ts';
import { turnInTranscript } from '../agents/claudeTranscript.ts';
import { type Freshness, turnsIn } from '../codex/rolloutTurns.ts';
import { giveBack } from '../review/giveBack.ts';
import { composerOf } from '../tmux/composer.ts';
import type { Delivery } from './attempt.ts';
import { metLimit, metNoLimit } from './limitedTurns.ts';
import { recordFile } from './recordFile.ts';

/** Each message costs a read of the agent's record, and the outcome of an older one no longer matters. */
const mostLookedAt = 8;

/** Writes into the journal what the agent's record says about the messages that it has taken. */
export async function settleTurns(delivery: Delivery, to: string): Promise<void> {
  const taken = (await delivery.mailbox.messages())
    .filter((one) => one.to === to && isInTurn(one))
    .slice(-mostLookedAt);
  if (taken.length === 0) return;
  const place = await delivery.locate(to, 'recently').catch(noPane);
  if (place === undefined || place.pane.demo) return;
  const { adapter } = place.pane;
  if (adapter === 'codex') return settleCodex(delivery, place, taken);
  if (adapter !== 'claude') return;
  for (const message of taken) await settleClaude(delivery, place, message);
}

export function noPane(error: unknown): undefined {
  if (isPartyError(error)) return undefined;
  throw error;
}

async function settleCodex(delivery: Delivery, place: LocatedPane, taken: readonly Message[]): Promise<void> {
  for (const [message, turn] of await codexTurns(delivery, place, taken)) {
    await settle(delivery, place, message, endedWithParty(turn, message, place));
  }
}

/** Only the messages that Codex's record has. */
async function codexTurns(
  delivery: Delivery,
  { session, pane }: LocatedPane,
  taken: readonly Message[],
  look: Freshness = 'now',
): Promise<(readonly [Message, Turn])[]> {
  const file = await recordFile(delivery.env, session, pane);
  // Codex may move the file to its archive.
  const turns = file === undefined ? [] : await turnsIn(file, taken, look).catch(() => []);
  return turns.filter(([, { kind }]) => kind !== 'unknown');
}

/**
 * The messages that Codex works on now. When such a turn fails, Codex reports nothing, so a relay watches it: else a
 * limit would be found only when a person looks.
 */
export async function turnsToWatch(delivery: Delivery): Promise<string[]> {
  const recent = (await delivery.mailbox.messages()).filter(
    (one) => one.to === reviewer && isInTurn(one) && Math.abs(Date.now() - Date.parse(one.since)) < watchedMs,
  );
  const place = recent.length === 0 ? undefined : await delivery.locate(reviewer, 'recently').catch(noPane);
  if (place === undefined || place.pane.demo || place.pane.adapter !== 'codex') return [];
  // Also a turn that has just failed: the next look settles it.
  return (await codexTurns(delivery, place, recent.slice(-mostLookedAt), 'before')).map(([{ id }]) => id);
}

/** A turn that takes longer has not failed at once, and its end is found by the next look. */
const watchedMs = 60 * 60_000;

async function settleClaude(delivery: Delivery, place: LocatedPane, message: Message): Promise<void> {
  const read = await turnInTranscript(message);
  if (read === undefined) return;
  const turn = endedWithParty(read, message, place);
  if (turn.kind === 'bare' || (message.returned && turn.kind === 'unknown'))
    return settleBare(delivery, place, message);
  const { id, kind, returned, submission } = message;
  const prompt = submission?.prompt === undefined ? {} : { prompt: submission.prompt };
  // Party misread the composer: Claude did go on with the message. Without this, it would wait for the user for ever.
  if (returned && isTaken(turn)) {
    const transcript = submission?.transcript === undefined ? {} : { transcript: submission.transcript };
    await delivery.mailbox.record({ event: 'submitted', id, by: 'transcript', ...prompt, ...transcript });
  }
  // For `talk`, the Stop hook brings the answer, with the text that Claude reports as its last.
  if (turn.kind === 'done' && kind === 'talk') return delivery.mailbox.record({ event: 'ended', id, ...prompt });
  await settle(delivery, place, message, turn);
}

/**
 * A turn without an end, for a message from before the party was restored: the process that worked on it is gone, and
 * the new process does not continue by itself. A review is an exception: Party reminds Codex of it, and its round goes
 * on.
 */
function endedWithParty(turn: Turn, { kind, since, returned }: Message, { session }: LocatedPane): Turn {
  const isOpen = !returned && (turn.kind === 'running' || turn.kind === 'bare');
  // A date in the future means that the clock was set back. Then the dates cannot be compared.
  const isOld = Date.parse(since) < session.createdAt && session.createdAt <= Date.now();
  return isOpen && isOld && kind !== 'review' ? { kind: 'interrupted' } : turn;
}

/** How long after a prompt was submitted Claude may still report that it is idle, with some reserve. */
const lagMs = 10_000;

/** The transcript has no reply yet: Claude is working on the message, or has put it back into its composer. */
async function settleBare(delivery: Delivery, place: LocatedPane, message: Message): Promise<void> {
  const { id, submission, returned, since } = message;
  const composer = await idleComposer(delivery, place);
  if (composer === undefined) return;
  const about = { id, ...(submission?.prompt === undefined ? {} : { prompt: submission.prompt }) };
  if (composer.holds(message.line)) {
    if (!returned) await delivery.mailbox.record({ event: 'returned', ...about });
    return;
  }
  if (composer.state !== 'empty' || (!returned && Date.now() - Date.parse(since) < lagMs)) return;
  // The user may have just pressed Enter, which also empties the composer. Then Claude is working a moment later.
  await sleep(500);
  if ((await idleComposer(delivery, place))?.state !== 'empty') return;
  await settle(delivery, place, message, { kind: 'dropped' });
}

async function idleComposer(delivery: Delivery, { session, pane }: LocatedPane) {
  const state = await readAgentState(delivery, session, pane);
  return state.kind === 'idle' && !pane.inMode ? composerOf(delivery.tmux, pane.id) : undefined;
}

async function settle(delivery: Delivery, place: LocatedPane, message: Message, turn: Turn): Promise<void> {
  const { mailbox } = delivery;
  const { id, to, kind, submission } = message;
  const about = { id, ...(submission?.prompt === undefined ? {} : { prompt: submission.prompt }) };
  if (turn.kind === 'done') {
    await metNoLimit(delivery, place, message);
    if (kind === 'talk') await mailbox.record({ event: 'answered', id, text: turn.text ?? '' });
    else await mailbox.record({ event: 'ended', ...about });
    return;
  }
  const reason = turnFailure(turn, isRole(to) ? roleLabels[to] : to);
  if (reason === undefined) return;
  // The turn failed after the agent had written its answer.
  if (await hasAnswered(delivery, message)) return;
  if (turn.kind === 'failed' && (await metLimit(delivery, place, message, turn))) return;
  await failTurn(delivery, place, message, reason);
}

/** Records the end of the turn when the answer file exists. */
export async function hasAnswered({ mailbox }: Delivery, { id, response, submission }: Message): Promise<boolean> {
  if (response === undefined || !existsSync(response)) return false;
  await mailbox.record({
    event: 'ended',
    id,
    ...(submission?.prompt === undefined ? {} : { prompt: submission.prompt }),
  });
  return true;
}

/** Records that nothing comes of the message any more. */
export async function failTurn(
  delivery: Delivery,
  place: LocatedPane,
  message: Message,
  reason: string,
): Promise<void> {
  const { mailbox } = delivery;
  const { id, kind, response, submission } = message;
  const about = { id, ...(submission?.prompt === undefined ? {} : { prompt: submission.prompt }) };
  // Give the round back first: after a kill in between, the message is still open, and the next look does both.
  const asked = kind === 'review' ? response : undefined;
  const request = asked === undefined ? undefined : { cwd: place.session.path, file: asked, reason };
  if (request !== undefined && !(await giveBack(delivery.env, request))) return;
  await mailbox.record({ event: 'ended', ...about, reason });
}

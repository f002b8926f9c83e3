// What became of the messages that an agent has taken. A turn that fails, or that a person interrupts, tells nothing: the
// agent calls no hook and looks idle. So its own record of the conversation is read at every look at the messages: by a
// delivery, by `party status`, by `talk --wait`, by the relay that the editor starts.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError } from '../../core/base/errors.ts';
import { isRole, roleLabels } from '../../core/base/role.ts';
import { codexTurn } from '../../core/messages/codexTurn.ts';
import { isInTurn, type Message } from '../../core/messages/message.ts';
import { isTaken, type Turn, turnFailure } from '../../core/messages/turn.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { readAgentState } from '../agents/agentState.ts';
import { turnInTranscript } from '../agents/claudeTranscript.ts';
import { rolloutsSince } from '../codex/codexRollout.ts';
import { partyPaths } from '../project/paths.ts';
import { giveUpRound } from '../review/giveUpRound.ts';
import { composerOf } from '../tmux/composer.ts';
import { type ConfirmationSource, codexPlace } from './confirm.ts';

export interface TurnSource extends ConfirmationSource {
  readonly locate: (to: string) => Promise<{ session: Session; pane: Pane }>;
}

interface Place {
  readonly session: Session;
  readonly pane: Pane;
}

/** Each of them costs a look into the agent's record, and what an older one became no longer matters. */
const mostLookedAt = 8;

/** Writes down what the agent's record says about the messages that it has taken. */
export async function settleTurns(source: TurnSource, to: string): Promise<void> {
  const taken = (await source.mailbox.messages()).filter((one) => one.to === to && isInTurn(one)).slice(-mostLookedAt);
  if (taken.length === 0) return;
  const place = await source.locate(to).catch(noPane);
  if (place === undefined || place.pane.demo) return;
  const { adapter } = place.pane;
  if (adapter === 'codex') return settleCodex(source, place, taken);
  if (adapter !== 'claude') return;
  for (const message of taken) await settleClaude(source, place, message);
}

function noPane(error: unknown): undefined {
  if (isPartyError(error)) return undefined;
  throw error;
}

async function settleCodex(source: TurnSource, place: Place, taken: readonly Message[]): Promise<void> {
  const since = Math.min(...taken.map(({ writtenAt }) => Date.parse(writtenAt)));
  const threads = await rolloutsSince(await codexPlace(source.env, place.session), since);
  for (const message of taken) {
    const turn = threads.map((lines) => codexTurn(lines, message)).find(({ kind }) => kind !== 'unknown');
    if (turn !== undefined) await settle(source, place, message, endedWithParty(turn, message, place));
  }
}

async function settleClaude(source: TurnSource, place: Place, message: Message): Promise<void> {
  const read = await turnInTranscript(message);
  if (read === undefined) return;
  const turn = endedWithParty(read, message, place);
  if (turn.kind === 'bare' || (message.returned && turn.kind === 'unknown')) return settleBare(source, place, message);
  const { id, kind, returned, submission } = message;
  const prompt = submission?.prompt === undefined ? {} : { prompt: submission.prompt };
  // The look at the composer was wrong: Claude has gone on with it. Otherwise it would wait for a person for ever.
  if (returned && isTaken(turn)) {
    const transcript = submission?.transcript === undefined ? {} : { transcript: submission.transcript };
    await source.mailbox.record({ event: 'submitted', id, by: 'transcript', ...prompt, ...transcript });
  }
  // The hook of Stop brings the answer, with the words that Claude itself calls the last.
  if (turn.kind === 'done' && kind === 'talk') return source.mailbox.record({ event: 'ended', id, ...prompt });
  await settle(source, place, message, turn);
}

/**
 * A turn that has no end, of a message from before the party was brought back: the process that worked on it is gone, and
 * the one that has the conversation now does not go on by itself. Codex is reminded of a review, whose round goes on.
 */
function endedWithParty(turn: Turn, { kind, since, returned }: Message, { session }: Place): Turn {
  const isOpen = !returned && (turn.kind === 'running' || turn.kind === 'bare');
  // A date in the future is from before the clock was set back, and says nothing.
  const isOld = Date.parse(since) < session.createdAt && session.createdAt <= Date.now();
  return isOpen && isOld && kind !== 'review' ? { kind: 'interrupted' } : turn;
}

/** How long after a prompt was submitted Claude may still say that it is idle, with room to spare. */
const lagMs = 10_000;

/** Nothing has come of it: Claude is at work on it, or has put it back into its composer. */
async function settleBare(source: TurnSource, place: Place, message: Message): Promise<void> {
  const { id, submission, returned, since } = message;
  const composer = await idleComposer(source, place);
  if (composer === undefined) return;
  const about = { id, ...(submission?.prompt === undefined ? {} : { prompt: submission.prompt }) };
  if (composer.holds(message.line)) {
    if (!returned) await source.mailbox.record({ event: 'returned', ...about });
    return;
  }
  if (composer.state !== 'empty' || (!returned && Date.now() - Date.parse(since) < lagMs)) return;
  // A person who has just pressed Enter has emptied it as well, and a moment later Claude is at work.
  await sleep(500);
  if ((await idleComposer(source, place))?.state !== 'empty') return;
  await settle(source, place, message, { kind: 'dropped' });
}

async function idleComposer(source: TurnSource, { session, pane }: Place) {
  const state = await readAgentState(source, session, pane);
  return state.kind === 'idle' && !pane.inMode ? composerOf(source.tmux, pane.id) : undefined;
}

async function settle(source: TurnSource, place: Place, message: Message, turn: Turn): Promise<void> {
  const { mailbox } = source;
  const { id, to, kind, response, submission } = message;
  const about = { id, ...(submission?.prompt === undefined ? {} : { prompt: submission.prompt }) };
  if (turn.kind === 'done') {
    if (kind === 'talk') await mailbox.record({ event: 'answered', id, text: turn.text ?? '' });
    else await mailbox.record({ event: 'ended', ...about });
    return;
  }
  const reason = turnFailure(turn, isRole(to) ? roleLabels[to] : to);
  if (reason === undefined) return;
  // What the agent was asked for is there: it failed afterwards.
  if (response !== undefined && existsSync(response)) return mailbox.record({ event: 'ended', ...about });
  // First, so that a kill between the two leaves what the next look finishes.
  const asked = kind === 'review' ? response : undefined;
  if (asked !== undefined && !(await giveBack(source, place.session, asked, reason))) return;
  await mailbox.record({ event: 'ended', ...about, reason });
}

/** False when the log could not be written, as while it is locked: then the next look does all of it. */
async function giveBack({ env }: TurnSource, { path }: Session, file: string, reason: string): Promise<boolean> {
  try {
    await giveUpRound({ env, cwd: path, paths: partyPaths(env) }, { file }, reason);
    return true;
  } catch (error) {
    if (!isPartyError(error)) throw error;
    // Without a repository there is no round.
    return isPartyError(error, 'NOT_A_REPOSITORY');
  }
}

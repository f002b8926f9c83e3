// Delivers messages from the mailbox into a pane: one at a time, in the order of writing, each of them once.
//
// A process that is killed during a delivery leaves a message in one of these states, and the next delivery goes on:
//   written   Nothing was typed. Type it.
//   typing    It may have been typed. Wait for a confirmation, then press Enter: this submits text in the composer and
//             does nothing to an empty one. Type it only if there is still no confirmation.
//   typed     It was typed. Wait for a confirmation and press Enter once more. If the agent is then idle with an empty
//             composer and there is still no confirmation, the message is unsure, and the next one is delivered. A
//             submitted message that Claude has put back into its composer waits for the user.
//   queueing, queued   Codex has it in its queue, or may have it there (secondWay.ts). Wait for Codex's own record.

import { isPartyError } from '../../core/base/errors.ts';
import { roleLabels } from '../../core/base/role.ts';
import { isLongUnconfirmed } from '../../core/messages/longUnconfirmed.ts';
import { isPending, isQueued, isToBeReminded, type Message } from '../../core/messages/message.ts';
import { unconfirmed } from '../../core/messages/messageAdvice.ts';
import { returnedText } from '../../core/messages/turn.ts';
import type { LocatedPane } from '../../core/tmux/pane.ts';
import { readAgentState } from '../agents/agentState.ts';
import { isHeldByStopped } from '../system/lockHolder.ts';
import { composerOf, hasComposer } from '../tmux/composer.ts';
import { eraseText, typeText } from '../tmux/typing.ts';
import { type Attempt, type Delivery, hadLateWord, locateIdle, prepareAttempt, wasTaken } from './attempt.ts';
import { prepareConfirmation } from './confirm.ts';
import { hasGoneOn, heldBack } from './limitedTurns.ts';
import { isAsking, withMailboxLock } from './mailboxLock.ts';
import { followQueued, queueIfBlocked, unqueue } from './secondWay.ts';
import { failTurn, hasAnswered, noPane, settleTurns } from './settleTurns.ts';

/** The first message that is not submitted, and why it waits. */
export interface Waiting {
  readonly message: Message;
  readonly reason: string;
  /** It waits for the end of a limit. */
  readonly until?: string;
}

/** Delivers the pending messages of one receiver; undefined when none of them waits any more. */
export async function deliverTo(delivery: Delivery, to: string, waitMs = 15_000): Promise<Waiting | undefined> {
  try {
    const { directory } = delivery.mailbox;
    return await withMailboxLock(directory, `to-${to}`, { what: paneOf(to), waitMs }, () =>
      deliverInOrder(delivery, to),
    );
  } catch (error) {
    if (!isPartyError(error, 'LOCK_BUSY')) throw error;
    const message = await nextFor(delivery, to);
    const reason = isHeldByStopped(error) ? error.message : 'another delivery to this pane is under way';
    return message && { message, reason };
  }
}

/** The same for several receivers: returns what waits, and why. */
export async function deliverToEach(delivery: Delivery, receivers: readonly string[]): Promise<Waiting[]> {
  const waiting = await Promise.all(receivers.map((to) => deliverTo(delivery, to)));
  return waiting.filter((one) => one !== undefined);
}

/** Delivers the pending messages of the receiver of this message; returns the message in its new state. */
export async function deliverMessage(
  delivery: Delivery,
  { id, to }: Message,
  waitMs: number,
): Promise<{ message: Message; waiting: Waiting | undefined }> {
  const waiting = await deliverTo(delivery, to, waitMs);
  return { message: await delivery.mailbox.message(id), waiting };
}

/** Names the lock, for messages. */
function paneOf(to: string): string {
  return `The pane of ${to}`;
}

async function deliverInOrder(delivery: Delivery, to: string): Promise<Waiting | undefined> {
  await hearLateWords(delivery, to);
  await settleTurns(delivery, to);
  const left = await clearComposer(delivery, to);
  if (left !== undefined) return left;
  for (;;) {
    const message = await nextFor(delivery, to);
    if (message === undefined) return undefined;
    const limited = await waitForLimit(delivery, message);
    if (limited === passed) continue;
    if (limited !== undefined) return { message, ...limited };
    const reason = await deliverOne(delivery, message);
    if (reason !== undefined) return { message, reason };
  }
}

const beingAsked = `${roleLabels.codex} is being asked now`;

/** Nothing is left to deliver: the agent has gone on without a reminder. */
const passed = Symbol('passed');

/** Why a limit keeps the message from its pane now. */
async function waitForLimit(
  delivery: Delivery,
  message: Message,
): Promise<Omit<Waiting, 'message'> | typeof passed | undefined> {
  // What was typed is in the composer, and the next message would be appended to it.
  if (message.state !== 'written') return undefined;
  if (message.awaits !== undefined && (await isAsking(delivery.mailbox.directory))) return { reason: beingAsked };
  const place = knownPlace(delivery, message.to);
  const held = place && (await heldBack(delivery, message, place));
  if (place === undefined || held !== undefined || !isToBeReminded(message)) return held;
  if (await hasAnswered(delivery, message)) return passed;
  const idle = await locateIdle(delivery, message, 'first');
  if ('reason' in idle && idle.lasting !== true) return { reason: idle.reason };
  // Another way than typing may be open.
  if ('reason' in idle && !(await isIdle(delivery, message))) return undefined;
  if (!(await hasGoneOn(delivery, message, place))) return undefined;
  const reason = `${message.reason ?? 'It met a limit'}, and has gone on with something else`;
  await failTurn(delivery, place, message, reason);
  const isLeft = isToBeReminded(await delivery.mailbox.message(message.id));
  return isLeft ? { reason: "the project's log cannot be written now" } : passed;
}

/** Also when its pane cannot take keys. */
async function isIdle(delivery: Delivery, { to }: Message): Promise<boolean> {
  const place = await delivery.locate(to, 'recently').catch(noPane);
  return place !== undefined && (await readAgentState(delivery, place.session, place.pane)).kind === 'idle';
}

/** Without asking tmux: whose record to read does not change while the party runs. */
function knownPlace({ session }: Delivery, to: string): LocatedPane | undefined {
  const pane = session?.panes.find(({ role }) => role === to);
  return session && pane && { session, pane };
}

async function hearLateWords(delivery: Delivery, to: string): Promise<void> {
  const unsure = (await delivery.mailbox.messages()).filter((one) => one.to === to && mayHaveLateWord(one));
  for (const message of unsure.slice(-lateWordsHeard)) await hadLateWord(delivery, message);
}

/** For each message, Party must read everything that the agent has recorded since. */
const lateWordsHeard = 5;
const lateMs = 10 * 60_000;

/**
 * The agent's record may be late by seconds. If the user submits the text much later, the agent's notify reports it.
 */
function mayHaveLateWord({ state, since }: Message): boolean {
  return state === 'unsure' && Math.abs(Date.now() - Date.parse(since)) < lateMs;
}

/** For this long, the text in the composer can only be Party's. */
const freshMs = 10_000;

/** When our hook rejects a prompt, Claude puts it back into its composer. The next message would be appended to it. */
async function clearComposer(delivery: Delivery, to: string): Promise<Waiting | undefined> {
  const message = (await delivery.mailbox.messages()).find((one) => one.to === to && one.leftOver !== undefined);
  if (message === undefined) return undefined;
  const fresh = Date.now() - Date.parse(message.leftOver ?? '') < freshMs;
  const place = fresh ? await locateIdle(delivery, message, 'again') : undefined;
  if (place !== undefined && 'reason' in place) return { message, reason: place.reason };
  if (place !== undefined) await eraseText(delivery.tmux, place.pane.id, message.line);
  await delivery.mailbox.record({ event: 'cleared', id: message.id });
  return undefined;
}

async function nextFor({ mailbox }: Delivery, to: string): Promise<Message | undefined> {
  const pending = (await mailbox.messages()).filter((message) => message.to === to && isPending(message));
  return (
    pending.find(({ state }) => state !== 'written') ??
    // The user sends this one although the others wait for the end of a limit.
    pending.find(({ released }) => released) ??
    // One that waits for another agent's limit holds nothing else up.
    pending.find(({ awaits }) => awaits === undefined) ??
    pending[0]
  );
}

/**
 * For the user: cancels a message that has not been submitted. If its text is in the composer, erases it there, because
 * the next message would be appended to it. An unsure message is not in the composer. A queued one is taken out of
 * Codex's queue. Undefined on success, else why not.
 */
export function withdraw(
  delivery: Delivery,
  { id, to }: Pick<Message, 'id' | 'to'>,
  reason: string,
): Promise<string | undefined> {
  const { mailbox, tmux } = delivery;
  return withMailboxLock(mailbox.directory, `to-${to}`, { what: paneOf(to), waitMs: 5000 }, async () => {
    // The delivery that held the lock before us may have typed the message, or seen that it was submitted.
    const message = (await mailbox.messages()).find((one) => one.id === id);
    if (message === undefined || !(isPending(message) || message.state === 'unsure'))
      return 'its state has changed meanwhile';
    if (message.state === 'unsure' || isQueued(message)) {
      if (await hadLateWord(delivery, message)) return 'it has been submitted meanwhile';
    } else if (message.state !== 'written') {
      if (await wasTaken(delivery, message)) return 'it has been submitted meanwhile';
      const place = await locateIdle(delivery, message, 'again');
      if ('reason' in place) return place.reason;
      const attempt = await prepareConfirmation(delivery, place.session, place.pane, message);
      if (await attempt.maybeUnsent()) await eraseText(tmux, place.pane.id, message.line);
    }
    const stuck = message.queue?.refused === false ? await unqueue(delivery, message) : undefined;
    if (stuck !== undefined) return stuck;
    await mailbox.record({ event: 'cancelled', id: message.id, reason });
    return undefined;
  });
}

/** For the user: sends a message although a limit holds it back. */
export async function release(delivery: Delivery, message: Message): Promise<void> {
  const place = await delivery.locate(message.to).catch(noPane);
  // Any other message keeps its place in the queue.
  if (place === undefined || (await heldBack(delivery, message, place)) === undefined) return;
  await delivery.mailbox.record({ event: 'released', id: message.id });
}

/** For the user: presses Enter for a message that was typed. Undefined when that submitted it, else why not. */
export async function retryEnter(delivery: Delivery, message: Message): Promise<string | undefined> {
  const attempt = await prepareAttempt(delivery, message, 'again');
  return 'reason' in attempt ? attempt.reason : attempt.enterAgain();
}

/** Undefined when the next message can go on, else why this one waits. */
async function deliverOne(delivery: Delivery, message: Message): Promise<string | undefined> {
  const { tmux, mailbox } = delivery;
  if (message.state !== 'written' && (await wasTaken(delivery, message))) return undefined;
  if (isQueued(message)) return followQueued(delivery, message);
  const attempt = await prepareAttempt(delivery, message, message.state === 'written' ? 'first' : 'again');
  if ('reason' in attempt) return queueIfBlocked(delivery, message, attempt);
  const { pane, confirmation, confirmed, enterAgain } = attempt;

  // The user took it out of the conversation with Esc, perhaps to change it. So only the user sends it again.
  if (message.returned) return returnedText(roleLabels.claude, message.id);
  if (message.state === 'typed') {
    if (message.retried === undefined) return enterAgain();
    return (await becameUnsure(delivery, message, attempt)) ? undefined : unconfirmed;
  }
  if (message.state === 'typing') {
    if (await confirmed()) return undefined;
    const reason = (await confirmation.maybeUnsent()) ? await enterAgain() : unconfirmed;
    if (reason !== unconfirmed) return reason;
  }

  const row = confirmation.row === undefined ? {} : { row: confirmation.row };
  await mailbox.record({ event: 'typing', id: message.id, ...row });
  if (!(await typeText(tmux, pane.id, message.line))) {
    await mailbox.record({ event: 'refused', id: message.id });
    return 'the pane cannot take keys now';
  }
  await mailbox.record({ event: 'typed', id: message.id });
  return (await confirmed()) ? undefined : enterAgain();
}

/** `attempt` has found the agent idle, with an empty composer or only this message in it. */
async function becameUnsure(delivery: Delivery, message: Message, { pane, confirmation }: Attempt): Promise<boolean> {
  if (!isLongUnconfirmed(message, Date.now(), delivery.unsureAfterMs)) return false;
  const gone = hasComposer(pane)
    ? (await composerOf(delivery.tmux, pane.id)).state === 'empty'
    : !(await confirmation.maybeUnsent());
  if (gone) await delivery.mailbox.record({ event: 'unsure', id: message.id });
  return gone;
}

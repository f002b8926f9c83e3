// Takes messages from the mailbox into a pane: one at a time, in the order in which they were written, each of them once.
//
// Whoever is killed on the way leaves one of three things behind, and the next one knows what to do:
//   written   nothing was typed: type it
//   typing    perhaps it was: wait for the agent's word, then press Enter, which submits what may stand in the composer
//             and does nothing to an empty one; only when the agent has still not seen it, type it
//   typed     it was: wait for the agent's word and press Enter once more; when the text is then gone from the composer
//             of an idle agent and the agent still says nothing, the message is unsure, and the next one goes on; one that
//             had been submitted and that Claude put back into its composer waits for a person

import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError } from '../../core/base/errors.ts';
import { roleLabels } from '../../core/base/role.ts';
import { isLongUnconfirmed, isPending, type Message } from '../../core/messages/message.ts';
import { unconfirmed } from '../../core/messages/messageAdvice.ts';
import { guard } from '../../core/messages/paneGuard.ts';
import { returnedText } from '../../core/messages/turn.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { readAgentState } from '../agents/agentState.ts';
import { isHeldByStopped } from '../system/lockHolder.ts';
import { composerOf, hasComposer } from '../tmux/composer.ts';
import { hasBareShell } from '../tmux/foreground.ts';
import { eraseText, pressEnter, typeText } from '../tmux/typing.ts';
import { type Confirmation, type ConfirmationSource, hasJustBegun, lateWord, prepareConfirmation } from './confirm.ts';
import { withMailboxLock } from './mailboxLock.ts';
import { settleTurns } from './settleTurns.ts';

export interface Delivery extends ConfirmationSource {
  /** Finds the pane anew before each message; throws when there is none that is certain. */
  readonly locate: (to: string) => Promise<{ session: Session; pane: Pane }>;
  readonly confirmMs?: number;
  /** How long after the second Enter a message that left no trace is unsure. */
  readonly unsureAfterMs?: number;
}

/** Why the first message that is not submitted still waits. */
export interface Waiting {
  readonly message: Message;
  readonly reason: string;
}

/** Delivers what is pending for one receiver; undefined when nothing of it waits any more. */
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

/** The same for several receivers: what waits, and why. */
export async function deliverToEach(delivery: Delivery, receivers: readonly string[]): Promise<Waiting[]> {
  const waiting = await Promise.all(receivers.map((to) => deliverTo(delivery, to)));
  return waiting.filter((one) => one !== undefined);
}

/** Delivers what is pending for the receiver of this message; answers with the message as it is then. */
export async function deliverMessage(
  delivery: Delivery,
  { id, to }: Message,
  waitMs: number,
): Promise<{ message: Message; waiting: Waiting | undefined }> {
  const waiting = await deliverTo(delivery, to, waitMs);
  return { message: await delivery.mailbox.message(id), waiting };
}

/** What the lock is about. */
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
    const reason = await deliverOne(delivery, message);
    if (reason !== undefined) return { message, reason };
  }
}

async function hearLateWords(delivery: Delivery, to: string): Promise<void> {
  const unsure = (await delivery.mailbox.messages()).filter((one) => one.to === to && mayHaveLateWord(one));
  for (const message of unsure.slice(-lateWordsHeard)) await hadLateWord(delivery, message);
}

/** Each of them costs a look into everything that the agent has written down since the message. */
const lateWordsHeard = 5;
const lateMs = 10 * 60_000;

/** A record that is slow is slow by seconds. What a person sends again much later is told by the agent's notify. */
function mayHaveLateWord({ state, since }: Message): boolean {
  return state === 'unsure' && Math.abs(Date.now() - Date.parse(since)) < lateMs;
}

/** How long nobody but us can have put anything into the composer. */
const freshMs = 10_000;

/** Claude puts a prompt that our hook has turned away back into its composer, where the next message would follow it. */
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
  return (await mailbox.messages()).find((message) => message.to === to && isPending(message));
}

/**
 * By a person's wish: gives a message up that has not been submitted, and takes it out of the composer if it stands
 * there, where the next one would follow it. One that is unsure stands in no composer. Undefined when that was done.
 */
export function withdraw(
  delivery: Delivery,
  { id, to }: Pick<Message, 'id' | 'to'>,
  reason: string,
): Promise<string | undefined> {
  const { mailbox, tmux } = delivery;
  return withMailboxLock(mailbox.directory, `to-${to}`, { what: paneOf(to), waitMs: 5000 }, async () => {
    // The delivery that has just given the lock back may have typed it, or seen that it was submitted.
    const message = (await mailbox.messages()).find((one) => one.id === id);
    if (message === undefined || !(isPending(message) || message.state === 'unsure'))
      return 'it has moved on meanwhile';
    if (message.state === 'unsure') {
      if (await hadLateWord(delivery, message)) return 'it has been submitted meanwhile';
    } else if (message.state !== 'written') {
      if (await wasTaken(delivery, message)) return 'it has been submitted meanwhile';
      const place = await locateIdle(delivery, message, 'again');
      if ('reason' in place) return place.reason;
      const attempt = await prepareConfirmation(delivery, place.session, place.pane, message);
      if (await attempt.maybeUnsent()) await eraseText(tmux, place.pane.id, message.line);
    }
    await mailbox.record({ event: 'cancelled', id: message.id, reason });
    return undefined;
  });
}

/** By a person's wish: presses Enter for a message that was typed. Undefined when that submitted it. */
export async function retryEnter(delivery: Delivery, message: Message): Promise<string | undefined> {
  const attempt = await prepare(delivery, message, 'again');
  return 'reason' in attempt ? attempt.reason : attempt.enterAgain();
}

/** Undefined when it no longer stands before the others, else why it waits. */
async function deliverOne(delivery: Delivery, message: Message): Promise<string | undefined> {
  const { tmux, mailbox } = delivery;
  if (message.state !== 'written' && (await wasTaken(delivery, message))) return undefined;
  const attempt = await prepare(delivery, message, message.state === 'written' ? 'first' : 'again');
  if ('reason' in attempt) return attempt.reason;
  const { pane, confirmation, confirmed, enterAgain } = attempt;

  // A person took it out of the conversation by Esc, perhaps to change it, so that only a person sends it again.
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

interface Attempt {
  readonly pane: Pane;
  readonly confirmation: Confirmation;
  /** Waits for the agent's word and writes it down. */
  confirmed(): Promise<boolean>;
  /** Undefined when it has been submitted by it. */
  enterAgain(): Promise<string | undefined>;
}

async function prepare(
  delivery: Delivery,
  message: Message,
  time: Time,
): Promise<Attempt | { readonly reason: string }> {
  const { tmux, mailbox, confirmMs = 2000 } = delivery;
  const place = await locateIdle(delivery, message, time);
  if ('reason' in place) return place;
  const confirmation = await prepareConfirmation(delivery, place.session, place.pane, message);
  const confirmed = async () => {
    const by = await waitFor(confirmation, confirmMs);
    if (by !== undefined && by !== 'hook') await mailbox.record({ event: 'submitted', id: message.id, by });
    return by !== undefined;
  };
  const enterAgain = async () => {
    // A dialog may have opened since, which Enter would answer.
    const again = await locateIdle(delivery, message, 'again');
    if ('reason' in again) return again.reason;
    await mailbox.record({ event: 'retried', id: message.id });
    await pressEnter(tmux, again.pane.id);
    return (await confirmed()) ? undefined : unconfirmed;
  };
  return { pane: place.pane, confirmation, confirmed, enterAgain };
}

/** `attempt` has found the agent idle, with nothing in its composer but perhaps this message. */
async function becameUnsure(delivery: Delivery, message: Message, { pane, confirmation }: Attempt): Promise<boolean> {
  if (!isLongUnconfirmed(message, Date.now(), delivery.unsureAfterMs)) return false;
  const gone = hasComposer(pane)
    ? (await composerOf(delivery.tmux, pane.id)).state === 'empty'
    : !(await confirmation.maybeUnsent());
  if (gone) await delivery.mailbox.record({ event: 'unsure', id: message.id });
  return gone;
}

/** The agent may have taken it after everybody had stopped waiting for that, and be at work on it now. */
function wasTaken(delivery: Delivery, message: Message): Promise<boolean> {
  return hears(delivery, message, async (session, pane) =>
    (await prepareConfirmation(delivery, session, pane, message)).ask(),
  );
}

function hadLateWord(delivery: Delivery, message: Message): Promise<boolean> {
  return hears(delivery, message, (session, pane) => lateWord(delivery, session, pane, message));
}

async function hears(
  delivery: Delivery,
  message: Message,
  ask: (session: Session, pane: Pane) => Promise<string | undefined>,
): Promise<boolean> {
  try {
    const { session, pane } = await delivery.locate(message.to);
    const by = await ask(session, pane);
    if (by !== undefined && by !== 'hook') await delivery.mailbox.record({ event: 'submitted', id: message.id, by });
    return by !== undefined;
  } catch (error) {
    if (isPartyError(error)) return false;
    throw error;
  }
}

/** The first time the composer must be empty; after that it may hold this message, unsent. */
type Time = 'first' | 'again';

async function locateIdle(
  delivery: Delivery,
  message: Message,
  time: Time,
): Promise<{ session: Session; pane: Pane } | { reason: string }> {
  try {
    const { session, pane } = await delivery.locate(message.to);
    const [state, bareShell] = await Promise.all([
      readAgentState(delivery, session, pane),
      hasBareShell(pane, delivery.env),
    ]);
    const decision = guard(pane, { state, bareShell });
    if (decision.kind === 'wait') return { reason: decision.reason };
    if (await hasJustBegun(delivery, session, pane)) return { reason: 'the agent is working' };
    const taken = hasComposer(pane) ? await composerTaken(delivery, pane, message, time) : undefined;
    return taken === undefined ? { session, pane } : { reason: taken };
  } catch (error) {
    if (isPartyError(error)) return { reason: error.message };
    throw error;
  }
}

/** Why the composer is not ours: a person's half-typed words, or a list that is open in front of it. */
async function composerTaken(
  { tmux }: Delivery,
  pane: Pane,
  message: Message,
  time: Time,
): Promise<string | undefined> {
  const composer = await composerOf(tmux, pane.id);
  if (composer.state === 'empty' || (time === 'again' && composer.holds(message.line))) return undefined;
  return composer.state === 'filled'
    ? 'something is half-typed in its composer'
    : 'something is open in front of its composer';
}

async function waitFor(confirmation: Confirmation, ms: number): Promise<string | undefined> {
  const deadline = Date.now() + ms;
  for (;;) {
    const by = await confirmation.ask();
    if (by !== undefined || Date.now() >= deadline) return by;
    await sleep(20);
  }
}

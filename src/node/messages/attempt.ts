// One attempt at a message: whether its pane can take it now, whether the agent has taken it already, and the wait for a
// confirmation.

import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError } from '../../core/base/errors.ts';
import { errorText } from '../../core/base/remark.ts';
import type { Message } from '../../core/messages/message.ts';
import { unconfirmed } from '../../core/messages/messageAdvice.ts';
import { guard, type Obstacle, paneObstacle } from '../../core/messages/paneGuard.ts';
import type { LocatedPane, Pane, Session } from '../../core/tmux/pane.ts';
import { readAgentState } from '../agents/agentState.ts';
import { composerOf, hasComposer } from '../tmux/composer.ts';
import { hasBareShell } from '../tmux/foreground.ts';
import { pressEnter } from '../tmux/typing.ts';
import { type Confirmation, hasJustBegun, lateWord, type MailMachine, prepareConfirmation } from './confirm.ts';

export interface Delivery extends MailMachine {
  /** Finds the pane again before each message, or where it was a moment ago. Throws when no pane is certain. */
  readonly locate: (to: string, how?: 'now' | 'recently') => Promise<LocatedPane>;
  /** What was seen of it a moment ago, without asking tmux. */
  readonly lastSeen?: (to: string) => Promise<LocatedPane | undefined>;
  readonly confirmMs?: number;
  /** How long after the second Enter a message without confirmation becomes unsure. */
  readonly unsureAfterMs?: number;
  /** The party; undefined for registered agents. */
  readonly session?: Session;
}

export interface Attempt {
  readonly pane: Pane;
  readonly confirmation: Confirmation;
  /** Waits for a confirmation and records it. */
  confirmed(): Promise<boolean>;
  /** Undefined when this Enter submitted the message, else why not. */
  enterAgain(): Promise<string | undefined>;
}

export async function prepareAttempt(delivery: Delivery, message: Message, time: Time): Promise<Attempt | Obstacle> {
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
    // A dialog may have opened in the meantime, and Enter would answer it.
    const again = await locateIdle(delivery, message, 'again');
    if ('reason' in again) return again.reason;
    await mailbox.record({ event: 'retried', id: message.id });
    await pressEnter(tmux, again.pane.id);
    return (await confirmed()) ? undefined : unconfirmed;
  };
  return { pane: place.pane, confirmation, confirmed, enterAgain };
}

/** The agent may have taken the message after the wait had ended, and may be working on it now. */
export function wasTaken(delivery: Delivery, message: Message): Promise<boolean> {
  return hears(delivery, message, async (session, pane) =>
    (await prepareConfirmation(delivery, session, pane, message)).ask(),
  );
}

export function hadLateWord(delivery: Delivery, message: Message): Promise<boolean> {
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

/** The first time, the composer must be empty. Later it may hold this message, unsent. */
type Time = 'first' | 'again';

export async function locateIdle(delivery: Delivery, message: Message, time: Time): Promise<LocatedPane | Obstacle> {
  try {
    // Nothing is typed into a pane that could not take it a moment ago, so tmux is not asked again.
    const before = await delivery.lastSeen?.(message.to);
    const obstacle = before && paneObstacle(before.pane);
    if (obstacle !== undefined) return obstacle;
    const { session, pane } = await delivery.locate(message.to);
    const [state, bareShell] = await Promise.all([
      readAgentState(delivery, session, pane),
      hasBareShell(pane, delivery.env),
    ]);
    const decision = guard(pane, { state, bareShell });
    if (decision.kind === 'wait') return decision;
    if (await hasJustBegun(delivery, session, pane)) return { reason: 'the agent is working' };
    const taken = hasComposer(pane) ? await composerTaken(delivery, pane, message, time) : undefined;
    return taken === undefined ? { session, pane } : { reason: taken, lasting: true };
  } catch (error) {
    if (isPartyError(error)) return { reason: errorText(error), lasting: error.code === 'ROLE_NOT_FOUND' };
    throw error;
  }
}

/** Why Party must not type now: the user's half-typed text, or a list that is open in front of the composer. */
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

// Polls whether waiting messages can be delivered, because no event tells that a pane has left copy mode or that a
// dialog has closed. The relay runs while a message waits. The longer nothing changes, the less often it looks.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { relayPause } from '../../core/messages/relayPause.ts';
import { withMailboxLock } from './mailboxLock.ts';
import { drain, mustBeLive, type Post } from './send.ts';
import { turnsToWatch } from './settleTurns.ts';
import { lastWake, relayLock } from './startRelay.ts';

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const realClock: Clock = { now: Date.now, sleep };

/** A relay whose every look has failed for this long gives up. */
const failingAtMostMs = 30 * 60_000;
/** How often a pausing relay checks whether another process has woken it. */
const listenMs = 500;

/** At most one runs for each party: throws LOCK_BUSY when another one runs, and NO_SESSION when the party has ended. */
export async function runRelay(
  post: Post,
  trace: (line: string) => void,
  relay = relayUntilNothingWaits,
): Promise<void> {
  const { stateDir } = post;
  let seen: string;
  do {
    // A relay of an older version that is about to end does not look for us again, so wait for its lock.
    seen = await withMailboxLock(stateDir, relayLock, { waitMs: 1500 }, () => relay(post, trace));
    // A sender that found the lock taken has started no relay.
  } while ((await lastWake(stateDir)) !== seen);
}

/**
 * Ends when nothing waits any more, and returns the last wake that it has seen. Throws NO_SESSION when the party has
 * ended.
 */
export async function relayUntilNothingWaits(
  post: Post,
  trace: (line: string) => void,
  clock: Clock = realClock,
): Promise<string> {
  let known: string | undefined;
  let since = clock.now();
  let lastLook = since;
  for (;;) {
    const woken = await lastWake(post.stateDir);
    const seen = await look(post, trace);
    const now = clock.now();
    // A new message may arrive for an agent that this look has already passed. Its sender finds the lock taken and
    // starts no relay, so this relay must look again.
    if (seen === '' && (await lastWake(post.stateDir)) === woken) return woken;
    if (seen === '') continue;
    if (seen !== undefined) lastLook = now;
    if (now - lastLook >= failingAtMostMs) return woken;
    if (seen !== known) since = now;
    known = seen;
    if (await pause(post.stateDir, woken, relayPause(now - since), clock)) since = clock.now();
  }
}

/** True when another process has woken the relay. */
async function pause(stateDir: string, before: string, ms: number, clock: Clock): Promise<boolean> {
  for (let left = ms; left > 0; left -= listenMs) {
    await clock.sleep(Math.min(left, listenMs));
    if ((await lastWake(stateDir)) !== before) return true;
  }
  return false;
}

/**
 * What waits and why, and which turns of Codex go on, as one text to compare with the next look. Empty when there is
 * nothing of these, undefined when the look failed.
 */
async function look(post: Post, trace: (line: string) => void): Promise<string | undefined> {
  try {
    await mustBeLive(post);
    const waiting = (await drain(post)).map(({ message, reason }) => `${message.id}: ${reason}`);
    return [...waiting, ...(await turnsToWatch(post.delivery))].join('\n');
  } catch (error) {
    if (isPartyError(error, 'NO_SESSION')) throw error;
    // The state directory is gone, and with it everything that could wait.
    if (!existsSync(post.stateDir)) return '';
    // No other relay starts for messages that already wait, so this one tries again.
    trace(`looking again after: ${messageOf(error)}`);
    return undefined;
  }
}

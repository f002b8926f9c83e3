// Polls whether waiting messages can be delivered, because no event tells that a pane has left copy mode or that a
// dialog has closed. The relay runs while a message waits. The longer nothing changes, the less often it looks.

import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { relayPause } from '../../core/messages/relayPause.ts';
import { drain, mustBeLive, type Post } from './send.ts';

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const realClock: Clock = { now: Date.now, sleep };

/** A relay whose every look has failed for this long gives up. */
const failingAtMostMs = 30 * 60_000;
/** How often a pausing relay checks whether another process has woken it. */
const listenMs = 500;

/** Ends when nothing waits any more; throws NO_SESSION when the party has ended. */
export async function relayUntilNothingWaits(
  post: Post,
  trace: (line: string) => void,
  clock: Clock = realClock,
): Promise<void> {
  let known: string | undefined;
  let since = clock.now();
  let lastLook = since;
  for (;;) {
    const woken = await wokenAt(post.stateDir);
    const seen = await look(post, trace);
    const now = clock.now();
    // A new message may arrive for an agent that this look has already passed. The relay that its sender starts finds
    // the lock taken and ends, so this relay must look again.
    if (seen === '' && (await wokenAt(post.stateDir)) === woken) return;
    if (seen === '') continue;
    if (seen !== undefined) lastLook = now;
    if (now - lastLook >= failingAtMostMs) return;
    if (seen !== known) since = now;
    known = seen;
    if (await pause(post.stateDir, woken, relayPause(now - since), clock)) since = clock.now();
  }
}

/** Tells a pausing relay to look now. Does nothing when no relay or no party runs. */
export async function wakeRelay(stateDir: string): Promise<void> {
  if (existsSync(stateDir)) await writeFile(wakeFile(stateDir), `${Date.now()}`, { mode: 0o600 }).catch(() => {});
}

/** True when another process has woken the relay. */
async function pause(stateDir: string, before: number, ms: number, clock: Clock): Promise<boolean> {
  for (let left = ms; left > 0; left -= listenMs) {
    await clock.sleep(Math.min(left, listenMs));
    if ((await wokenAt(stateDir)) !== before) return true;
  }
  return false;
}

async function wokenAt(stateDir: string): Promise<number> {
  return (await stat(wakeFile(stateDir)).catch(() => undefined))?.mtimeMs ?? 0;
}

function wakeFile(stateDir: string): string {
  return join(stateDir, 'relay.wake');
}

/**
 * What waits and why, as one text to compare with the next look. Empty when nothing waits, undefined when it failed.
 */
async function look(post: Post, trace: (line: string) => void): Promise<string | undefined> {
  try {
    await mustBeLive(post);
    return (await drain(post)).map(({ message, reason }) => `${message.id}: ${reason}`).join('\n');
  } catch (error) {
    if (isPartyError(error, 'NO_SESSION')) throw error;
    // The state directory is gone, and with it everything that could wait.
    if (!existsSync(post.stateDir)) return '';
    // No other relay starts for messages that already wait, so this one tries again.
    trace(`looking again after: ${messageOf(error)}`);
    return undefined;
  }
}

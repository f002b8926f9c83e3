// Looks again and again whether what waits can be delivered: no event tells that a pane has left
// copy mode or that a dialog was closed. It goes on for as long as something waits, and the longer nothing changes, the
// more rarely it looks.

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

/** A relay that could not look even once for so long has nothing to wait for. */
const failingAtMostMs = 30 * 60_000;
/** How often it asks, while it pauses, whether another process has woken it. */
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
    // A message may come for an agent that this look has passed already, while another agent takes its time. The relay
    // that was started for it finds the lock taken and ends, so it is up to this one.
    if (seen === '' && (await wokenAt(post.stateDir)) === woken) return;
    if (seen === '') continue;
    if (seen !== undefined) lastLook = now;
    if (now - lastLook >= failingAtMostMs) return;
    if (seen !== known) since = now;
    known = seen;
    if (await pause(post.stateDir, woken, relayPause(now - since), clock)) since = clock.now();
  }
}

/** Tells a relay that pauses that now is a good moment to look. Harmless when there is none, or no party any more. */
export async function wakeRelay(stateDir: string): Promise<void> {
  if (existsSync(stateDir)) await writeFile(wakeFile(stateDir), `${Date.now()}`, { mode: 0o600 }).catch(() => {});
}

/** True when another process has woken it. */
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

/** What waits and why, in one text that changes when that does: empty when nothing waits, undefined when it cannot tell. */
async function look(post: Post, trace: (line: string) => void): Promise<string | undefined> {
  try {
    await mustBeLive(post);
    return (await drain(post)).map(({ message, reason }) => `${message.id}: ${reason}`).join('\n');
  } catch (error) {
    if (isPartyError(error, 'NO_SESSION')) throw error;
    // A party that was removed with its tmux and its files leaves nothing to look for.
    if (!existsSync(post.stateDir)) return '';
    // No other relay is started for what waits already, so one that could not look looks again.
    trace(`looking again after: ${messageOf(error)}`);
    return undefined;
  }
}

// The second way to Codex. Typing takes half a second, but not while a person's draft is in the composer, while the pane
// is scrolled or shows a list, or after Codex has ended. `codex queue` takes 4 to 10 seconds, leaves the composer alone,
// and keeps the message until the thread is opened again.

import type { Message } from './message.ts';

/**
 * How long the pane must be blocked. A person who types a line sends it within half a minute, and then typing is
 * faster. Much longer, and Claude would wait for an answer while a forgotten draft stands in the composer.
 */
const queueAfterMs = 30_000;

/** What a look at a message does. */
export type Look = 'nothing' | 'notice' | 'forget' | 'act';

/**
 * For a message that cannot be typed now. `act`: put it into Codex's queue. `thread` is the thread that Codex has open,
 * or would open again; undefined when that is not certain, or when the receiver is not Codex.
 */
export function lookAtBlocked(
  message: Pick<Message, 'state' | 'noticed' | 'queue'>,
  { lasting, thread }: { readonly lasting: boolean; readonly thread: string | undefined },
  now: number,
): Look {
  // Codex has refused it before, and would refuse it again.
  if (message.state !== 'written' || message.queue !== undefined) return 'nothing';
  return lookAgain(
    message,
    { what: 'blocked', holds: lasting && thread !== undefined },
    { now, afterMs: queueAfterMs },
  );
}

/** For a message in Codex's queue. `act`: an idle Codex has not taken it for so long that it is unsure. */
export function lookAtQueued(message: Pick<Message, 'noticed'>, idle: boolean, clock: Patience): Look {
  return lookAgain(message, { what: 'idle', holds: idle }, clock);
}

interface Patience {
  readonly now: number;
  readonly afterMs: number;
}

/** The first look notes that something holds, and a later one acts if it has held since. */
function lookAgain(
  { noticed }: Pick<Message, 'noticed'>,
  { what, holds }: { readonly what: 'blocked' | 'idle'; readonly holds: boolean },
  { now, afterMs }: Patience,
): Look {
  const known = noticed?.what === what ? noticed : undefined;
  if (!holds) return known === undefined ? 'nothing' : 'forget';
  const lasted = known === undefined ? -1 : now - Date.parse(known.since);
  // A time in the future comes from before the clock was set back.
  if (!(lasted >= 0)) return 'notice';
  return lasted >= afterMs ? 'act' : 'nothing';
}

/** Why a queued message waits. */
export function queuedReason(ended: boolean): string {
  return `it is in Codex's queue. Codex takes it when it is ${ended ? 'restarted' : 'not working'}`;
}

// Kills `party` with -9 at each of its calls of other programs, one after the other. That covers every moment between
// two of its acts without a clock.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output, Sandbox } from './sandbox.ts';

interface Killing {
  /** The programs whose calls count. */
  readonly programs: readonly string[];
  /** Whether the call at which the process is killed still runs. */
  readonly callIsMade: boolean;
  /** Calls `party` once. */
  readonly run: (env: Record<string, string>, kth: number) => Promise<Output>;
  /** Checks what the killed process left behind, and cleans up for the next run. */
  readonly afterwards: (kth: number) => Promise<void>;
}

/** Returns how often it killed `party`. Ends when a run of `party` makes fewer calls than the next number. */
export async function killAtEachCall(
  box: Sandbox,
  { programs, callIsMade, run, afterwards }: Killing,
): Promise<number> {
  const bin = box.directory(`killing-${programs.join('-')}-${callIsMade}`);
  for (const program of programs) writeFileSync(join(bin, program), script(box, program, callIsMade), { mode: 0o755 });
  let killed = 0;
  for (let kth = 1; kth < 100; kth++) {
    const calls = join(bin, `calls-${kth}`);
    mkdirSync(calls);
    const env = { PATH: `${bin}:${box.env['PATH']}`, KILL_AT: String(kth), KILL_CALLS: calls };
    const { code } = await run(env, kth);
    if (code === undefined) killed++;
    else if (!existsSync(join(calls, String(kth)))) return killed;
    await afterwards(kth);
  }
  throw new Error('it makes too many calls');
}

/** Concurrent calls get different numbers, because only one process can create a directory. */
function script(box: Sandbox, program: string, callIsMade: boolean): string {
  return [
    '#!/bin/sh',
    `PATH='${box.env['PATH']}'`,
    // In a pane of the party that is being started: not a call of `party`.
    `[ -n "$KILL_CALLS" ] || exec ${program} "$@"`,
    'n=1; while ! mkdir "$KILL_CALLS/$n" 2>/dev/null; do n=$((n+1)); done',
    `if [ "$n" = "$KILL_AT" ]; then ${callIsMade ? `${program} "$@"; ` : ''}kill -KILL $PPID; exit 1; fi`,
    `exec ${program} "$@"`,
    '',
  ].join('\n');
}

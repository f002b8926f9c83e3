// Kills `party` with -9 at each of its calls of other programs, one after the other: the way in which every moment between
// two of its acts is met without a clock.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output, Sandbox } from './sandbox.ts';

interface Killing {
  /** The programs whose calls count. */
  readonly programs: readonly string[];
  /** Whether the call at which the process is killed is still made. */
  readonly callIsMade: boolean;
  /** Calls `party` once. */
  readonly run: (env: Record<string, string>, kth: number) => Promise<Output>;
  /** Looks at what the killed process has left, and leaves nothing for the next one. */
  readonly afterwards: (kth: number) => Promise<void>;
}

/** Answers with how often it killed. Ends when a call of `party` makes fewer calls than the number that is to be met. */
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

/** Calls that run at the same time have different numbers, because only one process can make a directory. */
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

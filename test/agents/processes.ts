// Which processes a party has started, so that a test can wait for their end before it takes their files away.

import { execFileSync } from 'node:child_process';
import { processIdentity } from '../../src/node/system/processIdentity.ts';
import { isFsError } from '../../src/node/system/store.ts';
import { until } from '../support/sandbox.ts';

/** The given processes and everything below them: the codex in the pane is a script, the real one is its child. */
export function withDescendants(roots: readonly number[]): number[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set(roots);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of pairs) if (pid && parent && found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Some end with their parent, before their own signal comes. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!isFsError(error, 'ESRCH')) throw error;
    }
  }
}

export async function allEnded(pids: readonly number[]): Promise<void> {
  await until(`the end of ${pids.join(', ')}`, () => pids.every((pid) => processIdentity(pid) === undefined), 20_000);
}

// A hook that needs a review by Codex runs the same verb that people type. The verb ends when its standard input
// closes, so it never outlives the hook.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { forOwnNode } from '../../node/system/detached.ts';
import type { HookContext } from './hook.ts';

export type Ran<Outcome> = { readonly outcome: Outcome } | { readonly failure: string };

export async function runParty<Outcome extends { readonly kind: string }>(
  { env }: HookContext,
  top: string,
  words: readonly string[],
): Promise<Ran<Outcome>> {
  const child = spawn(process.execPath, [join(__dirname, 'cli.cjs'), ...words, '--attached', '--json'], {
    cwd: top,
    // Claude is the one that asks, even where the client does not set this variable.
    env: forOwnNode({ ...env, CLAUDECODE: '1' }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const ended = new Promise<string>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('exit', (code) => done(`party ${words.join(' ')} ended with ${code ?? 'a signal'} and printed nothing`));
  });
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const outcome = lastJson(stdout) as Outcome | undefined;
  if (outcome?.kind !== undefined) return { outcome };
  const failed = lastJson(stderr) as { error?: { message?: string } } | undefined;
  return { failure: failed?.error?.message ?? end };
}

/** The JSON that our own program printed; undefined for any other output. */
function lastJson(output: string): unknown {
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}

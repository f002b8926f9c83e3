// git and files, for whole worktrees.

import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PartyError } from '../../core/errors.ts';
import { oneLine } from '../../core/outsideText.ts';
import { type RunOptions, type RunResult, run } from '../exec.ts';
import { gitEnvironment } from '../git.ts';

export function removeAll(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/** A large project takes its time, and so does a filter such as git-lfs. */
const longestMs = 30 * 60_000;

/**
 * In a process group of its own: Ctrl-C is for us, and what is half made is taken back in order. With `announce` git begins
 * when that is done with its pid. Until then a shell waits in its place, which ends when we are killed: a git that goes on
 * without us is always known.
 */
export async function callGit(
  env: NodeJS.ProcessEnv,
  top: string,
  args: readonly string[],
  announce?: (pid: number) => Promise<void>,
): Promise<void> {
  // What is checked out is what the user would get.
  const { GIT_NO_REPLACE_OBJECTS: _, ...own } = gitEnvironment(env);
  const options = { timeoutMs: longestMs, cwd: top, env: own, detached: true };
  const { exitCode, stderr, timedOut } = await (announce === undefined
    ? run('git', args, options)
    : runAnnounced(args, options, announce));
  if (exitCode === 0) return;
  const said = timedOut ? 'it did not end' : oneLine(stderr, 300) || `exit code ${exitCode ?? 'none'}`;
  throw new PartyError('COMMAND_FAILED', `git ${args.slice(0, 2).join(' ')} failed: ${said}`);
}

function runAnnounced(
  args: readonly string[],
  options: RunOptions,
  announce: (pid: number) => Promise<void>,
): Promise<RunResult> {
  let onStart: (pid: number) => void = () => {};
  const started = new Promise<number>((resolve) => {
    onStart = resolve;
  });
  const go = async function* () {
    await announce(await started);
    yield 'go\n';
  };
  return run('sh', ['-c', 'read -r go && exec git "$@"', 'sh', ...args], {
    ...options,
    input: Readable.from(go()),
    onStart,
  });
}

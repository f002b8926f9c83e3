// Runs git and removes files, for whole worktrees.

import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { RunOptions, RunResult } from '../system/exec.ts';
import { gitEnvironment } from '../system/git.ts';
import { runLong } from '../system/longRun.ts';

export function removeAll(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/** A large project, or a filter such as git-lfs, can take long. */
const longestMs = 30 * 60_000;

type Announce = (pid: number) => Promise<void>;

/**
 * git runs in its own process group: Ctrl-C reaches only Party, which then undoes its steps in order. With `announce`,
 * git starts only after `announce` has recorded its pid. Until then a shell waits in its place, and ends if Party is
 * killed. So a git that outlives Party is always on record.
 */
export async function callGit(
  env: NodeJS.ProcessEnv,
  top: string,
  args: readonly string[],
  announce?: Announce,
): Promise<void> {
  const options = optionsAt(env, top);
  const ended = await (announce === undefined
    ? runLong('git', args, options)
    : runAnnounced('exec git "$@"', args, options, announce));
  mustHaveWorked(`git ${args.slice(0, 2).join(' ')}`, ended);
}

/** The same for a script that finds its arguments in `$@`. */
export async function callShell(
  env: NodeJS.ProcessEnv,
  top: string,
  { what, script, args }: { readonly what: string; readonly script: string; readonly args: readonly string[] },
  announce: Announce,
): Promise<void> {
  mustHaveWorked(what, await runAnnounced(script, args, optionsAt(env, top), announce));
}

function optionsAt(env: NodeJS.ProcessEnv, top: string): RunOptions {
  // Drop this variable, so that git checks out what the user's own git would.
  const { GIT_NO_REPLACE_OBJECTS: _, ...own } = gitEnvironment(env);
  return { timeoutMs: longestMs, cwd: top, env: own, detached: true };
}

function mustHaveWorked(what: string, { exitCode, stderr, timedOut }: RunResult): void {
  if (exitCode === 0) return;
  const said = timedOut ? 'it did not end' : oneLine(stderr, 300) || `exit code ${exitCode ?? 'none'}`;
  throw new PartyError('COMMAND_FAILED', `${what} failed: ${said}`);
}

function runAnnounced(
  script: string,
  args: readonly string[],
  options: RunOptions,
  announce: Announce,
): Promise<RunResult> {
  let onStart: (pid: number) => void = () => {};
  const started = new Promise<number>((resolve) => {
    onStart = resolve;
  });
  const go = async function* () {
    await announce(await started);
    yield 'go\n';
  };
  return runLong('sh', ['-c', `read -r go || exit 1\n${script}`, 'sh', ...args], {
    ...options,
    input: Readable.from(go()),
    onStart,
  });
}

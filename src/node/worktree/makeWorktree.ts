// Makes a planned git worktree: first the gate, then the project's files. The caller adds the rest. When a step fails,
// this removes everything that it made.

import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isPartyError, messageOf, PartyError } from '../../core/base/errors.ts';
import { removeMark } from '../gates/gateMarker.ts';
import { recordOff } from '../gates/recordedGate.ts';
import type { Machine } from '../project/machine.ts';
import { projectDirectory } from '../project/paths.ts';
import { mayBeThere } from '../system/files.ts';
import type { Git } from '../system/git.ts';
import { stopIfAborted } from '../system/startInterrupted.ts';
import { isFsError } from '../system/store.ts';
import { clearAbandoned, withWorktreeLock } from './abandonedWorktrees.ts';
import { gitAt, pathTaken, realPlace, type Worktree } from './plannedWorktree.ts';
import { checkOutRest, checkOutSettings } from './worktreeCheckout.ts';
import { callGit, removeAll } from './worktreeGit.ts';
import { beginMaking, type MakingRecord } from './worktreeMaking.ts';

export interface MadeWorktree<T> {
  readonly finished: T;
  /** Removes everything again, for a caller that is interrupted afterwards. */
  undo(): Promise<void>;
}

export interface WorktreeSteps<T> {
  /** Puts the gate into the worktree, while only its settings are checked out. */
  gate(directory: string): Promise<void>;
  /** Does the rest, once all files are checked out. */
  finish(directory: string): Promise<T>;
}

/** Both callbacks get the real path of the directory. */
export async function makeWorktree<T>(
  machine: Machine,
  planned: Worktree,
  signal: AbortSignal,
  { gate, finish }: WorktreeSteps<T>,
): Promise<MadeWorktree<T>> {
  const { env, cwd } = machine;
  const git = gitAt(env, cwd);
  const undoing: Undoing = [];
  const undo = async () => {
    // Undo in reverse order. If one step fails, go on with the others.
    for (const step of undoing.splice(0).reverse()) await step().catch(() => {});
  };
  try {
    const { directory, making } = await addWorktree(machine, planned, { git, signal, undoing });
    const checkout = { env, directory, announce: making.joined };
    await checkOutSettings(checkout);
    stopIfAborted(signal);
    await gate(directory);
    stopIfAborted(signal);
    await checkOutRest(checkout, planned.base);
    stopIfAborted(signal);
    const finished = await finish(directory);
    await making.ended();
    return { finished, undo };
  } catch (error) {
    await undo();
    throw (await mayBeThere(planned.path)) && !isPartyError(error, 'REFUSED') ? leftBehind(planned.path, error) : error;
  }
}

type Undoing = (() => Promise<unknown>)[];

/** Makes the directory and its branch, without any files. Adds an undo step to `undoing` for each thing it makes. */
async function addWorktree(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  { path, branch, base }: Worktree,
  { git, signal, undoing }: { readonly git: Git; readonly signal: AbortSignal; readonly undoing: Undoing },
): Promise<{ directory: string; making: MakingRecord }> {
  stopIfAborted(signal);
  const folder = dirname(path);
  if (await claimDirectory(folder, { mayExist: true })) undoing.push(() => rmdir(folder));
  const directory = await realPlace(path);
  const record = projectDirectory(paths, directory);
  // The process that creates the directory and the branch owns the name. Of two at the same time, only one goes on.
  const making = await withWorktreeLock(paths, { waitMs: 30_000, signal }, async () => {
    await clearAbandoned({ env, paths }, git, { directory, branch });
    if (await mayBeThere(path)) throw pathTaken(path);
    const fresh = !(await mayBeThere(record));
    const begun = await beginMaking(paths, directory, { base, fresh, directory, branch, top: git.top });
    undoing.push(fresh ? () => removeAll(record) : begun.ended);
    await claimDirectory(path, { mayExist: false });
    undoing.push(() => removeAll(path));
    undoing.push(() => removeMark(paths, directory));
    if (!fresh) undoing.push(() => recordOff({ env, paths }, directory));
    return begun;
  });
  await claimBranch(env, git, branch, base);
  undoing.push(() => callGit(env, git.top, ['update-ref', '-d', `refs/heads/${branch}`]));
  undoing.push(() => callGit(env, git.top, ['worktree', 'remove', '--force', '--force', directory]));
  stopIfAborted(signal);
  const added = ['worktree', 'add', '--quiet', '--no-checkout', directory, branch];
  await callGit(env, git.top, added, making.joined);
  return { directory, making };
}

function leftBehind(path: string, cause: unknown): PartyError {
  const said = messageOf(cause);
  return new PartyError('COMMAND_FAILED', `${said}. And ${path} could not be removed: remove it by hand`, { cause });
}

/** True when this call made the directory. */
async function claimDirectory(path: string, { mayExist }: { readonly mayExist: boolean }): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (isFsError(error, 'EEXIST') && mayExist) return false;
    if (isFsError(error, 'EEXIST')) throw pathTaken(path);
    const said = messageOf(error);
    throw new PartyError('COMMAND_FAILED', `${path} cannot be created: ${said}`, { cause: error });
  }
}

const nothing = '0'.repeat(40);

/** Creates the branch; fails if it exists. */
async function claimBranch(env: NodeJS.ProcessEnv, git: Git, branch: string, base: string): Promise<void> {
  const none = nothing.padEnd(base.length, '0');
  await callGit(env, git.top, ['update-ref', '-m', 'party: worktree', `refs/heads/${branch}`, base, none]);
}

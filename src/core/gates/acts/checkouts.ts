// Where a call of git happens, and the branches of checkouts that the line itself makes: when the gate looks,
// `git worktree add X main && cd X && git push` has no folder X yet.

import { gitOptions } from '../../shell/gitWords.ts';
import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import { leadsElsewhere, resolvePath } from '../../shell/scope.ts';
import { programName, type ShellWord } from '../../shell/word.ts';
import type { Branch } from './switched.ts';

/** The directories that a program acts in, with git's own options; null when unknown. */
export function placesOf(invocation: Invocation): readonly string[] | null {
  const { places } = invocation;
  const moves = gitCall(invocation)?.options.filter(({ name }) => name === '-C' || name === '--git-dir') ?? [];
  return moves.reduce<readonly string[] | null>((before, { name, value }) => {
    if (value?.value == null || (before === null && !value.value.startsWith('/'))) return null;
    const to = name === '-C' ? value.value : value.value.replace(/(?:^|\/)\.git\/*$/, '') || '.';
    return (before ?? ['/']).map((place) => resolvePath(place, to));
  }, places);
}

/** A folder that the line makes with a branch in it. */
export interface MadeCheckout {
  readonly folder: string;
  /** Null when it may be any. */
  readonly branch: string | null;
  /** How many branches the line had switched to before. */
  readonly after: number;
}

export function checkoutsBy(invocation: Invocation, after: number): MadeCheckout[] {
  const [verb, ...args] = gitCall(invocation)?.words ?? [];
  const made = verb?.value === 'clone' ? cloned(args) : verb?.value === 'worktree' ? worktree(args) : undefined;
  if (made === undefined) return [];
  return (placesOf(invocation) ?? []).map((place) => ({
    ...{ folder: resolvePath(place, made.folder), branch: made.branch, after },
  }));
}

/** The branch that is checked out where the program acts, as far as the line tells. */
export function branchIn(invocation: Invocation, made: readonly MadeCheckout[], branches: readonly Branch[]): Branch {
  if (invocation.given?.some(({ name }) => name.startsWith('GIT_') && leadsElsewhere(name))) return null;
  const places = made.length === 0 ? [] : (placesOf(invocation) ?? []);
  const own = made.findLast(({ folder }) => places.some((place) => `${place}/`.startsWith(`${folder}/`)));
  return own === undefined || branches.length > own.after ? branches.at(-1) : own.branch;
}

function gitCall({ words: [program, ...args] }: Invocation) {
  if (program === undefined || programName(program) !== 'git') return undefined;
  return launched(args, { valued: gitOptions });
}

interface Made {
  readonly folder: string;
  readonly branch: string | null;
}

/** `git worktree add [-b NEW] PATH [COMMIT]`. Without a name, the branch has that of the folder. */
function worktree([verb, ...args]: readonly ShellWord[]): Made | undefined {
  if (verb?.value !== 'add') return undefined;
  const { words, options } = launched(args, { valued: ['-b', '-B', '--reason'] });
  const [folder, commit] = [words[0], words.slice(1).find(({ value }) => value === null || !value.startsWith('-'))];
  if (folder?.value == null) return undefined;
  const created = options.find(({ name }) => name === '-b' || name === '-B');
  if (created !== undefined) return { folder: folder.value, branch: created.value?.value ?? null };
  if (commit === undefined) return { folder: folder.value, branch: lastPart(folder.value) };
  return { folder: folder.value, branch: commit.value?.includes('origin/') ? null : commit.value };
}

function cloned(args: readonly ShellWord[]): Made | undefined {
  const { words, options } = launched(args, {
    valued: ['-b', '--branch', '-o', '--origin', '--depth', '-c', '-j', '--reference'],
  });
  const folder = words[1]?.value ?? lastPart(words[0]?.value ?? '').replace(/\.git$/, '');
  const branch = options.findLast(({ name }) => name === '-b' || name === '--branch')?.value?.value ?? null;
  return folder === '' ? undefined : { folder, branch };
}

function lastPart(path: string): string {
  return path.replace(/\/+$/, '').split(/[/:]/).at(-1) ?? '';
}

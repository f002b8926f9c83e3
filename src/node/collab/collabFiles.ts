// The files of collab in `.claude/`: its state, the flag that skips one Stop, and the folder of its reviews. Party
// moves a state that it cannot read, or that belongs to another project, aside instead of guessing. Collab is then off.

import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { lstat, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { actorOf } from '../../core/base/actor.ts';
import { PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import * as z from '../../core/base/schema.ts';
import { CollabState, collabFolder, collabSkipFile, collabStateFile } from '../../core/collab/collab.ts';
import { editsText, goneText } from '../../core/collab/stateEdits.ts';
import { keepOutOfCommits } from '../gates/localFiles.ts';
import type { Machine } from '../project/machine.ts';
import { type Paths, projectDirectory } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';
import { withLock } from '../system/lock.ts';
import { isFsError, readText, writeAtomic } from '../system/store.ts';

export interface ReadCollab {
  /** Null: collab is off. */
  readonly state: CollabState | null;
  /** A sentence for the user when this call has moved the file aside. */
  readonly setAside: string | null;
  /** A sentence for the user when a user or an agent, not Party, has changed or removed the file. */
  readonly edited: string | null;
}

/** Without `machine` this only reads: a broken file stays in place for a caller that can tell the user about it. */
export async function readCollab(top: string, machine?: Pick<Machine, 'env' | 'paths'>): Promise<ReadCollab> {
  const look = await lookAt(top);
  const state = look.kind === 'state' ? look.state : null;
  const isOurs =
    machine === undefined || (look.kind !== 'broken' && editsOf(await written(top, machine), state) === null);
  if (isOurs) return { state, setAside: null, edited: null };
  return underLock(top, machine, () => readUnderLock(top, machine));
}

/**
 * One change at a time. `change` gets null when collab is off, and returns null to switch it off. If it returns the
 * state that it got, nothing is written. `gone` is a state whose file has disappeared although Party did not end
 * collab.
 */
export async function changeCollab(
  top: string,
  machine: Pick<Machine, 'env' | 'paths'>,
  change: (state: CollabState | null, gone: CollabState | null) => CollabState | null | Promise<CollabState | null>,
): Promise<ReadCollab> {
  return underLock(top, machine, async () => {
    const read = await readUnderLock(top, machine);
    const { state } = read;
    const next = await change(state, state === null ? ((await written(top, machine)).at(-1) ?? null) : null);
    if (next === state) return read;
    if (next === null || next.phase === 'idle') {
      // Forget the copy first. After a kill in between, a missing state with a copy would look like one that a user
      // removed.
      await forgetState(top, machine);
      await rm(join(top, collabStateFile), { force: true });
      return { ...read, state: null };
    }
    await prepare(top, machine);
    // Remember both states before the write. After a kill in between, either of the two counts as written by Party.
    await remember(top, machine, state === null ? [next] : [state, next]);
    await writeAtomic(join(top, collabStateFile), `${JSON.stringify(next, undefined, 2)}\n`);
    return { ...read, state: next };
  });
}

/** Removes Party's copy, so that the missing state is not reported. */
export async function forgetState(top: string, { paths }: Pick<Machine, 'paths'>): Promise<void> {
  await rm(copyPath(paths, top), { force: true });
}

/** Throws when a link would make Party write outside the project. */
export async function checkCollabFolder(top: string): Promise<void> {
  for (const folder of [dirname(collabFolder), collabFolder]) {
    const found = await lstat(join(top, folder)).catch(() => undefined);
    if (found === undefined || found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a symbolic link' : 'not a folder';
    throw new PartyError('STATE_UNSAFE', `${folder} is ${what}. Collab needs a folder of its own in the project`);
  }
}

/** Keeps the files of collab out of git commits. */
export async function prepare(top: string, { env }: Pick<Machine, 'env'>): Promise<void> {
  await checkCollabFolder(top);
  await hideFolder(top);
  for (const name of [collabStateFile, collabSkipFile]) await keepOutOfCommits(env, top, name);
}

/** With `afterTurn`, the Stop at the end of Claude's current turn does not use the skip up. */
export async function askToSkip(
  top: string,
  { afterTurn = false }: { readonly afterTurn?: boolean } = {},
): Promise<void> {
  await checkCollabFolder(top);
  await writeAtomic(join(top, collabSkipFile), afterTurn ? afterThisTurn : '');
}

/**
 * Call this at the end of a turn. True when the skip was requested in this turn; from now on it is for the next Stop.
 */
export async function endSkipTurn(top: string): Promise<boolean> {
  if (!(await isSkipAsked(top)) || (await readText(join(top, collabSkipFile))) !== afterThisTurn) return false;
  await askToSkip(top);
  return true;
}

/** If several processes take the skip at the same time, only one of them gets true. */
export async function takeSkip(top: string): Promise<boolean> {
  if (!(await isSkipAsked(top))) return false;
  try {
    // Not `rm` with force: it would succeed for every process.
    await unlink(join(top, collabSkipFile));
    return true;
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

export async function isSkipAsked(top: string): Promise<boolean> {
  return (await lstat(join(top, collabSkipFile)).catch(() => undefined))?.isFile() === true;
}

const afterThisTurn = 'after this turn\n';

type Look =
  | { readonly kind: 'none' }
  | { readonly kind: 'state'; readonly state: CollabState }
  | { readonly kind: 'broken'; readonly why: string };

/** A real state is much smaller. */
const largestState = 4_000_000;

async function lookAt(top: string): Promise<Look> {
  const path = join(top, collabStateFile);
  try {
    // Party never writes through a link, so a file behind one is not Party's.
    if (!lstatSync(dirname(path)).isDirectory()) return { kind: 'none' };
    const found = lstatSync(path);
    if (!found.isFile()) return broken(found.isSymbolicLink() ? 'is a symbolic link' : 'is not a file');
    if (found.size > largestState) return broken('is too large to be one');
    return parse(top, (await readText(path)) ?? '');
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return { kind: 'none' };
    if (isFsError(error, 'EACCES', 'EPERM', 'EISDIR')) return broken('cannot be read');
    throw error;
  }
}

function parse(top: string, text: string): Look {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken('is not JSON');
  }
  const parsed = CollabState.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    return broken(where === '' ? 'is not a collab state' : `is not a collab state: ${where} is wrong or missing`);
  }
  const state = parsed.data;
  if (state.project !== top) return broken(`belongs to another project, ${oneLine(state.project, 200)}`);
  if (!isInside(state.design)) return broken('names a design that is not in the project');
  return state.phase === 'idle' ? { kind: 'none' } : { kind: 'state', state };
}

/** Party sends the text of this file to Codex, so it must be inside the project. */
function isInside(file: string): boolean {
  return !file.startsWith('/') && !/[\0\\]/.test(file) && !file.split('/').includes('..');
}

/**
 * Looks again, because the state may be in order by now. An edit is recorded, so that the user hears of it only once.
 */
async function readUnderLock(top: string, machine: Pick<Machine, 'env' | 'paths'>): Promise<ReadCollab> {
  const { state, setAside } = await putAside(top, await lookAt(top));
  const edited = setAside === null ? editsOf(await written(top, machine), state) : null;
  if (edited !== null && state !== null) {
    const task = state.task_index === 0 ? null : state.task_index;
    await openProjectLog(machine.paths, top).append({
      event: 'collab',
      actor: actorOf(machine.env),
      what: 'edited',
      task,
      reason: edited,
    });
    await remember(top, machine, [state]);
  }
  return { state, setAside, edited };
}

function editsOf(known: readonly CollabState[], state: CollabState | null): string | null {
  return state === null ? goneText(known.at(-1)) : editsText(known, state);
}

/** The states that Party wrote last, newest last, from the copy outside the project; empty when there is no copy. */
async function written(top: string, { paths }: Pick<Machine, 'paths'>): Promise<readonly CollabState[]> {
  try {
    return z.array(CollabState).parse(JSON.parse((await readText(copyPath(paths, top))) ?? '[]'));
  } catch {
    return [];
  }
}

async function remember(top: string, { paths }: Pick<Machine, 'paths'>, states: readonly CollabState[]): Promise<void> {
  await writeAtomic(copyPath(paths, top), JSON.stringify(states));
}

function copyPath(paths: Paths, top: string): string {
  return join(projectDirectory(paths, top), 'collab.state.json');
}

async function putAside(top: string, look: Look): Promise<Omit<ReadCollab, 'edited'>> {
  if (look.kind === 'state') return { state: look.state, setAside: null };
  if (look.kind === 'none') return { state: null, setAside: null };
  const when = new Date().toISOString().replace(/[-:]|\..*/g, '');
  const folder = (await hideFolder(top)) ? `${collabFolder}/state` : collabFolder;
  const aside = `${folder}-aside-${when}-${randomBytes(4).toString('hex')}.json`;
  try {
    await rename(join(top, collabStateFile), join(top, aside));
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return { state: null, setAside: null };
    throw error;
  }
  const said = `${collabStateFile} ${look.why}. It is kept as ${aside}, and collab is off`;
  return { state: null, setAside: said };
}

/** Hides the folder from git. False when something other than a folder has its name. */
async function hideFolder(top: string): Promise<boolean> {
  const ignore = join(top, collabFolder, '.gitignore');
  const found = await lstat(dirname(ignore)).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) return false;
  if ((await readText(ignore)) === undefined) await writeAtomic(ignore, '*\n');
  return true;
}

function broken(why: string): Look {
  return { kind: 'broken', why };
}

async function underLock<T>(top: string, { paths }: Pick<Machine, 'paths'>, action: () => Promise<T>): Promise<T> {
  const lock = join(projectDirectory(paths, top), 'collab.state.lock');
  return withLock(lock, { what: 'The state of collab', waitMs: 10_000 }, action);
}

// The files of collab below `.claude/`: its state, the flag that lets one Stop pass, and where its reviews are. A state
// that cannot be read, or that was made somewhere else, is put aside and never guessed at: collab is then off.

import { randomBytes } from 'node:crypto';
import { lstat, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { actorOf } from '../../core/base/actor.ts';
import { PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
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
  /** What is to be said about a file that this very call has put aside. */
  readonly setAside: string | null;
  /** What is to be said about what somebody else than Party has done to it. */
  readonly edited: string | null;
}

/** Without a machine it only looks: what cannot be read stays where it is, for somebody who can say so. */
export async function readCollab(top: string, machine?: Pick<Machine, 'env' | 'paths'>): Promise<ReadCollab> {
  const look = await lookAt(top);
  const state = look.kind === 'state' ? look.state : null;
  const isOurs =
    machine === undefined || (look.kind !== 'broken' && editsOf(await written(top, machine), state) === null);
  if (isOurs) return { state, setAside: null, edited: null };
  return underLock(top, machine, () => readUnderLock(top, machine));
}

/**
 * One change at a time. `change` gets null when collab is off, and answers with null to switch it off; with what it was
 * given, nothing is written. `gone` is the state that nobody has ended by Party and that is not there any more.
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
      // First: a state that is not there and was not ended would be missed.
      await forgetState(top, machine);
      await rm(join(top, collabStateFile), { force: true });
      return { ...read, state: null };
    }
    await prepare(top, machine);
    // Before the state: whichever of the two is there when we are killed in between is ours.
    await remember(top, machine, state === null ? [next] : [state, next]);
    await writeAtomic(join(top, collabStateFile), `${JSON.stringify(next, undefined, 2)}\n`);
    return { ...read, state: next };
  });
}

/** That it is gone is as it should be. */
export async function forgetState(top: string, { paths }: Pick<Machine, 'paths'>): Promise<void> {
  await rm(copyPath(paths, top), { force: true });
}

/** Refuses when what Party is to write here would land somewhere else. */
export async function checkCollabFolder(top: string): Promise<void> {
  for (const folder of [dirname(collabFolder), collabFolder]) {
    const found = await lstat(join(top, folder)).catch(() => undefined);
    if (found === undefined || found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a symbolic link' : 'no folder';
    throw new PartyError('STATE_UNSAFE', `${folder} is ${what}. Collab needs a folder of its own in the project`);
  }
}

/** Makes what it writes no part of anybody's commits. */
export async function prepare(top: string, { env }: Pick<Machine, 'env'>): Promise<void> {
  await checkCollabFolder(top);
  await hideFolder(top);
  for (const name of [collabStateFile, collabSkipFile]) await keepOutOfCommits(env, top, name);
}

/** With `afterTurn`, the Stop that ends the turn of Claude in which it is asked for is not yet the one that is meant. */
export async function askToSkip(
  top: string,
  { afterTurn = false }: { readonly afterTurn?: boolean } = {},
): Promise<void> {
  await checkCollabFolder(top);
  await writeAtomic(join(top, collabSkipFile), afterTurn ? afterThisTurn : '');
}

/** A turn ends: true when it is the one in which a skip was asked for, which is for the next one from now on. */
export async function endSkipTurn(top: string): Promise<boolean> {
  if (!(await isSkipAsked(top)) || (await readText(join(top, collabSkipFile))) !== afterThisTurn) return false;
  await askToSkip(top);
  return true;
}

/** True for one of those who ask at once. */
export async function takeSkip(top: string): Promise<boolean> {
  if (!(await isSkipAsked(top))) return false;
  try {
    // Not by rm, which tells everybody that it was theirs.
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

/** No state is that long. */
const largestState = 4_000_000;

async function lookAt(top: string): Promise<Look> {
  const path = join(top, collabStateFile);
  try {
    // Nothing of ours is written through a link, so what is behind one is not ours.
    if (!(await lstat(dirname(path))).isDirectory()) return { kind: 'none' };
    const found = await lstat(path);
    if (!found.isFile()) return broken(found.isSymbolicLink() ? 'is a symbolic link' : 'is no file');
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
    return broken(where === '' ? 'is no state of collab' : `is no state of collab: ${where} is wrong or missing`);
  }
  const state = parsed.data;
  if (state.project !== top) return broken(`is of another project, ${oneLine(state.project, 200)}`);
  if (!isInside(state.design)) return broken('names a design that is not in the project');
  return state.phase === 'idle' ? { kind: 'none' } : { kind: 'state', state };
}

/** What is read from there goes to Codex. */
function isInside(file: string): boolean {
  return !file.startsWith('/') && !/[\0\\]/.test(file) && !file.split('/').includes('..');
}

/** What was not as Party left it may have been put right by then. That an edit was seen is written down, and said once. */
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

/** What Party wrote last, outside of the project: the newest one last. None where nobody has kept it. */
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
  const said = `${collabStateFile} ${look.why}. It is kept as ${aside}, and collab is off. Start it anew with: party collab start`;
  return { state: null, setAside: said };
}

/** From git. False when there is something else in the place of the folder. */
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

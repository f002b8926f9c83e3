// Keeps the state of a project's files as of the last look, to find what a command has changed. The record is outside
// the project, where the watched agent cannot change it. It compares file metadata and not contents, because it runs
// after every command.

import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TreeChanges, type TreeRows, treeChanges } from '../../core/plan/drift.ts';
import { planFolder, planPath } from '../../core/plan/plan.ts';
import { type Paths, projectDirectory } from '../project/paths.ts';
import { readText, writeAtomic } from '../system/store.ts';

/** What has changed since the last look. Undefined when nothing has changed or there was no look before. */
export async function treeDrift(paths: Paths, top: string): Promise<TreeChanges | undefined> {
  const before = await readText(rowsFile(paths, top));
  const rows = readTree(top);
  const after = textOf(rows);
  if (before === after) return undefined;
  await writeAtomic(rowsFile(paths, top), after);
  return before === undefined ? undefined : treeChanges(rowsIn(before), rows);
}

/**
 * Records the files as they are now. Throws when this takes longer than `withinMs`, because a gate or the editor waits.
 */
export async function rememberTree(paths: Paths, top: string, withinMs?: number): Promise<void> {
  await keep(paths, top, readTree(top, withinMs));
}

/** Records the plan after an edit that Party has seen, so that the edit does not count as drift. */
export async function rememberPlan(paths: Paths, top: string): Promise<void> {
  const before = await readText(rowsFile(paths, top));
  if (before === undefined) return;
  const rows = new Map(rowsIn(before));
  for (const path of ['docs/', planPath]) {
    const row = rowOf(join(top, path));
    if (row === undefined) rows.delete(path);
    else rows.set(path, row);
  }
  await keep(paths, top, rows);
}

export async function forgetDrift(paths: Paths, top: string): Promise<void> {
  await rm(rowsFile(paths, top), { force: true });
}

/** All files except git's own data and what Party writes about the plan. */
export function readTree(top: string, withinMs = Number.POSITIVE_INFINITY): TreeRows {
  const rows: Rows = Object.assign(new Map(), { until: performance.now() + withinMs });
  addGit(rows, top);
  addFolder(rows, top, '');
  return rows;
}

type Rows = Map<string, string> & { readonly until: number };

/** A larger project is not compared: it would take too long after every command. */
const mostRows = 400_000;

function addFolder(rows: Rows, directory: string, prefix: string): void {
  for (const entry of entriesOf(directory)) {
    const path = prefix + entry.name;
    if (path === '.git' || path === planFolder) continue;
    if (rows.size > mostRows) throw new Error(`there are more than ${mostRows} files: what changes is not compared`);
    if (performance.now() > rows.until) throw new Error('there are too many files to look at in this time');
    const full = `${directory}/${entry.name}`;
    if (!entry.isDirectory()) addRow(rows, full, path);
    else if (entry.name === '.git') addStore(rows, full, `${path}/`);
    else {
      addRow(rows, full, `${path}/`);
      addFolder(rows, full, `${path}/`);
    }
  }
}

/** For the project itself, adds also its refs, which may be outside the project (a linked worktree). */
function addGit(rows: Rows, top: string): void {
  const own = gitDirectory(join(top, '.git'));
  if (own === undefined) return;
  const common = commonDirectory(own);
  addRow(rows, join(top, '.git'), lstatSync(join(top, '.git')).isDirectory() ? '.git/' : '.git');
  for (const name of ['HEAD', 'config.worktree']) addRow(rows, join(own, name), `.git/${name}`);
  addStore(rows, common, '.git/');
  addRow(rows, join(common, 'packed-refs'), '.git/packed-refs');
  for (const entry of entriesOf(join(common, 'refs'))) {
    // Party's own reviews write these refs.
    if (entry.name === 'party') continue;
    const path = `.git/refs/${entry.name}`;
    if (!entry.isDirectory()) addRow(rows, join(common, 'refs', entry.name), path);
    else addFolder(rows, join(common, 'refs', entry.name), `${path}/`);
  }
}

/** Adds what changes how git acts. Leaves out the index, the objects and the logs: they change whenever git runs. */
function addStore(rows: Rows, store: string, prefix: string): void {
  for (const name of ['HEAD', 'config'])
    if (!rows.has(`${prefix}${name}`)) addRow(rows, join(store, name), `${prefix}${name}`);
  for (const name of ['hooks', 'info']) addFolder(rows, join(store, name), `${prefix}${name}/`);
}

function gitDirectory(git: string): string | undefined {
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile()) return git;
  const target = /^gitdir: (.*)$/m.exec(readFileSync(git, 'utf8'))?.[1];
  return target === undefined ? undefined : resolve(git, '..', target);
}

/** For a linked worktree: the git directory that it shares with the other worktrees. */
function commonDirectory(own: string): string {
  try {
    return resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim());
  } catch {
    return own;
  }
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // The folder is gone by now, or we may not read it. Its own row shows when that changes.
    return [];
  }
}

function addRow(rows: Map<string, string>, path: string, name: string): void {
  // A name that is not UTF-8 cannot be looked up as text. Its folder lists it, so it exists.
  const row = rowOf(path) ?? (name.includes('\ufffd') ? 'unnamed' : undefined);
  if (row !== undefined) rows.set(name, row);
}

function rowOf(path: string): string | undefined {
  const found = look(path);
  if (found === undefined || typeof found === 'string') return found;
  // Ignore the times of a folder: they change with its entries, which have their own rows.
  return found.isDirectory() ? String(found.mode) : fileRow(found);
}

/** A path that we may not look at counts as existing. */
function look(path: string): Stats | string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'closed';
  }
}

function fileRow({ mode, size, ino, mtimeMs, ctimeMs }: Stats): string {
  return `${mode} ${size} ${ino} ${mtimeMs} ${ctimeMs}`;
}

const rowsFile = (paths: Paths, top: string) => join(projectDirectory(paths, top), 'plan', 'tree');

async function keep(paths: Paths, top: string, rows: TreeRows): Promise<void> {
  await writeAtomic(rowsFile(paths, top), textOf(rows));
}

function textOf(rows: TreeRows): string {
  return [...rows].map(([path, row]) => `${path}\0${row}`).join('\0');
}

function rowsIn(text: string): TreeRows {
  const words = text.split('\0');
  const rows = new Map<string, string>();
  for (let index = 0; index + 1 < words.length; index += 2) rows.set(words[index] ?? '', words[index + 1] ?? '');
  return rows;
}

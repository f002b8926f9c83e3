// The tree of a project as it was when somebody last looked: kept outside of the project, where what is watched cannot
// reach it. By what the file system says about each file and not by its content, because it is asked after every command.

import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TreeChanges, type TreeRows, treeChanges } from '../../core/plan/drift.ts';
import { planPath, reviewFolder } from '../../core/plan/plan.ts';
import { type Paths, projectDirectory } from '../project/paths.ts';
import { readText, writeAtomic } from '../system/store.ts';

/** Since the last look, which this one takes the place of. Undefined when nothing has changed, or nobody had looked. */
export async function treeDrift(paths: Paths, top: string): Promise<TreeChanges | undefined> {
  const before = await readText(rowsFile(paths, top));
  const rows = readTree(top);
  const after = textOf(rows);
  if (before === after) return undefined;
  await writeAtomic(rowsFile(paths, top), after);
  return before === undefined ? undefined : treeChanges(rowsIn(before), rows);
}

/** What is there now is what is expected from here on. Throws when looking takes longer: a gate or an editor waits for it. */
export async function rememberTree(paths: Paths, top: string, withinMs?: number): Promise<void> {
  await keep(paths, top, readTree(top, withinMs));
}

/** After an edit of the plan that was seen: it is no drift. */
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

/** Everything but what is in git's own store, and what Party writes about the plan. */
export function readTree(top: string, withinMs = Number.POSITIVE_INFINITY): TreeRows {
  const rows: Rows = Object.assign(new Map(), { until: performance.now() + withinMs });
  addGit(rows, top);
  addFolder(rows, top, '');
  return rows;
}

type Rows = Map<string, string> & { readonly until: number };

/** A project that has more is not looked through: it would take too long after every command. */
const mostRows = 400_000;

function addFolder(rows: Rows, directory: string, prefix: string): void {
  for (const entry of entriesOf(directory)) {
    const path = prefix + entry.name;
    if (path === '.git' || path === reviewFolder) continue;
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

/** Of the project itself: also the refs, wherever its store is. */
function addGit(rows: Rows, top: string): void {
  const own = gitDirectory(join(top, '.git'));
  if (own === undefined) return;
  const common = commonDirectory(own);
  addRow(rows, join(top, '.git'), lstatSync(join(top, '.git')).isDirectory() ? '.git/' : '.git');
  for (const name of ['HEAD', 'config.worktree']) addRow(rows, join(own, name), `.git/${name}`);
  addStore(rows, common, '.git/');
  addRow(rows, join(common, 'packed-refs'), '.git/packed-refs');
  for (const entry of entriesOf(join(common, 'refs'))) {
    // Ours are written by reviews.
    if (entry.name === 'party') continue;
    const path = `.git/refs/${entry.name}`;
    if (!entry.isDirectory()) addRow(rows, join(common, 'refs', entry.name), path);
    else addFolder(rows, join(common, 'refs', entry.name), `${path}/`);
  }
}

/** What git acts upon: the index, the objects and the logs change with every look at the project. */
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

/** Of a linked worktree: the store that it shares with the others. */
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
    // Gone since it was listed, or not ours to read; its own row tells when that changes.
    return [];
  }
}

function addRow(rows: Map<string, string>, path: string, name: string): void {
  // A name that is no UTF-8 cannot be asked for by its text; that it is there is known from its folder.
  const row = rowOf(path) ?? (name.includes('\ufffd') ? 'unnamed' : undefined);
  if (row !== undefined) rows.set(name, row);
}

function rowOf(path: string): string | undefined {
  const found = look(path);
  if (found === undefined || typeof found === 'string') return found;
  // The times of a folder change with what is in it, which has rows of its own.
  return found.isDirectory() ? String(found.mode) : fileRow(found);
}

/** What may not be looked at is there all the same. */
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

// What differs from the checkpoint of collab, committed or not: Codex reviews exactly that.

import { createIgnored, createIsDocument } from '../../core/review/ignored.ts';
import { type Git, GitFailed } from '../system/git.ts';
import { utf8 } from './changedFiles.ts';
import { withOwnIndex } from './honestIndex.ts';
import { currentTree } from './snapshotTree.ts';

export interface CheckpointQuestion {
  /** Patterns of files that need no review. */
  readonly ignore: readonly string[];
  /** The design, relative to the project. Codex reviews it separately. */
  readonly design: string;
  /** HEAD when collab started; null when there was no commit. */
  readonly startCommit?: string | null | undefined;
  /** The base of the branch when the checkpoint was taken. */
  readonly base?: string | null | undefined;
  /** The current base of the branch, called only when needed. Undefined when it is not known. */
  readonly baseNow: () => Promise<string | undefined>;
}

export interface ChangesSince {
  /** All current files: the next checkpoint, once Codex has reviewed it. */
  readonly tree: string;
  /** The difference between these two trees is exactly what Codex reviews. */
  readonly from: string;
  readonly to: string;
  /** Relative to the project. */
  readonly files: readonly string[];
  /** Changed documents, which are not reviewed. Empty when the checkpoint is gone, because they are not known then. */
  readonly documents: readonly string[];
  /** Lines added and removed; a binary file counts as one line. */
  readonly lines: number;
  readonly patch: string;
  /** The checkpoint is gone, so Codex reviews everything since the base of the change. */
  readonly lost: boolean;
}

export async function changesSince(
  git: Git,
  checkpoint: string | null,
  question: CheckpointQuestion,
): Promise<ChangesSince> {
  const tree = await currentTree(git, { partial: true });
  if (checkpoint !== null && /^[0-9a-f]{40,64}$/.test(checkpoint)) {
    const foreign = await broughtIn(git, checkpoint, tree, question);
    const seen = await orGone(seenFrom(git, { from: checkpoint, tree, foreign }, question));
    if (seen !== undefined) return { tree, ...seen, lost: false };
  }
  const foreign = new Set<string>();
  const start = await orGone(startingPoint(git, question));
  const seen = start === undefined ? undefined : await orGone(seenFrom(git, { from: start, tree, foreign }, question));
  const all = seen ?? (await seenFrom(git, { from: await emptyTree(git), tree, foreign }, question));
  return { tree, ...all, documents: [], lost: true };
}

/** Undefined when git fails because a tree, or a part of it, is gone. */
async function orGone<T>(looking: Promise<T>): Promise<T | undefined> {
  return looking.catch((error: unknown) => {
    if (error instanceof GitFailed) return undefined;
    throw error;
  });
}

interface Between {
  readonly from: string;
  readonly tree: string;
  /** Files that others have changed, with names as git prints them. */
  readonly foreign: ReadonlySet<string>;
}

async function seenFrom(
  git: Git,
  { from, tree, foreign }: Between,
  { ignore, design }: CheckpointQuestion,
): Promise<Omit<ChangesSince, 'tree' | 'lost'>> {
  const isIgnored = createIgnored(ignore);
  const all = await differences(git, from, tree);
  const counted = all.filter(({ raw, path }) => path !== design && !isIgnored(path) && !foreign.has(raw));
  const to = await without(git, tree, all, new Set(counted));
  const files = counted.map(({ path }) => path);
  const isDocument = createIsDocument(ignore);
  const written = all.filter(({ raw, path }) => path !== design && isDocument(path) && !foreign.has(raw));
  const documents = written.map(({ path }) => path);
  return { from, to, files, documents, ...(await show(git, from, to, counted.length)) };
}

interface Difference {
  /** The name as git prints it, one character for each byte. */
  readonly raw: string;
  readonly path: string;
  /** Mode and object id; null when the file does not exist. */
  readonly before: string | null;
  readonly after: string | null;
}

async function differences(git: Git, from: string, to: string): Promise<Difference[]> {
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--ignore-submodules=none', '--no-ext-diff'];
  const fields = (await git.bytes(['diff-tree', ...options, '--end-of-options', from, to, '--'])).split('\0');
  const found: Difference[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, beforeMode = '', afterMode = '', before = '', after = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(fields[i] ?? '') ?? [];
    const raw = fields[i + 1] ?? '';
    const entry = (mode: string, id: string) => (/^0+$/.test(mode) ? null : `${mode} ${id}`);
    found.push({ raw, path: utf8(raw), before: entry(beforeMode, before), after: entry(afterMode, after) });
  }
  return found;
}

/**
 * Where to review from without a checkpoint: the base of the change, or the commit at the start of collab if that is
 * older. If the base is just the current commit, it tells nothing, so everything is reviewed.
 */
async function startingPoint(git: Git, { startCommit, baseNow }: CheckpointQuestion): Promise<string> {
  const commitOf = async (name: string | undefined) =>
    name && git.line(['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`]);
  const nothing = await emptyTree(git);
  if (startCommit === null) return nothing;
  const [base, start, head] = await Promise.all([baseNow().then(commitOf), commitOf(startCommit), commitOf('HEAD')]);
  if (base && start) return (await git.line(['merge-base', base, start])) ?? nothing;
  return start || (base && base !== head ? base : nothing);
}

/**
 * Files that a rebase or a merge of the remote's branch has brought in: they match the old base at the checkpoint, and
 * the new base now. They are not work of this project's agents. A local branch does not count, because an agent can
 * move it. Neither does a remote branch that was pushed from here.
 */
async function broughtIn(
  git: Git,
  checkpoint: string,
  tree: string,
  { base, baseNow }: CheckpointQuestion,
): Promise<ReadonlySet<string>> {
  if (base === null || base === undefined || checkpoint === tree) return new Set();
  const now = await orGone(baseNow());
  if (now === undefined || now === base) return new Set();
  if ((await git.line(['for-each-ref', '--count=1', `--contains=${now}`, 'refs/remotes'])) === undefined) {
    return new Set();
  }
  if (await madeHere(git, base, now)) return new Set();
  const [ours = [], moved = []] = await Promise.all([
    orGone(differences(git, checkpoint, tree)),
    orGone(differences(git, base, now)),
  ]);
  const theirs = new Map(moved.map((entry) => [entry.raw, entry]));
  const same = ours.filter(({ raw, before, after }) => {
    const their = theirs.get(raw);
    return their !== undefined && their.before === before && their.after === after;
  });
  return new Set(same.map(({ raw }) => raw));
}

/**
 * True when a commit between the two was made in or pushed from this repository, and when there is no reflog to tell.
 */
async function madeHere(git: Git, base: string, now: string): Promise<boolean> {
  const [between, moves] = await Promise.all([
    orGone(git.text(['rev-list', '--end-of-options', now, `^${base}`])),
    orGone(git.text(['log', '--walk-reflogs', '--all', '--format=%H %gs', '--no-show-signature'])),
  ]);
  if (between === undefined || !moves) return true;
  const made = moves.split('\n').flatMap((line) => (making.test(line) ? [line.split(' ', 1)[0]] : []));
  const commits = new Set(between.split('\n'));
  return made.some((commit) => commit !== undefined && commits.has(commit));
}

/** Reflog entries that create or push a commit. All others only move a branch to an existing commit. */
const making =
  /^\S+ (?:(?:commit|cherry-pick|revert|am)\b|update by push|.*\((?:pick|continue|squash|fixup|reword|edit|merge)\)|.*: Merge made by)/;

/** The tree, with the files that do not count set back to their earlier content, so that a diff does not show them. */
async function without(
  git: Git,
  tree: string,
  all: readonly Difference[],
  counted: ReadonlySet<Difference>,
): Promise<string> {
  // If a file has replaced a folder or the other way round, restoring one would remove the other. Leave those as they
  // are.
  const there = [...counted].filter(({ after }) => after !== null).map(({ raw }) => raw);
  const inTheWay = (path: string) =>
    there.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  const unseen = all.filter((entry) => !counted.has(entry) && (entry.before === null || !inTheWay(entry.raw)));
  if (unseen.length === 0) return tree;
  const nothing = '0'.repeat(tree.length);
  const lines = unseen.map(({ raw, before }) => `${before ?? `0 ${nothing}`}\t${raw}\0`).join('');
  return withOwnIndex(git, async (env) => {
    await git.text(['read-tree', tree], { env });
    await git.text(['update-index', '-z', '--index-info'], { env, input: Buffer.from(lines, 'latin1') });
    return (await git.text(['write-tree', '--missing-ok'], { env })).trim();
  });
}

const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=none', '--submodule=short'];

async function show(git: Git, from: string, to: string, count: number): Promise<Pick<ChangesSince, 'lines' | 'patch'>> {
  if (count === 0) return { lines: 0, patch: '' };
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/', '--find-renames'];
  const [numbers, patch] = await Promise.all([
    git.bytes(['diff', '--numstat', '-z', '--no-renames', ...plain, from, to, '--']),
    git.text(['diff', '--patch', ...prefixes, ...plain, from, to, '--']),
  ]);
  const lines = numbers
    .split('\0')
    .filter(Boolean)
    .reduce((sum, row) => {
      const [added = '-', removed = '-'] = row.split('\t');
      return sum + (added === '-' ? 1 : Number(added) + Number(removed));
    }, 0);
  return { lines, patch };
}

/** Writes the empty tree into the repository, so that git can compare with it. */
async function emptyTree(git: Git): Promise<string> {
  return (await git.text(['hash-object', '-t', 'tree', '-w', '--stdin'])).trim();
}

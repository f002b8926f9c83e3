// Up to where everything is reviewed: a tree of the whole project, uncommitted and untracked files included. What differs
// from it now is what is to be reviewed, however it was or was not committed in the meantime. The state of collab says
// which tree it is; a ref of ours keeps git from clearing it away.

import { createIgnored, createIsDocument } from '../../core/review/ignored.ts';
import { projectKey } from '../project/paths.ts';
import { type Git, GitFailed } from '../system/git.ts';
import { utf8 } from './changedFiles.ts';
import { withOwnIndex } from './honestIndex.ts';
import { currentTree } from './snapshotTree.ts';

/** Everything that is there now counts as reviewed, once the state says so. */
export async function takeCheckpoint(git: Git): Promise<string> {
  const tree = await currentTree(git, { partial: true });
  await moveCheckpoint(git, tree);
  return tree;
}

/**
 * Keeps a tree, and with `before` also the one that the state still names: until the state is written, either can be the
 * one that counts. What is neither is let go.
 */
export async function moveCheckpoint(git: Git, tree: string, before?: string | null): Promise<void> {
  const folder = refFolder(git);
  const kept = new Set([tree, before].map((one) => `${folder}${one}`));
  const old = (await listRefs(git)).filter((ref) => !kept.has(ref));
  await git.text(['update-ref', `${folder}${tree}`, tree]);
  if (old.length > 0) await git.text(['update-ref', '--stdin'], { input: deleting(old) });
}

export async function forgetCheckpoint(git: Git): Promise<void> {
  const refs = await listRefs(git);
  if (refs.length > 0) await git.text(['update-ref', '--stdin'], { input: deleting(refs) });
}

export interface CheckpointQuestion {
  /** Patterns of files that need no review. */
  readonly ignore: readonly string[];
  /** Which is reviewed by itself, relative to the project. */
  readonly design: string;
  /** Where HEAD was when collab started; null when there was no commit. */
  readonly startCommit?: string | null | undefined;
  /** What the branch was a change of when the checkpoint was taken. */
  readonly base?: string | null | undefined;
  /** What it is a change of now; asked only when it is needed. Undefined when nobody knows. */
  readonly baseNow: () => Promise<string | undefined>;
}

export interface ChangesSince {
  /** Everything as it is now: the next checkpoint, once Codex has said something about it. */
  readonly tree: string;
  /** Between these two trees git shows exactly what is to be reviewed, and nothing else. */
  readonly from: string;
  readonly to: string;
  /** Relative to the project. */
  readonly files: readonly string[];
  /** Documents that were changed and are not reviewed; unknown, so none, when the checkpoint is gone. */
  readonly documents: readonly string[];
  /** Added and removed; a binary file counts as one. */
  readonly lines: number;
  readonly patch: string;
  /** The checkpoint is gone, so that everything since the base of the change is to be reviewed. */
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

/** Undefined when git cannot show it: a tree is gone, or a part of it. */
async function orGone<T>(looking: Promise<T>): Promise<T | undefined> {
  return looking.catch((error: unknown) => {
    if (error instanceof GitFailed) return undefined;
    throw error;
  });
}

interface Between {
  readonly from: string;
  readonly tree: string;
  /** What others have changed, as git gives the names. */
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
  /** As git gives it, one character a byte. */
  readonly raw: string;
  readonly path: string;
  /** Mode and object; null when it is not there. */
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
 * From where to review when there is no checkpoint: the base of the change, or the commit at the start if that is further
 * back. When the base says nothing, because it is where we stand, everything there is.
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
 * What a rebase or a merge of the remote's branch has brought in: as it was in the old base at the checkpoint, and as it
 * is in the new base now. It is nobody's work here. A branch of one's own is moved too easily to be believed, and so is
 * the remote's by whoever pushes.
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

/** Some commit between the two was made or pushed in this repository. Where nobody has kept a record, it may have been. */
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

/** In the words of the reflog; others only say that a branch was moved to what was there. */
const making =
  /^\S+ (?:(?:commit|cherry-pick|revert|am)\b|update by push|.*\((?:pick|continue|squash|fixup|reword|edit|merge)\)|.*: Merge made by)/;

/** The tree with what does not count as it was before, so that it does not show. */
async function without(
  git: Git,
  tree: string,
  all: readonly Difference[],
  counted: ReadonlySet<Difference>,
): Promise<string> {
  // A file in the place of a folder, or the other way round: to put the one back would take the other away.
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

/** Written, so that git can compare with it. */
async function emptyTree(git: Git): Promise<string> {
  return (await git.text(['hash-object', '-t', 'tree', '-w', '--stdin'])).trim();
}

/** Of this worktree: all of a repository see the same refs. */
function refFolder(git: Git): string {
  return `refs/party/collab/${projectKey(git.top)}/`;
}

async function listRefs(git: Git): Promise<string[]> {
  return (await git.text(['for-each-ref', '--format=%(refname)', refFolder(git)])).split('\n').filter(Boolean);
}

function deleting(refs: readonly string[]): string {
  return refs.map((ref) => `delete ${ref}\n`).join('');
}

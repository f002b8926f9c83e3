// The change as it stands: everything that differs from its base, committed or not, and the hash of it. Evidence is
// bound to that hash, so it must see each edit that could be committed, and must not see that the same was committed.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PartyError } from '../../core/base/errors.ts';
import type { ProjectEvent } from '../../core/project/event.ts';
import { baseRef, branchOf, type Head, partyStart, type Ref } from '../../core/review/base.ts';
import { reduceCycles } from '../../core/review/cycle.ts';
import { createIgnored } from '../../core/review/ignored.ts';
import { currentCycle } from '../../core/review/reduce.ts';
import type { ChangeFacts } from '../../core/review/review.ts';
import type { Git } from '../system/git.ts';
import { sha256 } from '../system/hash.ts';
import { hiddenFiles, withHonestIndex } from './honestIndex.ts';

export interface ChangeQuestion {
  readonly events: readonly ProjectEvent[];
  /** Patterns of files that need no review. */
  readonly ignore: readonly string[];
  /** Instead of the one that follows from the events. */
  readonly base?: string | undefined;
}

export async function readChange(git: Git, { events, ignore, base: given }: ChangeQuestion): Promise<ChangeFacts> {
  // All that can be asked at once is: a gate waits for the slowest of these, not for their sum.
  const looking = { hidden: hiddenFiles(git), untracked: untrackedFiles(git), refs: readRefs(git) };
  for (const look of Object.values(looking)) look.catch(() => {});
  const head = await readHead(git);
  const at = async ({ base, known }: Base) =>
    changeAt(git, { head, base, known, hidden: await looking.hidden, untracked: await looking.untracked, ignore });
  if (given !== undefined) return at({ base: given, known: true });
  const here = {
    hash: null,
    files: {},
    docsOnly: false,
    branch: head.branch,
    base: '',
    baseKnown: false,
    uncommitted: [],
  };
  const cycle = currentCycle(reduceCycles(events).all, here);
  if (cycle !== undefined && (await exists(git, cycle.base))) {
    const base = cycle.approved === null ? await forward(git, head, cycle.base, await looking.refs) : cycle.base;
    const change = await at({ base, known: true });
    if (cycle.approved === null || cycle.approved.hash === change.hash) return change;
  }
  return at(await chooseBase(git, head, events, await looking.refs));
}

interface Look {
  readonly head: Head;
  readonly base: string;
  readonly known: boolean;
  readonly hidden: readonly string[];
  readonly untracked: readonly string[];
  readonly ignore: readonly string[];
}

async function changeAt(git: Git, { head, base, known, hidden, untracked, ignore }: Look): Promise<ChangeFacts> {
  const isIgnored = createIgnored(ignore);
  const [entries, uncommitted] = await Promise.all([
    changedEntries(git, base, hidden, untracked),
    uncommittedFiles(git, { head, base, hidden, untracked, isIgnored }),
  ]);
  const counted = entries.filter(({ path }) => !isIgnored(path));
  const digests = await mapLimited(counted, 16, (entry) => digestOf(git, entry));
  const files = Object.fromEntries(counted.map(({ path }, index) => [path, (digests[index] ?? '').slice(0, 16)]));
  const hash = createHash('sha256');
  for (const [index, { path, before }] of counted.entries()) hash.update(`${before} ${digests[index]} ${path}\0`);
  return {
    hash: hash.digest('hex'),
    files,
    docsOnly: counted.length === 0 && entries.length > 0,
    ...{ branch: head.branch, base, baseKnown: known, uncommitted },
  };
}

/** What a pull request would lack or have instead, if it has anything that counts. */
async function uncommittedFiles(
  git: Git,
  {
    head,
    base,
    hidden,
    untracked,
    isIgnored,
  }: Omit<Look, 'known' | 'ignore'> & { isIgnored: (path: string) => boolean },
): Promise<string[]> {
  if (head.commit === undefined || head.commit === base) return [];
  const counts = (raw: string) => raw !== '' && !isIgnored(utf8(raw));
  const [committed, changed] = await Promise.all([
    git.bytes(['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', base, head.commit, '--']),
    withHonestIndex(git, hidden, (env) =>
      git.bytes(['diff', '--name-only', '-z', '--no-renames', '--ignore-submodules=dirty', 'HEAD', '--'], { env }),
    ),
  ]);
  if (!committed.split('\0').some(counts)) return [];
  return [...new Set([...changed.split('\0'), ...untracked].filter(counts))].map(utf8).sort();
}

export async function readHead(git: Git): Promise<Head> {
  const [ref, commit] = await Promise.all([
    git.line(['symbolic-ref', '--quiet', 'HEAD']),
    git.line(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']),
  ]);
  return { branch: ref === undefined ? 'HEAD' : branchOf(ref), commit };
}

/** The commit that a word of the user means, seen from here: where the two lines of history part. */
export async function baseAt(git: Git, name: string): Promise<string> {
  const commit = await git.line(['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`]);
  if (commit === undefined) {
    throw new PartyError('USAGE', `BASE "${name}" is no commit or branch of this repository. See: git branch --all`);
  }
  return (await git.line(['merge-base', 'HEAD', commit])) ?? commit;
}

interface Base {
  readonly base: string;
  /** False when it is only where the branch stands. */
  readonly known: boolean;
}

async function chooseBase(git: Git, head: Head, events: readonly ProjectEvent[], refs: Refs): Promise<Base> {
  if (head.commit === undefined) return { base: await emptyTree(git), known: true };
  const ref = baseRef(refs.all, head.branch, refs.upstream);
  if (ref === undefined) return { base: head.commit, known: false };
  if (ref !== 'own') {
    // Without a common commit (a shallow clone, a grafted history) all that differs from the base branch is the change.
    const parted = await git.line(['merge-base', 'HEAD', ref]);
    return { base: parted ?? (await git.text(['rev-parse', `${ref}^{commit}`])).trim(), known: true };
  }
  const start = partyStart(events, head.branch);
  if (start !== undefined && (await exists(git, start))) return { base: start, known: true };
  const pushed = refs.upstream === undefined ? undefined : await git.line(['merge-base', 'HEAD', refs.upstream]);
  return { base: pushed ?? head.commit, known: true };
}

/**
 * After a rebase or a merge of the remote's main branch, what came from there is no part of the change. Only the remote's
 * word counts: a branch of one's own is moved too easily.
 */
async function forward(git: Git, head: Head, base: string, refs: Refs): Promise<string> {
  const ref = baseRef(refs.all, head.branch, refs.upstream);
  if (head.commit === undefined || ref === undefined || !ref.startsWith('refs/remotes/')) return base;
  const parted = await git.line(['merge-base', 'HEAD', ref]);
  if (parted === undefined || parted === base) return base;
  const follows = (await git.line(['merge-base', base, parted])) === base;
  return follows ? parted : base;
}

interface Refs {
  readonly all: readonly Ref[];
  /** What the branch tracks. */
  readonly upstream: string | undefined;
}

async function readRefs(git: Git): Promise<Refs> {
  const format = '--format=%(refname) %(symref)';
  const [found, upstream] = await Promise.all([
    git.text(['for-each-ref', format, 'refs/heads', 'refs/remotes']),
    git.line(['rev-parse', '--quiet', '--verify', '--symbolic-full-name', '@{upstream}']),
  ]);
  const all = found
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', target = ''] = line.split(' ');
      return { name, target };
    });
  return { all, upstream };
}

async function exists(git: Git, object: string): Promise<boolean> {
  return (await git.line(['rev-parse', '--quiet', '--verify', '--end-of-options', `${object}^{tree}`])) !== undefined;
}

async function emptyTree(git: Git): Promise<string> {
  return (await git.text(['hash-object', '-t', 'tree', '--stdin'])).trim();
}

interface Entry {
  /** As git gives it, one character a byte. */
  readonly raw: string;
  readonly path: string;
  /** Mode and content in the base, so that the same file on another base is another change. */
  readonly before: string;
  readonly mode: string;
  /** The content as git knows it; empty when it has to be looked at. */
  readonly known: string;
}

const nothing = '0'.repeat(40);
const isNothing = (id: string) => /^0+$/.test(id);

/** In the order of their names, each once. */
async function changedEntries(
  git: Git,
  base: string,
  hidden: readonly string[],
  untracked: readonly string[],
): Promise<Entry[]> {
  const options = ['--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=dirty', '--no-ext-diff'];
  const tracked = await withHonestIndex(git, hidden, (env) => git.bytes(['diff', ...options, base, '--'], { env }));
  const entries = new Map<string, Entry>();
  const fields = tracked.split('\0');
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [, beforeMode = '', mode = '', before = '', after = ''] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(fields[i] ?? '') ?? [];
    const raw = fields[i + 1] ?? '';
    const from = isNothing(before) ? nothing : before;
    entries.set(raw, {
      raw,
      path: utf8(raw),
      before: `${beforeMode} ${from}`,
      mode,
      known: isNothing(after) ? '' : after,
    });
  }
  for (const raw of untracked) {
    entries.set(raw, { raw, path: utf8(raw), before: `000000 ${nothing}`, mode: '', known: '' });
  }
  return [...entries.values()].sort((a, b) => (a.raw < b.raw ? -1 : 1));
}

async function untrackedFiles(git: Git): Promise<string[]> {
  return (await git.bytes(['ls-files', '-z', '--others', '--exclude-standard']))
    .split('\0')
    .filter((raw) => raw !== '');
}

function utf8(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('utf8');
}

/** What is there now. A file that is deleted, a link and a program are other things than a file of the same content. */
async function digestOf(git: Git, { raw, mode, known }: Entry): Promise<string> {
  const path = Buffer.concat([Buffer.from(`${git.top}/`), Buffer.from(raw, 'latin1')]);
  const found = await lstat(path).catch(() => undefined);
  // A sparse checkout leaves files out that are committed all the same.
  if (found === undefined) return known === '' || mode === '000000' ? 'deleted' : `${mode} ${known}`;
  if (found.isSymbolicLink()) return `link ${sha256(await readlink(path, 'buffer'))}`;
  if (found.isFile()) {
    const executable = mode === '' || mode === '000000' ? (found.mode & 0o100) !== 0 : mode === '100755';
    return `${await digestFile(path)}${executable ? ' program' : ''}`;
  }
  if (found.isDirectory()) {
    // Not by its folder: that of a submodule which is not checked out belongs to the repository around it.
    const inner = join(git.top, utf8(raw), '.git');
    const commit = await git.line([`--git-dir=${inner}`, 'rev-parse', '--quiet', '--verify', 'HEAD']);
    return `repository ${commit ?? (known || 'without a commit')}`;
  }
  return 'special';
}

/** A stream costs more than most files. */
const readWhole = 1024 * 1024;

async function digestFile(path: Buffer): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if ((await file.stat()).size <= readWhole) return sha256(await file.readFile());
    const hash = createHash('sha256');
    await pipeline(file.createReadStream({ autoClose: false }), hash);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** Not all at once: there are only so many files that may be open. */
async function mapLimited<T, R>(values: readonly T[], limit: number, act: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < values.length; index = next++) {
      results[index] = await act(values[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, work));
  return results;
}

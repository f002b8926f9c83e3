// The change as it stands: everything that differs from its base, committed or not, and the hash of it. Evidence is
// bound to that hash, so it must see each edit that could be committed, and must not see that the same was committed.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PartyError } from '../core/errors.ts';
import { baseRef, branchOf, fixedBase, type Head, partyStart, preferred } from '../core/review/base.ts';
import { reduceCycles } from '../core/review/cycle.ts';
import type { ProjectEvent } from '../core/review/event.ts';
import { createIgnored } from '../core/review/ignored.ts';
import { currentCycle } from '../core/review/reduce.ts';
import type { ChangeFacts } from '../core/review/review.ts';
import type { Git } from './git.ts';
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
  const looking = { hidden: hiddenFiles(git), untracked: untrackedFiles(git), baseRef: findBaseRef(git) };
  for (const look of Object.values(looking)) look.catch(() => {});
  const head = await readHead(git);
  const base = given ?? (await chooseBase(git, head, events, looking.baseRef));
  const entries = await changedEntries(git, base, await looking.hidden, await looking.untracked);
  const isIgnored = createIgnored(ignore);
  const counted = entries.filter(({ path }) => !isIgnored(path));
  const digests = await mapLimited(counted, 16, (entry) => digestOf(git, entry));
  const files = Object.fromEntries(counted.map(({ path }, index) => [path, (digests[index] ?? '').slice(0, 16)]));
  const hash = createHash('sha256');
  for (const [index, { path, before }] of counted.entries()) hash.update(`${before} ${digests[index]} ${path}\0`);
  return {
    hash: hash.digest('hex'),
    files,
    docsOnly: counted.length === 0 && entries.length > 0,
    branch: head.branch,
    base,
  };
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

async function chooseBase(
  git: Git,
  head: Head,
  events: readonly ProjectEvent[],
  looking: Promise<string | undefined>,
): Promise<string> {
  const here = { hash: null, files: {}, docsOnly: false, branch: head.branch, base: '' };
  const fixed = fixedBase(currentCycle(reduceCycles(events).all, here));
  if (fixed !== undefined && (await exists(git, fixed))) return fixed;
  if (head.commit === undefined) return emptyTree(git);
  const ref = await looking;
  if (ref !== undefined && branchOf(ref) !== head.branch) {
    // Without a common commit (a shallow clone, a grafted history) all that differs from the base branch is the change.
    return (await git.line(['merge-base', 'HEAD', ref])) ?? (await git.text(['rev-parse', `${ref}^{commit}`])).trim();
  }
  const start = partyStart(events, head.branch);
  if (start !== undefined && (await exists(git, start))) return start;
  const upstream = ref?.startsWith('refs/remotes/') ? await git.line(['merge-base', 'HEAD', ref]) : undefined;
  return upstream ?? head.commit;
}

async function findBaseRef(git: Git): Promise<string | undefined> {
  const format = '--format=%(refname) %(symref)';
  const found = await git.text(['for-each-ref', format, 'refs/remotes/origin/HEAD', ...preferred]);
  const refs = found.split('\n').map((line) => {
    const [name = '', target = ''] = line.split(' ');
    return { name, target };
  });
  const ref = baseRef(refs);
  // The remote's HEAD may name a branch that was never fetched.
  return ref !== undefined && (await exists(git, ref))
    ? ref
    : preferred.find((one) => refs.some((r) => r.name === one));
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
}

const nothing = '0'.repeat(40);

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
    const [, beforeMode = '', mode = '', before = ''] = /^:(\d+) (\d+) ([0-9a-f]+) /.exec(fields[i] ?? '') ?? [];
    const raw = fields[i + 1] ?? '';
    const known = /^0+$/.test(before) ? nothing : before;
    entries.set(raw, { raw, path: utf8(raw), before: `${beforeMode} ${known}`, mode });
  }
  for (const raw of untracked) {
    entries.set(raw, { raw, path: utf8(raw), before: `000000 ${nothing}`, mode: '' });
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
async function digestOf(git: Git, { raw, mode }: Entry): Promise<string> {
  const path = Buffer.concat([Buffer.from(`${git.top}/`), Buffer.from(raw, 'latin1')]);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return 'deleted';
  if (found.isSymbolicLink()) return `link ${sha256(await readlink(path, 'buffer'))}`;
  if (found.isFile()) {
    const executable = mode === '' || mode === '000000' ? (found.mode & 0o100) !== 0 : mode === '100755';
    return `${await digestFile(path)}${executable ? ' program' : ''}`;
  }
  if (found.isDirectory()) {
    const commit = await git.line(['-C', join(git.top, utf8(raw)), 'rev-parse', 'HEAD']);
    return `repository ${commit ?? 'without a commit'}`;
  }
  return 'special';
}

async function digestFile(path: Buffer): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const hash = createHash('sha256');
    await pipeline(file.createReadStream({ autoClose: false }), hash);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

function sha256(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
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

// Reads the current change: everything that differs from its base, committed or not, and its hash. Evidence is bound to
// the hash. So every edit that could be committed must change the hash, and a commit of the same content must not.

import { createHash } from 'node:crypto';
import type { Head } from '../../core/review/base.ts';
import { createIgnored } from '../../core/review/ignored.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { ChangeFacts } from '../../core/review/review.ts';
import type { Git } from '../system/git.ts';
import { type Base, chooseBase, exists, forwardBase, readRefs } from './changeBase.ts';
import { changedEntries, uncommittedFiles } from './changedFiles.ts';
import { digestsOf } from './fileDigest.ts';
import { listFiles } from './honestIndex.ts';

export interface ChangeQuestion {
  readonly state: LogState;
  /** Patterns of files that need no review. */
  readonly ignore: readonly string[];
  /** Replaces the base that follows from the log. */
  readonly base?: string | undefined;
}

export async function readChange(git: Git, { state, ignore, base: given }: ChangeQuestion): Promise<ChangeFacts> {
  // Start all of these together: a gate then waits for the slowest, not for the sum.
  const looking = { files: listFiles(git), refs: readRefs(git) };
  for (const look of Object.values(looking)) look.catch(() => {});
  const refs = await looking.refs;
  const { head } = refs;
  const at = async ({ base, known }: Base) => changeAt(git, { head, base, known, ...(await looking.files), ignore });
  if (given !== undefined) return at({ base: given, known: true });
  const cycle = state.currentCycle({ branch: head.branch, hash: null });
  if (cycle !== undefined && (await exists(git, cycle.base))) {
    const base = cycle.approved === null ? await forwardBase(git, head, cycle.base, refs) : cycle.base;
    const change = await at({ base, known: true });
    if (cycle.approved === null || cycle.approved.hash === change.hash) return change;
  }
  return at(await chooseBase(git, head, state, refs));
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
  const digests = await digestsOf(git, counted);
  const files = Object.fromEntries(counted.map(({ path }, index) => [path, (digests[index] ?? '').slice(0, 16)]));
  const hash = createHash('sha256');
  for (const [index, { path, before }] of counted.entries()) hash.update(`${before} ${digests[index]} ${path}\0`);
  return {
    hash: hash.digest('hex'),
    files,
    docsOnly: counted.length === 0 && entries.length > 0,
    branch: head.branch,
    base,
    baseKnown: known,
    uncommitted,
  };
}

// Reads the current change: everything that differs from its base, committed or not, and its hash. Evidence is bound to
// the hash. So every edit that could be committed must change the hash, and a commit of the same content must not.

import type { Head } from '../../core/review/base.ts';
import { createIgnored, createIsDocument } from '../../core/review/ignored.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { ChangeFacts } from '../../core/review/review.ts';
import type { Git } from '../system/git.ts';
import { sha256 } from '../system/hash.ts';
import { type Base, chooseBase, exists, forwardBase, type Refs, readRefs } from './changeBase.ts';
import { type ChangedEntry, changedEntries, uncommittedFiles } from './changedFiles.ts';
import { digestsOf } from './fileDigest.ts';
import { type ListedFiles, listFiles } from './honestIndex.ts';

export interface ChangeQuestion {
  readonly state: LogState;
  /** Patterns of untracked files that need no review. */
  readonly ignore: readonly string[];
  /** Replaces the base that follows from the log. */
  readonly base?: string | undefined;
  /** What was asked before the log was read. */
  readonly looking?: Looking | undefined;
}

export interface Looking {
  readonly files: Promise<ListedFiles>;
  readonly refs: Promise<Refs>;
}

/** Asks git what does not depend on the log. Both together: a gate then waits for the slower one, not for the sum. */
export function beginChange(git: Git): Looking {
  const looking = { files: listFiles(git), refs: readRefs(git) };
  for (const look of Object.values(looking)) look.catch(() => {});
  return looking;
}

export async function readChange(git: Git, question: ChangeQuestion): Promise<ChangeFacts> {
  const { state, ignore, base: given, looking = beginChange(git) } = question;
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
  readonly attributes: boolean;
  readonly ignore: readonly string[];
}

async function changeAt(git: Git, look: Look): Promise<ChangeFacts> {
  const { head, base, known, hidden, untracked, attributes, ignore } = look;
  const isIgnored = createIgnored(ignore);
  const [entries, uncommitted] = await Promise.all([
    changedEntries(git, base, hidden, untracked),
    uncommittedFiles(git, { head, base, hidden, untracked, isIgnored }),
  ]);
  const counted = entries.filter((entry) => !(entry.untracked && isIgnored(entry.path)));
  const isDocument = createIsDocument(ignore);
  const digests = await digestsOf(git, counted, { attributes });
  const digested = counted.map((entry, index) => ({ ...entry, digest: '', filtered: false, ...digests[index] }));
  return {
    hash: sha256(digested.map(({ path, before, digest }) => `${before} ${digest} ${path}\0`).join('')),
    files: Object.fromEntries(digested.map(({ path, digest }) => [path, digest.slice(0, 16)])),
    filtered: digested.filter(({ filtered }) => filtered).map(({ path }) => path),
    docsOnly: entries.length > 0 && counted.every((entry) => isPlainFile(entry) && isDocument(entry.path)),
    branch: head.branch,
    base,
    baseKnown: known,
    uncommitted,
  };
}

/** Added, changed or removed as text: a link or a program is more than a document. */
function isPlainFile({ mode, before }: ChangedEntry): boolean {
  return [mode, before.slice(0, 6)].every((one) => /^(?:100644|0*)$/.test(one));
}

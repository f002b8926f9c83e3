// Asks git which files differ from a commit: tracked, untracked, and not committed yet.

import type { Head } from '../../core/review/base.ts';
import type { Git } from '../system/git.ts';
import { withHonestIndex } from './honestIndex.ts';

export interface ChangedEntry {
  /** The name as git prints it, one character for each byte. */
  readonly raw: string;
  readonly path: string;
  /** Mode and content in the base, so that the same file on another base is a different change. */
  readonly before: string;
  readonly mode: string;
  /** The object id if git knows it; empty when the file must be read. */
  readonly known: string;
}

const nothing = '0'.repeat(40);
const isNothing = (id: string) => /^0+$/.test(id);

/** Sorted by name, each file once. */
export async function changedEntries(
  git: Git,
  base: string,
  hidden: readonly string[],
  untracked: readonly string[],
): Promise<ChangedEntry[]> {
  const options = ['--raw', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=dirty', '--no-ext-diff'];
  const tracked = await withHonestIndex(git, hidden, (env) => git.bytes(['diff', ...options, base, '--'], { env }));
  const entries = new Map<string, ChangedEntry>();
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

export interface UncommittedQuestion {
  readonly head: Head;
  readonly base: string;
  readonly hidden: readonly string[];
  readonly untracked: readonly string[];
  readonly isIgnored: (path: string) => boolean;
}

/** Uncommitted files, which a pull request would lack. Empty while the branch has no committed change that counts. */
export async function uncommittedFiles(git: Git, question: UncommittedQuestion): Promise<string[]> {
  const { head, base, hidden, untracked, isIgnored } = question;
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

/** Decodes a file name that git printed, with one character for each byte. */
export function utf8(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('utf8');
}

// What the user's clicks ask of Claude about a pull request. Claude reads these.

import { wayText } from '../../base/remark.ts';
import type { EvidenceKind } from '../../project/evidenceKinds.ts';
import { evidenceWays } from '../evidenceWays.ts';
import type { Review } from '../review.ts';

/** Asks for these proofs, each with the way to get it. */
export function askForProofs(kinds: readonly EvidenceKind[]): string {
  const ways = kinds.map((kind) => {
    const { words, next } = evidenceWays[kind];
    return `- ${kind}: ${words ?? next.map((way) => wayText(way, 'author')).join('. ')}`;
  });
  return [
    'Please get what this change still needs before a pull request, for the code as it is now:',
    ...ways,
    'If one of them finds a problem, fix it first. `party evidence list` shows what is there.',
  ].join('\n');
}

/** Claude writes and creates it, so that the gate looks at it. */
export function askForPullRequest({ missing, change }: Pick<Review, 'missing' | 'change'>): string {
  const left = missing.length === 0 ? [] : [`Still missing: ${missing.join(', ')}. Get these first.`];
  const uncommitted = (change?.uncommitted ?? []).length;
  const commit = uncommitted === 0 ? [] : ['Commit the reviewed files first, exactly as they are.'];
  return [
    'The review is over: Codex has approved this change. Please create the pull request now.',
    ...left,
    ...commit,
    'For its description, `party review summary` prints the rounds, the findings and the checks as Markdown.',
  ].join('\n');
}

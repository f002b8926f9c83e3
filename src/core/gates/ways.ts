// How to get each kind of evidence, for agents and users who hear that it is missing.

import { oneLine } from '../base/outsideText.ts';
import { type EvidenceKind, evidenceKinds } from '../review/evidence.ts';
import type { Review } from '../review/review.ts';

const ways: Readonly<Record<EvidenceKind, string>> = {
  'code-critic': 'run the sub-agent party:code-critic on the change; its last line must be VERDICT: APPROVE',
  minimizer: 'run the sub-agent party:minimizer on the change; its last line must be VERDICT: APPROVE',
  'tests-passed': 'party evidence run tests -- YOUR TEST COMMAND',
  'checks-passed': 'party evidence run checks -- YOUR LINT AND TYPE CHECK COMMAND',
  'security-scanned': 'run the sub-agent party:security-scanner on the change; its last line must be VERDICT: CLEAN',
  'codex-ran': 'tmux-codex.sh --review, then tmux-codex.sh --review-complete FILE when Codex has written its findings',
  'codex-approved': 'tmux-codex.sh --approve, when no blocking finding is open',
  'pr-verified': 'party evidence verify, when nothing else is missing',
};

/** One line per kind, in the best order to get them, with the known reason why it is missing. */
export function missingLines({ evidence, change }: Review, kinds: readonly EvidenceKind[]): string[] {
  return evidenceKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => {
      const { hash, note } = evidence[kind];
      const why = note ?? (hash !== null && hash !== change?.hash ? 'the code has changed since' : null);
      return `- ${kind}${why === null ? '' : ` (${oneLine(why)})`}: ${ways[kind]}`;
    });
}

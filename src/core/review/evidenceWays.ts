// How to get each kind of evidence, for agents and users who hear that it is missing.

import type { WayOut } from '../base/remark.ts';
import type { EvidenceKind } from '../project/evidenceKinds.ts';

interface EvidenceWays {
  /** A sentence, when no act of ours is the way. */
  readonly words?: string;
  readonly next: readonly WayOut[];
}

export const evidenceWays: Readonly<Record<EvidenceKind, EvidenceWays>> = {
  'code-critic': fromAgent('code-critic', 'APPROVE'),
  minimizer: fromAgent('minimizer', 'APPROVE'),
  'tests-passed': { next: [{ act: 'runTests' }] },
  'checks-passed': { next: [{ act: 'runChecks' }] },
  'security-scanned': fromAgent('security-scanner', 'CLEAN'),
  'codex-ran': { next: [{ act: 'requestReview' }, { act: 'completeReview' }] },
  'codex-approved': { next: [{ act: 'approve' }] },
  'pr-verified': { next: [{ act: 'verifyEvidence' }] },
};

function fromAgent(name: string, verdict: string): EvidenceWays {
  const words = `Claude runs the sub-agent party:${name} on the change; its last line must be VERDICT: ${verdict}`;
  return { words, next: [] };
}

// What the user can do about a proof. Each act is a command of the editor.

import type { EvidenceKind } from '../../../core/project/evidenceKinds.ts';
import type { Proof } from '../../../core/review/ready/readiness.ts';

export type ProofAct =
  | 'runTests'
  | 'runChecks'
  | 'askForProof'
  | 'requestReview'
  | 'approve'
  | 'verifyEvidence'
  | 'acceptEvidence';

/** Undefined while it runs, and for a proof that is there. */
export function proofAct({ kind, state }: Pick<Proof, 'kind' | 'state'>): ProofAct | undefined {
  if (state === 'running') return undefined;
  if (state === 'waiting') return 'acceptEvidence';
  // Tests may be run again at any time.
  return state === 'done' && kind !== 'tests-passed' && kind !== 'checks-passed' ? undefined : actOf[kind];
}

const actOf: Readonly<Record<EvidenceKind, ProofAct>> = {
  'code-critic': 'askForProof',
  minimizer: 'askForProof',
  'security-scanned': 'askForProof',
  'tests-passed': 'runTests',
  'checks-passed': 'runChecks',
  'codex-ran': 'requestReview',
  'codex-approved': 'approve',
  'pr-verified': 'verifyEvidence',
};

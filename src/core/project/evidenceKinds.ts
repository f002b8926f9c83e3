// The kinds of evidence that a pull request can need, in the best order to get them.

export const evidenceKinds = [
  'code-critic',
  'minimizer',
  'tests-passed',
  'checks-passed',
  'security-scanned',
  'codex-ran',
  'codex-approved',
  'pr-verified',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

// What can happen to a finding, to a plan and to collab, in the words of the project log.

export const triageStates = ['open', 'fixed', 'rejected', 'out-of-scope'] as const;
export type TriageState = (typeof triageStates)[number];

/**
 * `reviewed`: Codex requests changes to a version. `failed`: a review without a verdict. `forced`: a human's approval.
 */
export const planEvents = ['started', 'stopped', 'reviewed', 'failed', 'approved', 'forced', 'withdrawn'] as const;

/** `failed`: a review without a verdict. `held`: a pause that only a human ends. */
export const collabEvents = [
  ...(['started', 'reviewed', 'failed', 'paused', 'held', 'resumed'] as const),
  /** `edited`: the actor finds a change to the state that Party did not make. */
  ...(['skipped', 'cancelled', 'completed', 'edited'] as const),
  /** A task that changed only documents, which need no review. */
  ...(['passed'] as const),
] as const;

// The proofs that a pull request needs, and the state of each. The Session view, the list behind the status bar and the
// summary of a review all show the same.

import type { EvidenceKind } from '../../project/evidenceKinds.ts';
import { type Evidence, missingFor } from '../evidence.ts';
import type { Review } from '../review.ts';
import { waitingRound } from '../standstill.ts';

/**
 * `waiting`: a command that is not the usual one has passed, and a human has to accept it. `failed`: the last attempt
 * gave no evidence.
 */
export type ProofState = 'done' | 'running' | 'outdated' | 'failed' | 'waiting' | 'missing';

export interface Proof {
  readonly kind: EvidenceKind;
  readonly state: ProofState;
  readonly evidence: Evidence;
}

export interface Readiness {
  readonly proofs: readonly Proof[];
  readonly done: number;
  /**
   * `off`: the user requires nothing. `nothing`: there is no change to make a pull request of. `documents`: only files
   * changed that need no review. `open`: something is missing.
   */
  readonly state: 'off' | 'nothing' | 'documents' | 'open' | 'ready';
  /** Files that a pull request would not contain yet. */
  readonly uncommitted: readonly string[];
}

/** What runs now, beyond what the log says. */
export interface RunningNow {
  /** The kinds for which a command of `party evidence run` runs. */
  readonly runs: readonly EvidenceKind[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function readinessOf(review: Review, running: RunningNow): Readiness {
  const proofs = review.policy.required.map((kind) => ({
    kind,
    state: stateOf(review, kind, running),
    evidence: review.evidence[kind],
  }));
  const done = proofs.filter(({ state }) => state === 'done').length;
  return { proofs, done, state: overallOf(review), uncommitted: review.change?.uncommitted ?? [] };
}

function overallOf({ policy, change, missing }: Review): Readiness['state'] {
  if (policy.required.length === 0) return 'off';
  if (change?.docsOnly === true) return 'documents';
  if (change === null || Object.keys(change.files).length === 0) return 'nothing';
  return missing.length === 0 ? 'ready' : 'open';
}

function stateOf(review: Review, kind: EvidenceKind, running: RunningNow): ProofState {
  const { evidence, change } = review;
  const hash = change?.hash ?? null;
  const { [kind]: one } = evidence;
  if (isRunning(review, one, running)) return 'running';
  if (missingFor(evidence, hash, [kind]).length === 0) return 'done';
  if (one.waitsAt !== null && one.waitsAt === hash) return 'waiting';
  if (one.note !== null) return 'failed';
  return one.hash === null ? 'missing' : 'outdated';
}

/** A critic takes minutes. If it was killed, nothing records its end. */
const longestCriticMs = 30 * 60_000;

function isRunning({ status, rounds }: Review, { kind, begunAt }: Evidence, { runs, now }: RunningNow): boolean {
  if (runs.includes(kind)) return true;
  if (kind === 'codex-ran') {
    const isWaiting = status.kind === 'requested' && waitingRound(rounds) !== undefined;
    return isWaiting && !status.overdue && (status.standstill ?? null) === null;
  }
  return begunAt !== undefined && now - Date.parse(begunAt) < longestCriticMs;
}

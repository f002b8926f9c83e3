// The review of the change in `party status`.

import type { Standstill } from './standstill.ts';

export interface ReviewStatus {
  readonly kind: 'none' | 'requested' | 'findings' | 'changes-requested' | 'approved' | 'stale' | 'needs-discussion';
  readonly round: number;
  readonly blocking: number;
  readonly hash: string | null;
  readonly targeted: boolean;
  readonly overdue: boolean;
  /** Why the open round does not continue by itself, if known. */
  readonly standstill?: Standstill | null;
  readonly staleBecause: readonly string[];
  /** The findings of the round are not proven to be the reviewer's, or come from a program that only the user trusts. */
  readonly origin?: 'unproven' | 'generic';
  /** What the reviewer has written for the open round, and the author has not read yet. */
  readonly arrived?: ArrivalStatus;
  /** Stale, and never approved: only the review is outdated. */
  readonly unapproved?: true;
}

/**
 * `proven`: the reviewer's own word. `unproven`: any process may have written it. `unreadable`: the file is no list of
 * findings.
 */
export type ArrivalState = 'proven' | 'unproven' | 'unreadable';

export interface ArrivalStatus {
  readonly state: ArrivalState;
  /** Why it cannot be read. Text from outside. */
  readonly reason: string | null;
  readonly findings: number;
  readonly blocking: number;
}

/** The status before the first request. */
export const noReview: ReviewStatus = {
  kind: 'none',
  round: 0,
  blocking: 0,
  hash: null,
  targeted: false,
  overdue: false,
  staleBecause: [],
};

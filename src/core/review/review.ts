// The state of a change's review, the same for the status bar, `party status`, gates and views.

import type { LedgerFinding } from '../findings/ledgerFinding.ts';
import type { Budget } from '../project/budget.ts';
import type { LogTrouble } from '../project/chain.ts';
import type { EvidenceKind } from '../project/evidenceKinds.ts';
import type { FindingsOrigin } from '../project/origin.ts';
import type { GivenUp } from './cycle.ts';
import type { EvidenceTable } from './evidence.ts';
import type { Pass } from './pass.ts';
import type { GatePolicy } from './policy.ts';
import type { ArrivalState, ReviewStatus } from './reviewStatus.ts';

/** The current state of git. */
export interface ChangeFacts {
  /** Null when unknown; then nothing counts as approved. */
  readonly hash: string | null;
  /** Each changed file that the hash covers, with the first digits of its own hash. */
  readonly files: Readonly<Record<string, string>>;
  /** Files of which git commits other bytes than those on disk, by a clean filter or an encoding. */
  readonly filtered: readonly string[];
  /**
   * Only documents changed, or files that git does not track and that need no review. A pull request of documents needs
   * no evidence, but the hash covers them.
   */
  readonly docsOnly: boolean;
  readonly branch: string;
  readonly base: string;
  /** False when the branch's base is unknown, so that `base` is only its current commit. */
  readonly baseKnown: boolean;
  /**
   * Files under review that differ from the last commit: a pull request would not contain what was reviewed. Empty
   * while nothing is committed, because then there is no pull request to make.
   */
  readonly uncommitted: readonly string[];
}

export interface Round {
  readonly n: number;
  readonly request: string;
  readonly requestedAt: string;
  /** Null until the reviewer answers. */
  readonly receivedAt: string | null;
  /** Who wrote its findings, as far as Party can prove it; null while there are none. */
  readonly origin: FindingsOrigin | null;
  /** The hash of the loaded bytes that are not proven to be the reviewer's own; null when there are none. */
  readonly unproven: string | null;
  readonly title: string;
  readonly delta: boolean;
  readonly headless: boolean;
  /** The process that sends the request or runs Codex without a pane, when the log has it. */
  readonly runner: string | null;
  readonly hash: string;
  /** The git tree of the code that was reviewed; null when git could not make one. */
  readonly tree: string | null;
  /**
   * The result; `open` until there is one, `superseded` when the next round was requested without a decision about this
   * one.
   */
  readonly outcome: 'open' | 'changes-requested' | 'approved' | 'needs-discussion' | 'superseded' | 'abandoned';
  /** Why its approval covers a small fix without a review; null when it does not. */
  readonly targeted: string | null;
  /** The reviewer reports that it looked at no file, and found nothing. */
  readonly blind: boolean;
  /** How many findings this round raised, and how many of them are new. */
  readonly found: number;
  readonly foundNew: number;
  readonly foundBlocking: number;
  /** Of the findings open after this round: how many were resolved before the next round, or until now. */
  readonly resolved: number;
  /** How many were not. */
  readonly open: number;
  readonly openBlocking: number;
  /** The earlier round that had exactly the same code, with other code in between: the work goes in circles. */
  readonly sameAs: number | null;
  /** The file for the reviewer's findings. */
  readonly file: string;
}

/** What the reviewer has written for an open round, before the author reads it. */
export interface ArrivedFindings {
  readonly round: number;
  readonly request: string;
  readonly file: string;
  readonly state: ArrivalState;
  /** Why it cannot be read. Text from outside. */
  readonly reason: string | null;
  readonly blocking: number;
  /** With the keys that they will have in the ledger. A finding that was raised before has its old key. */
  readonly findings: readonly LedgerFinding[];
}

export interface Review {
  readonly status: ReviewStatus;
  /** The change under review; null before the first request. */
  readonly cycle: string | null;
  readonly rounds: readonly Round[];
  /** The git tree of the code that was approved last, stale or not; null when there is none. */
  readonly approvedTree: string | null;
  /** All findings of the change, newest round first, in the reviewer's order. */
  readonly findings: readonly LedgerFinding[];
  /** What has arrived for open rounds. It is only shown, and counts nowhere. Omitted when nothing has. */
  readonly arrived?: readonly ArrivedFindings[];
  readonly evidence: EvidenceTable;
  /** Which evidence a pull request needs, and why. */
  readonly policy: GatePolicy;
  /** What a human let through on this branch without all of it. */
  readonly passes: readonly Pass[];
  /** What a pull request still needs at this hash; empty when nothing is missing. */
  readonly missing: readonly EvidenceKind[];
  /** The change as it is now; null outside a git repository. */
  readonly change: ChangeFacts | null;
  /** Why a human should look: a recorded reason, the budget, or code that went back and forth. */
  readonly discussion: string | null;
  /** The last request, if it had no result and no other has followed. */
  readonly givenUp: GivenUp | null;
  /** Rounds without an approval, and their limit. */
  readonly budget: { readonly used: number; readonly limit: number };
  /** What Codex has cost overall, and the limits. */
  readonly spending: Budget;
  /** Lines of the log that do not count; omitted when all do. */
  readonly log?: LogTrouble;
}

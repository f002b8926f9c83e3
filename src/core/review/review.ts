// Where the review of the change stands, as everybody sees it: status bar, `party status`, gates and views.

import type { LedgerFinding } from '../findings/ledgerFinding.ts';
import type { Budget } from '../project/budget.ts';
import type { GivenUp } from './cycle.ts';
import type { EvidenceKind, EvidenceTable } from './evidence.ts';
import type { ReviewStatus } from './reviewStatus.ts';

/** What git says now. */
export interface ChangeFacts {
  /** Null when it cannot be known: then nothing counts as approved. */
  readonly hash: string | null;
  /** Each changed file that counts, with the first digits of its own hash. */
  readonly files: Readonly<Record<string, string>>;
  /** Something changed, but nothing that has to be reviewed. */
  readonly docsOnly: boolean;
  readonly branch: string;
  readonly base: string;
  /** False when nothing says what the branch is a change of, so that the base is only where it stands. */
  readonly baseKnown: boolean;
  /**
   * Files that count and are not in the last commit as they are here: a pull request would be something else than what
   * was reviewed. None while nothing that counts is committed at all, because then there is no pull request to make.
   */
  readonly uncommitted: readonly string[];
}

export interface Round {
  readonly n: number;
  readonly request: string;
  readonly requestedAt: string;
  /** Null while the reviewer has not answered. */
  readonly receivedAt: string | null;
  readonly title: string;
  readonly delta: boolean;
  readonly headless: boolean;
  /** The process that sends the request, or runs Codex without a pane, as far as the log says it. */
  readonly runner: string | null;
  readonly hash: string;
  /** How it ended; `open` while it has not, `superseded` when the next one was asked for without a word about it. */
  readonly outcome: 'open' | 'changes-requested' | 'approved' | 'needs-discussion' | 'superseded' | 'abandoned';
  /** Why its approval covers a small fix that nobody has reviewed; null when there is none. */
  readonly targeted: string | null;
  /** The reviewer says itself that it has looked at nothing, and it found nothing. */
  readonly blind: boolean;
  /** What this round raised, and how much of it for the first time. */
  readonly found: number;
  readonly foundNew: number;
  readonly foundBlocking: number;
  /** Of all that was open once its findings had come: what was resolved until the next round's came, or until now. */
  readonly resolved: number;
  /** And what was not. */
  readonly open: number;
  readonly openBlocking: number;
  /** The earlier round that had seen the very same code before it was changed: the work goes in circles. */
  readonly sameAs: number | null;
  /** Where the reviewer writes, or wrote, its findings. */
  readonly file: string;
}

export interface Review {
  readonly status: ReviewStatus;
  /** The change under review; null before the first request. */
  readonly cycle: string | null;
  readonly rounds: readonly Round[];
  /** All findings of the change, newest round first as the reviewer ordered them. */
  readonly findings: readonly LedgerFinding[];
  readonly evidence: EvidenceTable;
  /** What a pull request still needs at this hash; empty when it may be made. */
  readonly missing: readonly EvidenceKind[];
  /** The change as it is now; null outside a git repository. */
  readonly change: ChangeFacts | null;
  /** Why a human should look: the reason given, the budget, or that the code went back and forth. */
  readonly discussion: string | null;
  /** The last request, when it came to nothing and no other one has been made since. */
  readonly givenUp: GivenUp | null;
  /** Rounds without an approval, and how many there may be. */
  readonly budget: { readonly used: number; readonly limit: number };
  /** What Codex has cost in all loops, and what it may. */
  readonly spending: Budget;
}

// The state of a project: what `party status --json` prints and what the editor shows. Each room defines its part; this
// file puts the parts together.

import type { CollabStatus } from '../collab/collabStatus.ts';
import type { MessageStatus } from '../messages/messageStatus.ts';
import type { PlanStatus } from '../plan/planStatus.ts';
import type { BudgetStatus } from '../project/budget.ts';
import type { LogTrouble } from '../project/chain.ts';
import type { Pass } from '../review/pass.ts';
import type { GatePolicy } from '../review/policy.ts';
import { noReview, type ReviewStatus } from '../review/reviewStatus.ts';
import type { PartyStatus } from '../session/partyStatus.ts';

export interface Status extends PartyStatus {
  /** Oldest first: everything that is on its way or unsure, and the newest of all others. */
  readonly messages: readonly MessageStatus[];
  readonly review: ReviewStatus;
  readonly plan: PlanStatus;
  readonly collab: CollabStatus;
  readonly gates: GatesStatus;
  readonly budget: BudgetStatus;
  /** Lines of the project's log that do not count; omitted when all do. */
  readonly log?: LogTrouble;
}

/** `active` is true only when the gates really hold back the agents' pull requests. */
export interface GatesStatus {
  readonly active: boolean;
  readonly missing: readonly string[];
  /** Why the gates are off, if known. */
  readonly why?: string | null;
  /** What a pull request needs, and why; omitted when no project was read. */
  readonly policy?: GatePolicy;
  /** What a human let through on this branch; omitted when there is nothing. */
  readonly passes?: readonly Pass[];
}

/** The status of a project without any requests. */
export const quietStatus: Status = {
  session: null,
  agents: [],
  messages: [],
  review: noReview,
  plan: { kind: 'off', version: 0, hash: null },
  collab: { phase: 'idle', paused: false },
  gates: { active: false, missing: [] },
  budget: { rounds: 0, minutes: 0, tokens: 0, left: null },
};

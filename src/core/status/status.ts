// Everything about a project at a glance: what `party status --json` prints and what the editor shows. Each room says
// what its part looks like; this file puts the parts together.

import type { CollabStatus } from '../collab/collabStatus.ts';
import type { MessageStatus } from '../messages/messageStatus.ts';
import type { PlanStatus } from '../plan/planStatus.ts';
import type { BudgetStatus } from '../project/budget.ts';
import { noReview, type ReviewStatus } from '../review/reviewStatus.ts';
import type { PartyStatus } from '../session/partyStatus.ts';

export interface Status extends PartyStatus {
  /** Oldest first: everything on its way or unsure, and the last ones of all others. */
  readonly messages: readonly MessageStatus[];
  readonly review: ReviewStatus;
  readonly plan: PlanStatus;
  readonly collab: CollabStatus;
  readonly gates: GatesStatus;
  readonly budget: BudgetStatus;
}

/** `active` is true only when gates really stand between the agents and a pull request. */
export interface GatesStatus {
  readonly active: boolean;
  readonly missing: readonly string[];
  /** Why they do not, when that is known. */
  readonly why?: string | null;
}

/** A project where nothing has been asked for yet. */
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

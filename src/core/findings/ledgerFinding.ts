// One finding across all rounds that raised it.

import type { Actor } from '../base/actor.ts';
import type { AgentRole } from '../base/role.ts';
import type { Finding, Severity } from './finding.ts';

export type FindingState = 'open' | 'fixed' | 'rejected' | 'out-of-scope' | 're-raised';

/** A finding as the reviewer last described it, and what became of it. */
export interface LedgerFinding extends Finding {
  /** Stable across rounds: the round and id of its first appearance, `r1-F1`; for a document `d2r1-F1`. */
  readonly key: string;
  /** The code at the finding's place when it was last raised; empty when there is none. */
  readonly anchor: string;
  readonly state: FindingState;
  /** Since when. */
  readonly since: string;
  /** Why it was rejected, is out of scope, or counts as fixed. Text from outside. */
  readonly reason: string | null;
  /** The actor that set its state; `review` when a later round did. */
  readonly by: Actor | 'review';
  /** Oldest first. */
  readonly raised: readonly { readonly round: number; readonly severity: Severity }[];
  /** The reviewer has changed its severity. */
  readonly drifted: boolean;
  /** How often it was raised again after it had been resolved. */
  readonly returns: number;
  /** It has come back more than once, so the author and the reviewer disagree. */
  readonly oscillating: boolean;
  /** The document under review; null for code. */
  readonly document: string | null;
  /** Found by collab when Claude stopped, in the design or in a task; its key begins with `c1`. */
  readonly collab?: 'design' | 'task';
  /** A fix would contradict the approved design, so a human decides. */
  readonly conflicts?: boolean | undefined;
  /** Not proven to be the reviewer's own: the finding is only shown. Omitted for every other finding. */
  readonly origin?: 'unproven';
  /** Written by the reviewer, or unproven, and not read by the author yet: the finding is only shown. */
  readonly arrived?: 'proven' | 'unproven';
  /** The task made from it. A done task does not resolve the finding. */
  readonly task?: FindingTask;
  /** Its thread, oldest first. Omitted while nothing has been said. */
  readonly replies?: readonly FindingReply[];
}

export interface FindingReply {
  readonly at: string;
  readonly by: Actor;
  /** Text from outside. */
  readonly text: string;
  /** The agent that was sent a message about it. */
  readonly to?: AgentRole | undefined;
}

export interface FindingTask {
  /** The UUID of the task's team. */
  readonly team: string;
  readonly id: string;
  /** The task's issue on GitHub. */
  readonly issue?: { readonly number: number; readonly url: string } | undefined;
}

export function isCollab({ collab }: Pick<LedgerFinding, 'collab'>): boolean {
  return collab !== undefined;
}

/**
 * Whether a finding stands in the way of approving the code, or that document. Collab's findings about a design count
 * for the code that is built from it.
 */
export function isAbout(document: string | null): (finding: Pick<LedgerFinding, 'document' | 'collab'>) => boolean {
  return (finding) => (isCollab(finding) ? document === null : finding.document === document);
}

/** Open, and only a human may decide it. */
export function isForHuman({ state, conflicts }: Pick<LedgerFinding, 'state' | 'conflicts'>): boolean {
  return conflicts === true && isUnresolved({ state });
}

/** Something is still to be done about it. */
export function isUnresolved({ state }: Pick<LedgerFinding, 'state'>): boolean {
  return state === 'open' || state === 're-raised';
}

export function isBlocking(finding: Pick<LedgerFinding, 'state' | 'severity'>): boolean {
  return isUnresolved(finding) && finding.severity === 'blocking';
}

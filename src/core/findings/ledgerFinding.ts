// One finding over all the rounds in which it was raised.

import type { Actor } from '../base/actor.ts';
import type { Finding, Severity } from './finding.ts';

export type FindingState = 'open' | 'fixed' | 'rejected' | 'out-of-scope' | 're-raised';

/** Everything of a finding as the reviewer last said it, and what became of it. */
export interface LedgerFinding extends Finding {
  /** Stays the same over the rounds: the round and the id under which it was first raised, `r1-F1`; of a document `d2r1-F1`. */
  readonly key: string;
  /** The code that it is about, as it stood there when it was last raised; empty when there is none. */
  readonly anchor: string;
  readonly state: FindingState;
  /** Since when. */
  readonly since: string;
  /** Why it was rejected, is out of scope, or counts as fixed. Text from outside. */
  readonly reason: string | null;
  /** Who brought it into its state; `review` when a later round did. */
  readonly by: Actor | 'review';
  /** In order; the last one is the newest. */
  readonly raised: readonly { readonly round: number; readonly severity: Severity }[];
  /** The reviewer changed its mind about how bad it is. */
  readonly drifted: boolean;
  /** How often it was raised again after it had been resolved. */
  readonly returns: number;
  /** It has come back more than once: people talk past each other. */
  readonly oscillating: boolean;
  /** The document that was reviewed; null for code. */
  readonly document: string | null;
  /** Found by collab on a Stop, in the design or in a task; its key begins with `c1`. */
  readonly collab?: 'design' | 'task';
  /** To mend it would go against the approved design: a human decides. */
  readonly conflicts?: boolean | undefined;
  /** What was made of it; that the task is done says nothing about the finding. */
  readonly task?: FindingTask;
}

export interface FindingTask {
  /** The UUID of the team that has it. */
  readonly team: string;
  readonly id: string;
  /** On GitHub. */
  readonly issue?: { readonly number: number; readonly url: string } | undefined;
}

export function isCollab({ collab }: Pick<LedgerFinding, 'collab'>): boolean {
  return collab !== undefined;
}

/** In the way of approving the code, or of that document. What collab says about a design is about what is built. */
export function isAbout(document: string | null): (finding: Pick<LedgerFinding, 'document' | 'collab'>) => boolean {
  return (finding) => (isCollab(finding) ? document === null : finding.document === document);
}

/** Open, and not for an agent to decide. */
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

// One change through all its rounds. cycleFold.ts adds it up from the project log.

import type { LedgerFinding } from '../findings/ledgerFinding.ts';
import type { EventOf } from '../project/event.ts';
import type { FindingsOrigin } from '../project/origin.ts';
import type { Left } from './ledger.ts';
import type { Round } from './review.ts';

export interface Stamp {
  readonly at: string;
  readonly hash: string;
  readonly files: Readonly<Record<string, string>> | undefined;
}

/** What the reviewer has read, and how that is known. */
export interface CodexReading extends Stamp {
  readonly origin: Exclude<FindingsOrigin, 'unproven'>;
}

/** Findings that are not proven to be the reviewer's own. The request stays open. */
export interface Unproven {
  readonly event: EventOf<'received'>;
  /** As views show them. They are not in the ledger. */
  readonly findings: readonly LedgerFinding[];
}

export interface Approval extends Stamp {
  readonly targeted: string | null;
  /** A tree of the code, unless a round has it. */
  readonly tree?: string;
}

type Requested = EventOf<'requested'>;

/** A withdrawn request: its round does not count, and the next request has the same number. */
export interface GivenUp {
  readonly round: number;
  readonly at: string;
  readonly reason: string;
}

/** A round, and what was proven before its request. An abandoned request restores that. */
export interface Asked {
  readonly event: Requested;
  readonly before: Pick<Cycle, 'ran' | 'approved' | 'discussion'>;
  receivedAt: string | null;
  /** Who wrote its findings, as far as Party can prove it; null while there are none. */
  origin: FindingsOrigin | null;
  /** The hash of what the reviewer itself wrote last. */
  wrote: string | null;
  /** What was loaded last, as long as it is not proven. */
  unproven: Unproven | null;
  outcome: Round['outcome'];
  targeted: string | null;
  /** The reviewer reports that it looked at no file, and found nothing. */
  blind: boolean;
  found: number;
  foundNew: number;
  foundBlocking: number;
  /** How many findings were open after this round. */
  openThen: number;
  /** How many of these were left at the next round, or are left now. */
  left: Left;
}

export interface Cycle {
  readonly id: string;
  /** For collab, the branch where it was last seen: a session continues when a branch is made during it. */
  branch: string;
  /** From the last request. */
  base: string;
  readonly document: string | null;
  /** Collab looks at one task, so its verdict does not cover the change as a whole. */
  readonly collab: 'design' | 'task' | null;
  /** Keeps the finding keys of documents and of collab apart from those of the code. */
  readonly label: string;
  asked: Asked[];
  /** Those of the last round first. */
  findings: readonly LedgerFinding[];
  /** The last round that Codex read, with the code it read. */
  ran: CodexReading | null;
  approved: Approval | null;
  /** Why a human has to decide. */
  discussion: string | null;
  /** The last request, if it had no result, until the next one. */
  givenUp: GivenUp | null;
  /** When changes were last requested: earlier verdicts of the critics no longer count. */
  reReviewedAt: number;
  extensions: number;
}

/** The round that waits for its findings. */
export function openRequest(cycle: Cycle): Requested | undefined {
  const last = cycle.asked.at(-1);
  return last !== undefined && last.receivedAt === null && last.outcome === 'open' ? last.event : undefined;
}

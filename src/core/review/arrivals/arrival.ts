// Findings that the reviewer has written and the author has not read yet. They are shown as soon as they are there, but
// they change nothing: the ledger, the counts and the approval wait until the author reads them.

import { errorWords } from '../../findings/codes.ts';
import type { Intake } from '../../findings/finding.ts';
import { isBlocking, type LedgerFinding } from '../../findings/ledgerFinding.ts';
import type { EventOf } from '../../project/event.ts';
import type { Asked } from '../cycle.ts';
import type { LogState } from '../logState.ts';
import type { ArrivedFindings, Review } from '../review.ts';
import type { ArrivalStatus } from '../reviewStatus.ts';

/** What is in the file of an open request. */
export interface ReviewersAnswer {
  readonly intake: Intake;
  /** The reason of the file system when the file cannot be read. */
  readonly reason: string | undefined;
  /** Of its bytes. */
  readonly hash: string;
  /** When it was written. */
  readonly at: string;
  /** The code at the place of each finding. */
  readonly anchors: readonly string[];
  /** The user trusts this reviewer's files. */
  readonly trusted: boolean;
}

/**
 * The findings get the keys that they will have in the ledger, because the same rules are applied to a copy of it.
 * Undefined when they are loaded and shown already.
 */
export function arrivalOf(state: LogState, asked: Asked, answer: ReviewersAnswer): ArrivedFindings | undefined {
  const { event } = asked;
  const { intake, hash } = answer;
  if (asked.unproven !== null && asked.unproven.event.sha256 === hash) return undefined;
  const known = { round: event.round, request: event.request, file: event.file };
  if (intake.error !== null) {
    const reason = answer.reason ?? errorWords[intake.error];
    return { ...known, state: 'unreadable', reason, blocking: 0, findings: [] };
  }
  const proof = asked.wrote === hash || answer.trusted ? 'proven' : 'unproven';
  const findings = raisedBy(state, asked, answer).map((finding) => ({ ...finding, arrived: proof }) as const);
  return { ...known, state: proof, reason: null, blocking: findings.filter(isBlocking).length, findings };
}

/** The review with what has arrived for its open rounds. */
export function withArrivals(review: Review, arrived: readonly ArrivedFindings[]): Review {
  if (arrived.length === 0) return review;
  const last = review.rounds.at(-1);
  const own = arrived.find(({ request }) => request === last?.request && review.status.kind === 'requested');
  const status = own === undefined ? review.status : { ...review.status, arrived: arrivalStatus(own) };
  return { ...review, status, arrived };
}

/** What a view lists: a finding that has arrived again is shown once, as it has arrived. */
export function shownFindings({
  findings,
  arrived = [],
}: Pick<Review, 'findings' | 'arrived'>): readonly LedgerFinding[] {
  if (arrived.length === 0) return findings;
  const coming = arrived.flatMap((one) => one.findings);
  const idOf = ({ key, document }: LedgerFinding) => JSON.stringify([key, document]);
  const ids = new Set(coming.map(idOf));
  return [...coming, ...findings.filter((finding) => !ids.has(idOf(finding)))];
}

function arrivalStatus({ state, reason, findings, blocking }: ArrivedFindings): ArrivalStatus {
  return { state, reason, findings: findings.length, blocking };
}

function raisedBy(state: LogState, { event }: Asked, { intake, anchors, at, hash }: ReviewersAnswer): LedgerFinding[] {
  const { findings, summary, filesReviewed, warnings } = intake;
  const received: EventOf<'received'> = {
    ...({ at, actor: 'codex', event: 'received', request: event.request, summary, filesReviewed } as const),
    findings: findings.map((finding, index) => ({ ...finding, anchor: anchors[index] ?? '' })),
    warnings: [...warnings],
    origin: 'mcp',
    sha256: hash,
  };
  const [cycle] = state
    .fork()
    .take([received])
    .cycles(({ id }) => id === event.cycle);
  return (cycle?.findings ?? []).filter(({ raised }) => raised.at(-1)?.round === event.round);
}

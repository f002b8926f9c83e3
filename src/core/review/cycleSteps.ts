// What each event does to a cycle, and how a cycle is kept in a checkpoint.

import type { LedgerFinding } from '../findings/ledgerFinding.ts';
import type { EventOf } from '../project/event.ts';
import type { FindingsOrigin } from '../project/origin.ts';
import { type Asked, type Cycle, openRequest, type Unproven } from './cycle.ts';
import { type KeptLedger, Ledger } from './ledger.ts';
import type { Round } from './review.ts';

type Requested = EventOf<'requested'>;

/** A cycle while its events are added up. */
export interface OpenCycle extends Cycle {
  readonly ledger: Ledger;
  /** Which of `asked` is the last round with findings. */
  read: number | null;
}

/** A cycle as it is kept in a checkpoint. */
export type KeptCycle = Omit<OpenCycle, 'ledger' | 'findings'> & { readonly ledger: KeptLedger };

export function keptCycle({ findings: _, ledger, ...cycle }: OpenCycle): KeptCycle {
  return { ...cycle, ledger: ledger.kept() };
}

export function openCycle({ ledger, ...cycle }: KeptCycle): OpenCycle {
  return { ...cycle, findings: [], ledger: new Ledger(ledger) };
}

/** For callers. Changes nothing, because reading is not an event. */
export function closed({ ledger, read, ...cycle }: OpenCycle): Cycle {
  const asked = cycle.asked.map((one, index) => (index === read ? { ...one, left: ledger.leftOpen() } : { ...one }));
  const unproven = asked.at(-1)?.unproven?.findings ?? [];
  return { ...cycle, asked, findings: [...unproven, ...ledger.findings()] };
}

export function newCycle(
  { cycle, branch, base, document, collab }: Requested,
  before: { readonly all: number; readonly ofCollab: number },
): OpenCycle {
  const ofDocument = document === undefined ? '' : `d${before.all + 1}`;
  const label = collab === undefined ? ofDocument : `c${before.ofCollab + 1}`;
  return {
    id: cycle,
    branch,
    base,
    document: document ?? null,
    collab: collab ?? null,
    label,
    asked: [],
    findings: [],
    ran: null,
    approved: null,
    discussion: null,
    givenUp: null,
    reReviewedAt: -1,
    extensions: 0,
    ledger: new Ledger(),
    read: null,
  };
}

export function ask(cycle: Cycle, event: Requested): void {
  const { ran, approved, discussion } = cycle;
  // A request repeated before an answer replaces the old one.
  const waiting = openRequest(cycle) !== undefined ? cycle.asked.pop() : undefined;
  const last = cycle.asked.at(-1);
  if (last?.outcome === 'open') last.outcome = 'superseded';
  cycle.asked.push({
    event,
    before: waiting?.before ?? { ran, approved, discussion },
    receivedAt: null,
    origin: null,
    wrote: null,
    unproven: null,
    outcome: 'open',
    targeted: null,
    blind: false,
    found: 0,
    foundNew: 0,
    foundBlocking: 0,
    openThen: 0,
    left: { open: 0, blocking: 0 },
  });
  cycle.base = event.base;
  if (cycle.collab !== null) cycle.branch = event.branch;
  cycle.ran = null;
  cycle.approved = null;
  cycle.discussion = null;
  cycle.givenUp = null;
}

/** Older versions did not record it. What they read from a file is not proven. */
export function originOf({ origin, sha256 }: EventOf<'received'>, { event, wrote }: Asked): FindingsOrigin {
  if (origin === undefined && event.headless) return 'exec';
  if (sha256 !== undefined && sha256 === wrote) return 'reviewer';
  // Only the log can prove that: whatever the event says, the reviewer wrote something else, or nothing.
  return origin === undefined || origin === 'reviewer' ? 'unproven' : origin;
}

export function unproven({ label, document }: Cycle, { event }: Asked, received: EventOf<'received'>): Unproven {
  const { round } = event;
  const shared = { since: received.at, reason: null, by: 'review', document, origin: 'unproven' } as const;
  const findings = received.findings.map((one) => ({
    ...one,
    ...shared,
    ...({ state: 'open', drifted: false, returns: 0, oscillating: false } as const),
    key: `${label}r${round}-${one.id}`,
    raised: [{ round, severity: one.severity }],
  }));
  return { event: received, findings };
}

/** Withdraws the round and restores what was proven before its request. */
export function abandon(cycle: Cycle, { at, reason }: EventOf<'abandoned'>): void {
  const gone = cycle.asked.pop();
  if (gone === undefined) return;
  Object.assign(cycle, gone.before);
  cycle.givenUp = { round: gone.event.round, at, reason };
  const last = cycle.asked.at(-1);
  if (last?.outcome === 'superseded') last.outcome = 'open';
}

export function triaged(before: LedgerFinding, { as, reason, at, actor }: EventOf<'triaged'>): LedgerFinding {
  return { ...before, state: as, since: at, reason: reason ?? null, by: actor };
}

export function withReply(before: LedgerFinding, { at, actor, text, to }: EventOf<'replied'>): LedgerFinding {
  const reply = { at, by: actor, text, ...(to === undefined ? {} : { to }) };
  return { ...before, replies: [...(before.replies ?? []), reply] };
}

/** The last task counts: after an undo, a task may be made again. */
export function withTask(before: LedgerFinding, { team, task, issue }: EventOf<'task'>): LedgerFinding {
  return { ...before, task: { team, id: task, ...(issue === undefined ? {} : { issue }) } };
}

interface Ending {
  readonly keepRan?: boolean;
  readonly targeted?: string | null;
}

export function end(cycle: Cycle, outcome: Round['outcome'], { keepRan = false, targeted = null }: Ending = {}): void {
  const last = cycle.asked.at(-1);
  if (last !== undefined) Object.assign(last, { outcome, targeted });
  if (!keepRan) cycle.ran = null;
  cycle.approved = null;
}

// One change through all its rounds, added up from the project log.

import { isBlocking, type LedgerFinding } from '../findings/ledgerFinding.ts';
import type { EventOf, ProjectEvent } from '../project/event.ts';
import { Ledger, type Left, resolvedBy } from './ledger.ts';
import type { Round } from './review.ts';

export interface Stamp {
  readonly at: string;
  readonly hash: string;
  readonly files: Readonly<Record<string, string>> | undefined;
}

export interface Approval extends Stamp {
  readonly targeted: string | null;
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
  ran: Stamp | null;
  approved: Approval | null;
  /** Why a human has to decide. */
  discussion: string | null;
  /** The last request, if it had no result, until the next one. */
  givenUp: GivenUp | null;
  /** When changes were last requested: earlier verdicts of the critics no longer count. */
  reReviewedAt: number;
  extensions: number;
}

export interface Cycles {
  /** In the order of their first request. */
  readonly all: readonly Cycle[];
  /** From before the first request. */
  readonly discussion: string | null;
}

export function reduceCycles(events: readonly ProjectEvent[]): Cycles {
  const cycles = new Map<string, OpenCycle>();
  const byRequest = new Map<string, OpenCycle>();
  const ofCollab = new Map<string, OpenCycle>();
  let discussion: string | null = null;
  for (const [index, event] of events.entries()) {
    switch (event.event) {
      case 'requested': {
        const cycle = cycles.get(event.cycle) ?? newCycle(event, { all: cycles.size, ofCollab: ofCollab.size });
        cycles.set(cycle.id, cycle);
        if (cycle.collab !== null) ofCollab.set(cycle.label, cycle);
        byRequest.set(event.request, cycle);
        ask(cycle, event);
        if (event.collab === undefined) discussion = null;
        break;
      }
      case 'abandoned':
        abandon(byRequest.get(event.request), event);
        break;
      case 'received':
        receive(byRequest.get(event.request), event, ofCollab);
        break;
      case 'triaged':
        cycles.get(event.cycle)?.ledger.update(event.finding, (before) => triaged(before, event));
        break;
      case 'task':
        cycles.get(event.cycle)?.ledger.update(event.finding, (before) => withTask(before, event));
        break;
      case 're-review':
        withCycle(cycles.get(event.cycle), (cycle) => {
          end(cycle, 'changes-requested');
          cycle.reReviewedAt = index;
        });
        break;
      case 'approved':
        withCycle(cycles.get(event.cycle), (cycle) => {
          const { at, hash, files, targeted = null } = event;
          end(cycle, 'approved', { keepRan: true, targeted });
          cycle.approved = { at, hash, files, targeted };
        });
        break;
      case 'needs-discussion': {
        const cycle = event.cycle === undefined ? undefined : cycles.get(event.cycle);
        if (cycle === undefined) discussion = event.reason;
        else {
          end(cycle, 'needs-discussion');
          cycle.discussion = event.reason;
        }
        break;
      }
      case 'extended':
        withCycle(cycles.get(event.cycle), (cycle) => {
          cycle.extensions += 1;
          cycle.discussion = null;
        });
        break;
      default:
    }
  }
  return { all: [...cycles.values()].map(closed), discussion };
}

/** The round that waits for its findings. */
export function openRequest(cycle: Cycle): Requested | undefined {
  const last = cycle.asked.at(-1);
  return last !== undefined && last.receivedAt === null && last.outcome === 'open' ? last.event : undefined;
}

/** A cycle while its events are added up. */
interface OpenCycle extends Cycle {
  readonly ledger: Ledger;
  /** The last round with findings. */
  read: Asked | undefined;
}

function newCycle(
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
    read: undefined,
  };
}

function closed({ ledger, read, ...cycle }: OpenCycle): Cycle {
  if (read !== undefined) read.left = ledger.leftOpen();
  return { ...cycle, findings: ledger.findings() };
}

function ask(cycle: Cycle, event: Requested): void {
  const { ran, approved, discussion } = cycle;
  // A request repeated before an answer replaces the old one.
  const waiting = openRequest(cycle) !== undefined ? cycle.asked.pop() : undefined;
  const last = cycle.asked.at(-1);
  if (last?.outcome === 'open') last.outcome = 'superseded';
  cycle.asked.push({
    event,
    before: waiting?.before ?? { ran, approved, discussion },
    receivedAt: null,
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

/** Withdraws the round and restores what was proven before its request. */
function abandon(cycle: Cycle | undefined, { request, at, reason }: EventOf<'abandoned'>): void {
  if (cycle === undefined || openRequest(cycle)?.request !== request) return;
  const gone = cycle.asked.pop();
  if (gone === undefined) return;
  Object.assign(cycle, gone.before);
  cycle.givenUp = { round: gone.event.round, at, reason };
  const last = cycle.asked.at(-1);
  if (last?.outcome === 'superseded') last.outcome = 'open';
}

/** Ignores findings for a request that is no longer open. */
function receive(
  cycle: OpenCycle | undefined,
  event: EventOf<'received'>,
  ofCollab: ReadonlyMap<string, OpenCycle>,
): void {
  const last = cycle?.asked.at(-1);
  if (cycle === undefined || last === undefined || openRequest(cycle)?.request !== event.request) return;
  const { ledger, collab } = cycle;
  const { round, hash, files } = last.event;
  const reviewed = !event.warnings.includes('nothing-reviewed');
  last.blind = !reviewed && event.findings.length === 0;
  const raised = ledger.receive(event.findings, {
    round,
    at: event.at,
    hash,
    document: cycle.document,
    label: `${cycle.label}r${round}`,
    ...(collab === null ? {} : { collab }),
    // Collab sees one task at a time, so not mentioning a finding does not resolve it.
    looked: collab === null && reviewed,
  });
  if (collab !== null) resolve(cycle, event, new Set(raised.map(({ key }) => key)), ofCollab);
  if (cycle.read !== undefined) cycle.read.left = ledger.leftOpen();
  cycle.read = last;
  last.receivedAt = event.at;
  last.found = raised.length;
  last.foundNew = raised.filter((finding) => finding.raised.length === 1).length;
  last.foundBlocking = raised.filter(isBlocking).length;
  last.openThen = ledger.countOpen();
  cycle.ran = { at: event.at, hash, files };
}

/** Only collab names resolved findings, also those of its other cycles: a task may add what the design lacked. */
function resolve(
  { label, asked }: Cycle,
  { resolved = [], at }: EventOf<'received'>,
  raised: ReadonlySet<string>,
  ofCollab: ReadonlyMap<string, OpenCycle>,
): void {
  const now = { label: `${label}r${asked.at(-1)?.event.round ?? 0}`, at };
  for (const key of resolved.filter((one) => !raised.has(one))) {
    // A key begins with the label of its cycle: `c1r2-F3`.
    const other = ofCollab.get(/^c\d+(?=r)/.exec(key)?.[0] ?? '');
    other?.ledger.update(key, (before) => resolvedBy(before, now));
  }
}

function triaged(before: LedgerFinding, { as, reason, at, actor }: EventOf<'triaged'>): LedgerFinding {
  return { ...before, state: as, since: at, reason: reason ?? null, by: actor };
}

/** The last task counts: after an undo, a task may be made again. */
function withTask(before: LedgerFinding, { team, task, issue }: EventOf<'task'>): LedgerFinding {
  return { ...before, task: { team, id: task, ...(issue === undefined ? {} : { issue }) } };
}

interface Ending {
  readonly keepRan?: boolean;
  readonly targeted?: string | null;
}

function end(cycle: Cycle, outcome: Round['outcome'], { keepRan = false, targeted = null }: Ending = {}): void {
  const last = cycle.asked.at(-1);
  if (last !== undefined) Object.assign(last, { outcome, targeted });
  if (!keepRan) cycle.ran = null;
  cycle.approved = null;
}

function withCycle(cycle: Cycle | undefined, act: (cycle: Cycle) => void): void {
  if (cycle !== undefined) act(cycle);
}

// One change on its way through its rounds: what the events of the project log say about it, added up.

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

/** A request that was taken back: its round is not spent, and the same number is asked for again. */
export interface GivenUp {
  readonly round: number;
  readonly at: string;
  readonly reason: string;
}

/** A round, and what was proven before it was asked for: an abandoned request gives that back. */
export interface Asked {
  readonly event: Requested;
  readonly before: Pick<Cycle, 'ran' | 'approved' | 'discussion'>;
  receivedAt: string | null;
  outcome: Round['outcome'];
  targeted: string | null;
  /** The reviewer says itself that it has looked at nothing, and it found nothing. */
  blind: boolean;
  found: number;
  foundNew: number;
  foundBlocking: number;
  /** How many were open once its findings had come. */
  openThen: number;
  /** How many of these were left when the next round's came, or are left now. */
  left: Left;
}

export interface Cycle {
  readonly id: string;
  /** Of a collab it is where it was last seen: a session goes on when a branch is made in the middle of it. */
  branch: string;
  /** Of the last request. */
  base: string;
  readonly document: string | null;
  /** Of collab, which looks at one task: it says nothing about the change as a whole. */
  readonly collab: 'design' | 'task' | null;
  /** Keeps the keys of findings of documents and of collab apart from those of the code and of each other. */
  readonly label: string;
  asked: Asked[];
  /** Those of the last round first. */
  findings: readonly LedgerFinding[];
  /** The reading of the last round, with the code that was read. */
  ran: Stamp | null;
  approved: Approval | null;
  /** Why a human has to decide. */
  discussion: string | null;
  /** The request that came to nothing, until the next one is made. */
  givenUp: GivenUp | null;
  /** When changes were last requested: what the critics said before counts no longer. */
  reReviewedAt: number;
  extensions: number;
}

export interface Cycles {
  /** In the order of their first request. */
  readonly all: readonly Cycle[];
  /** Said before anything was requested. */
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

/** While the events are added up. */
interface OpenCycle extends Cycle {
  readonly ledger: Ledger;
  /** The last round whose findings have come. */
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
  // Asked again before there was an answer: the new request takes the place of the old one.
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

/** Gives the round back, and with it what was proven before it was asked for. */
function abandon(cycle: Cycle | undefined, { request, at, reason }: EventOf<'abandoned'>): void {
  if (cycle === undefined || openRequest(cycle)?.request !== request) return;
  const gone = cycle.asked.pop();
  if (gone === undefined) return;
  Object.assign(cycle, gone.before);
  cycle.givenUp = { round: gone.event.round, at, reason };
  const last = cycle.asked.at(-1);
  if (last?.outcome === 'superseded') last.outcome = 'open';
}

/** Findings for a request that is no longer open change nothing. */
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
    // Collab sees one task at a time, so that its silence about another one means nothing.
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

/** Collab alone says what is resolved, also of its other cycles: a task may be what the design lacked. */
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

/** The last one counts: a task that was taken back may be made again. */
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

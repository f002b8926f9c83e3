// One change on its way through its rounds: what the events of the project log say about it, added up.

import type { EventOf, ProjectEvent } from './event.ts';
import { applyRound, resolvedBy } from './ledger.ts';
import { isBlocking, isUnresolved, type LedgerFinding } from './ledgerFinding.ts';
import type { Round } from './review.ts';
import { leftOf } from './rounds.ts';

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
  /** What was open once its findings had come. */
  openThen: readonly string[];
  /** What of it was left when the next round's came; undefined for the last one. */
  left: { readonly open: number; readonly blocking: number } | undefined;
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
  findings: LedgerFinding[];
  /** Where each key is in `findings`. */
  positions: ReadonlyMap<string, number>;
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
  const cycles = new Map<string, Cycle>();
  const byRequest = new Map<string, Cycle>();
  let discussion: string | null = null;
  for (const [index, event] of events.entries()) {
    switch (event.event) {
      case 'requested': {
        const cycle = cycles.get(event.cycle) ?? newCycle(event, [...cycles.values()]);
        cycles.set(cycle.id, cycle);
        byRequest.set(event.request, cycle);
        ask(cycle, event);
        if (event.collab === undefined) discussion = null;
        break;
      }
      case 'abandoned':
        abandon(byRequest.get(event.request), event);
        break;
      case 'received':
        receive(byRequest.get(event.request), event, cycles);
        break;
      case 'triaged':
        triage(cycles.get(event.cycle), event);
        break;
      case 'task':
        linkTask(cycles.get(event.cycle), event);
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
  return { all: [...cycles.values()], discussion };
}

/** The round that waits for its findings. */
export function openRequest(cycle: Cycle): Requested | undefined {
  const last = cycle.asked.at(-1);
  return last !== undefined && last.receivedAt === null && last.outcome === 'open' ? last.event : undefined;
}

function newCycle({ cycle, branch, base, document, collab }: Requested, before: readonly Cycle[]): Cycle {
  const ofDocument = document === undefined ? '' : `d${before.length + 1}`;
  const label = collab === undefined ? ofDocument : `c${before.filter((one) => one.collab !== null).length + 1}`;
  return {
    ...{ id: cycle, branch, base, document: document ?? null, collab: collab ?? null, label },
    ...{ asked: [], findings: [], positions: new Map(), ran: null, approved: null, discussion: null, givenUp: null },
    ...{ reReviewedAt: -1, extensions: 0 },
  };
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
    ...{ receivedAt: null, outcome: 'open', targeted: null, blind: false, openThen: [], left: undefined },
    ...{ found: 0, foundNew: 0, foundBlocking: 0 },
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
function receive(cycle: Cycle | undefined, event: EventOf<'received'>, cycles: ReadonlyMap<string, Cycle>): void {
  const last = cycle?.asked.at(-1);
  if (cycle === undefined || last === undefined || openRequest(cycle)?.request !== event.request) return;
  const { round, hash, files } = last.event;
  const hashes = new Map(cycle.asked.map((one) => [one.event.round, one.event.hash]));
  const reviewed = !event.warnings.includes('nothing-reviewed');
  last.blind = !reviewed && event.findings.length === 0;
  cycle.findings = applyRound(cycle.findings, event.findings, {
    ...{ round, at: event.at, document: cycle.document, label: `${cycle.label}r${round}` },
    ...(cycle.collab === null ? {} : { collab: cycle.collab }),
    // Collab sees one task at a time, so that its silence about another one means nothing.
    looked: (lastRaised) => cycle.collab === null && reviewed && hashes.get(lastRaised) !== hash,
  });
  cycle.positions = new Map(cycle.findings.map(({ key }, index) => [key, index]));
  const raised = cycle.findings.slice(0, event.findings.length);
  resolve(cycle, event, new Set(raised.map(({ key }) => key)), cycles);
  const before = cycle.asked.at(-2);
  if (before !== undefined) before.left = leftOf(before.openThen, cycle.findings);
  last.receivedAt = event.at;
  last.found = raised.length;
  last.foundNew = raised.filter((finding) => finding.raised.length === 1).length;
  last.foundBlocking = raised.filter(isBlocking).length;
  last.openThen = cycle.findings.filter(isUnresolved).map(({ key }) => key);
  cycle.ran = { at: event.at, hash, files };
}

/** Collab alone says what is resolved, also of its other cycles: a task may be what the design lacked. */
function resolve(
  { collab, label, asked }: Cycle,
  { resolved = [], at }: EventOf<'received'>,
  raised: ReadonlySet<string>,
  cycles: ReadonlyMap<string, Cycle>,
): void {
  if (collab === null) return;
  const now = { label: `${label}r${asked.at(-1)?.event.round ?? 0}`, at };
  for (const key of resolved.filter((one) => !raised.has(one))) {
    for (const other of cycles.values()) {
      const index = other.collab === null ? undefined : other.positions.get(key);
      const before = index === undefined ? undefined : other.findings[index];
      if (index !== undefined && before !== undefined) other.findings[index] = resolvedBy(before, now);
    }
  }
}

function triage(cycle: Cycle | undefined, { finding, as, reason, at, actor }: EventOf<'triaged'>): void {
  const index = cycle?.positions.get(finding) ?? -1;
  const before = cycle?.findings[index];
  if (cycle === undefined || before === undefined) return;
  cycle.findings[index] = { ...before, state: as, since: at, reason: reason ?? null, by: actor };
}

/** The last one counts: a task that was taken back may be made anew. */
function linkTask(cycle: Cycle | undefined, { finding, team, task, issue }: EventOf<'task'>): void {
  const index = cycle?.positions.get(finding) ?? -1;
  const before = cycle?.findings[index];
  if (cycle === undefined || before === undefined) return;
  cycle.findings[index] = { ...before, task: { team, id: task, ...(issue === undefined ? {} : { issue }) } };
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

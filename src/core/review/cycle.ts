// One change on its way through its rounds: what the events of the project log say about it, added up.

import type { EventOf, ProjectEvent } from './event.ts';
import { applyRound } from './ledger.ts';
import { isBlocking, isUnresolved, type LedgerFinding } from './ledgerFinding.ts';
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

/** A round, and what was proven before it was asked for: an abandoned request gives that back. */
interface Asked {
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
  readonly branch: string;
  /** Of the last request. */
  base: string;
  readonly document: string | null;
  /** Keeps the keys of a document's findings apart from those of the code and of other documents. */
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
        const cycle = cycles.get(event.cycle) ?? newCycle(event, cycles.size + 1);
        cycles.set(cycle.id, cycle);
        byRequest.set(event.request, cycle);
        ask(cycle, event);
        discussion = null;
        break;
      }
      case 'abandoned':
        abandon(byRequest.get(event.request), event.request);
        break;
      case 'received':
        receive(byRequest.get(event.request), event);
        break;
      case 'triaged':
        triage(cycles.get(event.cycle), event);
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

export function roundsOf({ asked, findings }: Cycle): Round[] {
  return asked.map((one, index) => {
    const { event } = one;
    const left = one.left ?? leftOf(one.openThen, findings);
    const earlier = asked.slice(0, Math.max(0, index - 1)).find((other) => other.event.hash === event.hash);
    return {
      n: event.round,
      request: event.request,
      requestedAt: event.at,
      receivedAt: one.receivedAt,
      title: event.title,
      delta: event.delta,
      headless: event.headless,
      hash: event.hash,
      outcome: one.outcome,
      targeted: one.targeted,
      blind: one.blind,
      found: one.found,
      foundNew: one.foundNew,
      foundBlocking: one.foundBlocking,
      resolved: one.openThen.length - left.open,
      open: left.open,
      openBlocking: left.blocking,
      sameAs: earlier?.event.round ?? null,
      file: event.file,
    };
  });
}

/** Rounds since the last approval. */
export function roundsUsed({ asked }: Cycle): number {
  return asked.length - 1 - asked.findLastIndex((one) => one.outcome === 'approved');
}

function newCycle({ cycle, branch, base, document }: Requested, n: number): Cycle {
  return {
    ...{ id: cycle, branch, base, document: document ?? null, label: document === undefined ? '' : `d${n}` },
    ...{ asked: [], findings: [], positions: new Map(), ran: null, approved: null, discussion: null },
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
  cycle.ran = null;
  cycle.approved = null;
  cycle.discussion = null;
}

function abandon(cycle: Cycle | undefined, request: string): void {
  if (cycle === undefined || openRequest(cycle)?.request !== request) return;
  const gone = cycle.asked.pop();
  if (gone !== undefined) Object.assign(cycle, gone.before);
  const last = cycle.asked.at(-1);
  if (last?.outcome === 'superseded') last.outcome = 'open';
}

/** Findings for a request that is no longer open change nothing. */
function receive(cycle: Cycle | undefined, event: EventOf<'received'>): void {
  const last = cycle?.asked.at(-1);
  if (cycle === undefined || last === undefined || openRequest(cycle)?.request !== event.request) return;
  const { round, hash, files } = last.event;
  const hashes = new Map(cycle.asked.map((one) => [one.event.round, one.event.hash]));
  const reviewed = !event.warnings.includes('nothing-reviewed');
  last.blind = !reviewed && event.findings.length === 0;
  cycle.findings = applyRound(cycle.findings, event.findings, {
    ...{ round, at: event.at, document: cycle.document, label: `${cycle.label}r${round}` },
    looked: (lastRaised) => reviewed && hashes.get(lastRaised) !== hash,
  });
  cycle.positions = new Map(cycle.findings.map(({ key }, index) => [key, index]));
  const raised = cycle.findings.slice(0, event.findings.length);
  const before = cycle.asked.at(-2);
  if (before !== undefined) before.left = leftOf(before.openThen, cycle.findings);
  last.receivedAt = event.at;
  last.found = raised.length;
  last.foundNew = raised.filter((finding) => finding.raised.length === 1).length;
  last.foundBlocking = raised.filter(isBlocking).length;
  last.openThen = cycle.findings.filter(isUnresolved).map(({ key }) => key);
  cycle.ran = { at: event.at, hash, files };
}

function leftOf(keys: readonly string[], findings: readonly LedgerFinding[]): { open: number; blocking: number } {
  const then = new Set(keys);
  const open = findings.filter((finding) => then.has(finding.key) && isUnresolved(finding));
  return { open: open.length, blocking: open.filter(isBlocking).length };
}

function triage(cycle: Cycle | undefined, { finding, as, reason, at, actor }: EventOf<'triaged'>): void {
  const index = cycle?.positions.get(finding) ?? -1;
  const before = cycle?.findings[index];
  if (cycle === undefined || before === undefined) return;
  cycle.findings[index] = { ...before, state: as, since: at, reason: reason ?? null, by: actor };
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

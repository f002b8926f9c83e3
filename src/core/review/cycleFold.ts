// Adds the events of the project log up to cycles. A cycle is loaded when an event concerns it, or when a caller asks
// for it: a project may have thousands of them.

import { isBlocking } from '../findings/ledgerFinding.ts';
import type { EventOf, ProjectEvent } from '../project/event.ts';
import type { StateRows } from '../project/stateRows.ts';
import { type Asked, type Cycle, openRequest } from './cycle.ts';
import {
  abandon,
  ask,
  closed,
  end,
  type KeptCycle,
  keptCycle,
  newCycle,
  type OpenCycle,
  openCycle,
  originOf,
  triaged,
  unproven,
  withReply,
  withTask,
} from './cycleSteps.ts';
import { resolvedBy } from './ledger.ts';

/** What one needs to find the cycle that is meant. */
export interface CycleSummary extends Pick<Cycle, 'id' | 'branch' | 'document' | 'collab' | 'label'> {
  /** Of the approved code, else of the code of the last request. */
  readonly hash: string | null;
  /** The request that waits for its findings. */
  readonly open: string | null;
}

export interface KeptCycles {
  /** In the order of their first request. */
  readonly all: readonly CycleSummary[];
  /** Why a human has to decide, from before the first request. */
  readonly discussion: string | null;
}

export class CycleFold {
  readonly #rows: StateRows;
  readonly #summaries: Map<string, CycleSummary>;
  readonly #ofCollab = new Map<string, string>();
  readonly #loaded = new Map<string, OpenCycle>();
  readonly #changed = new Set<string>();
  #discussion: string | null;

  constructor(rows: StateRows, { all, discussion }: KeptCycles = { all: [], discussion: null }) {
    this.#rows = rows;
    this.#summaries = new Map(all.map((one) => [one.id, one]));
    this.#discussion = discussion;
    for (const { id, collab, label } of all) if (collab !== null) this.#ofCollab.set(label, id);
  }

  get discussion(): string | null {
    return this.#discussion;
  }

  /** In the order of their first request. */
  summaries(): CycleSummary[] {
    return [...this.#summaries.values()];
  }

  cycle(id: string): Cycle | undefined {
    const open = this.#load(id);
    return open === undefined ? undefined : closed(open);
  }

  /** Writes the rows of the cycles that have changed. */
  kept(): KeptCycles {
    for (const id of this.#changed) {
      const open = this.#loaded.get(id);
      if (open !== undefined) this.#rows.set(rowOf(id), keptCycle(open));
    }
    this.#changed.clear();
    return { all: this.summaries(), discussion: this.#discussion };
  }

  /** `index` is the number of events before this one, and `asked` the cycle that its request belongs to. */
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case for each kind of event
  take(event: ProjectEvent, index: number, asked: string | undefined): void {
    switch (event.event) {
      case 'requested':
        this.#change(this.#load(event.cycle) ?? this.#begin(event), (cycle) => ask(cycle, event));
        if (event.collab === undefined) this.#discussion = null;
        break;
      case 'abandoned':
        if (this.#waits(asked, event.request)) this.#withCycle(asked, (cycle) => abandon(cycle, event));
        break;
      case 'received':
        if (this.#waits(asked, event.request)) this.#withCycle(asked, (cycle) => this.#receive(cycle, event));
        break;
      case 'reviewer-wrote':
        if (this.#waits(asked, event.request)) this.#withCycle(asked, (cycle) => this.#prove(cycle, event));
        break;
      case 'triaged':
        this.#withCycle(event.cycle, ({ ledger }) => ledger.update(event.finding, (before) => triaged(before, event)));
        break;
      case 'replied':
        this.#withCycle(event.cycle, ({ ledger }) =>
          ledger.update(event.finding, (before) => withReply(before, event)),
        );
        break;
      case 'task':
        this.#withCycle(event.cycle, ({ ledger }) => ledger.update(event.finding, (before) => withTask(before, event)));
        break;
      case 're-review':
        this.#withCycle(event.cycle, (cycle) => {
          end(cycle, 'changes-requested');
          cycle.reReviewedAt = index;
        });
        break;
      case 'approved':
        this.#withCycle(event.cycle, (cycle) => {
          // Older versions approved findings that are not proven.
          if (cycle.ran === null) return;
          const { at, hash, files, targeted = null, tree } = event;
          end(cycle, 'approved', { keepRan: true, targeted });
          cycle.approved = { at, hash, files, targeted, ...(tree === undefined ? {} : { tree }) };
        });
        break;
      case 'needs-discussion':
        if (event.cycle === undefined || !this.#summaries.has(event.cycle)) this.#discussion = event.reason;
        else {
          this.#withCycle(event.cycle, (cycle) => {
            end(cycle, 'needs-discussion');
            cycle.discussion = event.reason;
          });
        }
        break;
      case 'extended':
        this.#withCycle(event.cycle, (cycle) => {
          cycle.extensions += 1;
          cycle.discussion = null;
        });
        break;
      default:
    }
  }

  #begin(event: Requested): OpenCycle {
    const cycle = newCycle(event, { all: this.#summaries.size, ofCollab: this.#ofCollab.size });
    this.#loaded.set(cycle.id, cycle);
    if (cycle.collab !== null) this.#ofCollab.set(cycle.label, cycle.id);
    return cycle;
  }

  /** Findings for a request that is no longer open are ignored, without a look at its cycle. */
  #waits(id: string | undefined, request: string): boolean {
    return id !== undefined && this.#summaries.get(id)?.open === request;
  }

  #withCycle(id: string | undefined, act: (cycle: OpenCycle) => void): void {
    const cycle = id === undefined ? undefined : this.#load(id);
    if (cycle !== undefined) this.#change(cycle, act);
  }

  #change(cycle: OpenCycle, act: (cycle: OpenCycle) => void): void {
    act(cycle);
    this.#changed.add(cycle.id);
    const { id, branch, document, collab, label, approved, asked } = cycle;
    const hash = approved?.hash ?? asked.at(-1)?.event.hash ?? null;
    const open = openRequest(cycle)?.request ?? null;
    this.#summaries.set(id, { id, branch, document, collab, label, hash, open });
  }

  #load(id: string): OpenCycle | undefined {
    const known = this.#loaded.get(id);
    if (known !== undefined || !this.#summaries.has(id)) return known;
    const kept = this.#rows.get<KeptCycle>(rowOf(id));
    if (kept === undefined) return undefined;
    const cycle = openCycle(kept);
    this.#loaded.set(id, cycle);
    return cycle;
  }

  /**
   * Findings that are not proven stay out of the ledger: they change nothing that the reviewer has said. Those of older
   * logs are in it, because the rounds after them refer to them.
   */
  #receive(cycle: OpenCycle, event: EventOf<'received'>): void {
    const last = cycle.asked.at(-1);
    if (last === undefined) return;
    const origin = originOf(event, last);
    last.origin = origin;
    if (origin === 'unproven' && event.origin !== undefined) last.unproven = unproven(cycle, last, event);
    else this.#read(cycle, last, event);
  }

  /** The findings may be loaded before the reviewer ends its turn: then its word comes afterwards. */
  #prove(cycle: OpenCycle, { sha256 }: EventOf<'reviewer-wrote'>): void {
    const last = cycle.asked.at(-1);
    if (last === undefined) return;
    last.wrote = sha256;
    if (last.unproven?.event.sha256 === sha256) {
      last.origin = 'reviewer';
      this.#read(cycle, last, last.unproven.event);
    }
  }

  #read(cycle: OpenCycle, last: Asked, event: EventOf<'received'>): void {
    const { ledger, collab } = cycle;
    const { origin } = last;
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
    if (collab !== null) this.#resolve(cycle, event, new Set(raised.map(({ key }) => key)));
    if (cycle.read !== null) Object.assign(cycle.asked[cycle.read] ?? {}, { left: ledger.leftOpen() });
    cycle.read = cycle.asked.length - 1;
    last.receivedAt = event.at;
    last.unproven = null;
    last.found = raised.length;
    last.foundNew = raised.filter((finding) => finding.raised.length === 1).length;
    last.foundBlocking = raised.filter(isBlocking).length;
    last.openThen = ledger.countOpen();
    cycle.ran = origin === null || origin === 'unproven' ? null : { at: event.at, hash, files, origin };
  }

  /** Only collab names resolved findings, also those of its other cycles: a task may add what the design lacked. */
  #resolve({ label, asked }: Cycle, { resolved = [], at }: EventOf<'received'>, raised: ReadonlySet<string>): void {
    const now = { label: `${label}r${asked.at(-1)?.event.round ?? 0}`, at };
    for (const key of resolved.filter((one) => !raised.has(one))) {
      // A key begins with the label of its cycle: `c1r2-F3`.
      const other = this.#ofCollab.get(/^c\d+(?=r)/.exec(key)?.[0] ?? '');
      this.#withCycle(other, ({ ledger }) => ledger.update(key, (before) => resolvedBy(before, now)));
    }
  }
}

type Requested = EventOf<'requested'>;

function rowOf(id: string): string {
  return `cycle ${id}`;
}

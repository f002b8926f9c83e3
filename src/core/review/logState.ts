// What follows from the project log: the changes with their findings, the evidence, the budget, the approved plan. The
// state takes one event after the other, so that a checkpoint of it and the events since then give the same state as all
// events. A new kind of event that means something here raises `foldVersion`, and old checkpoints are made again.

import { type AskedRow, BudgetFold, isInPane, type KeptBudget, timeOf } from '../codex/budgetFold.ts';
import { approvedPlan } from '../project/approvedPlan.ts';
import type { Budget, BudgetLimits } from '../project/budget.ts';
import type { EventOf, ProjectEvent } from '../project/event.ts';
import { noRows, type RowSource, StateRows } from '../project/stateRows.ts';
import type { Asked, Cycle } from './cycle.ts';
import { CycleFold, type CycleSummary, type KeptCycles } from './cycleFold.ts';
import { type Code, EvidenceFold, type EvidenceTable, type KeptEvidence } from './evidence.ts';
import { type Pass, withPass } from './pass.ts';

export const foldVersion = 5;

/** The part of the state that every caller needs. The rest is in the rows. */
export interface KeptState {
  readonly count: number;
  readonly cycles: KeptCycles;
  readonly evidence: KeptEvidence;
  readonly budget: KeptBudget;
  readonly plan: string | null;
  /** The cycles of the current session of collab; null when there is none. */
  readonly session: readonly string[] | null;
  /** The last start of collab, or the last change to its state that Party did not make. */
  readonly collab: EventOf<'collab'> | null;
}

export class LogState {
  readonly #rows: StateRows;
  readonly #cycles: CycleFold;
  readonly #evidence: EvidenceFold;
  readonly #budget: BudgetFold;
  #count: number;
  #plan: string | null;
  #session: Set<string> | null;
  #collab: EventOf<'collab'> | null;

  constructor(rows: RowSource = noRows, kept?: KeptState) {
    this.#rows = new StateRows(rows);
    this.#cycles = new CycleFold(this.#rows, kept?.cycles);
    this.#evidence = new EvidenceFold(this.#rows, kept?.evidence);
    this.#budget = new BudgetFold(kept?.budget);
    this.#count = kept?.count ?? 0;
    this.#plan = kept?.plan ?? null;
    const session = kept?.session ?? null;
    this.#session = session === null ? null : new Set(session);
    this.#collab = kept?.collab ?? null;
  }

  /** How many events it has taken. */
  get count(): number {
    return this.#count;
  }

  take(events: readonly ProjectEvent[]): this {
    for (const event of events) this.#take(event);
    return this;
  }

  /** The same state, which takes events of its own. */
  fork(): LogState {
    const kept = this.kept();
    return new LogState({ find: (key) => structuredClone(this.#rows.get(key)) }, structuredClone(kept));
  }

  /** Also writes the rows of what has changed. */
  kept(): KeptState {
    return {
      count: this.#count,
      cycles: this.#cycles.kept(),
      evidence: this.#evidence.kept(),
      budget: this.#budget.kept(),
      plan: this.#plan,
      session: this.#session === null ? null : [...this.#session],
      collab: this.#collab,
    };
  }

  /** The rows that differ from those it was made with. Call `kept` first. */
  get changedRows(): ReadonlyMap<string, unknown> {
    return this.#rows.changed;
  }

  /** In the order of their first request. */
  cycles(isMeant: (summary: CycleSummary) => boolean = () => true): Cycle[] {
    return this.#cycles
      .summaries()
      .filter(isMeant)
      .flatMap(({ id }) => this.#cycles.cycle(id) ?? []);
  }

  /** The change on this branch; on a new branch, the one about exactly this code. */
  currentCycle(change: { readonly branch: string; readonly hash: string | null } | null): Cycle | undefined {
    if (change === null) return undefined;
    const code = this.#cycles.summaries().filter(({ document, collab }) => document === null && collab === null);
    const found =
      code.findLast(({ branch }) => branch === change.branch) ??
      code.findLast(({ hash }) => hash !== null && hash === change.hash);
    return found === undefined ? undefined : this.#cycles.cycle(found.id);
  }

  /** Collab's cycles of this branch and of its current session, so that a new branch during it loses none. */
  collabCycles(branch: string): Cycle[] {
    return this.cycles((one) => one.collab !== null && (one.branch === branch || this.#session?.has(one.id) === true));
  }

  /** The requests that wait for their findings, oldest change first. */
  openRequests(): EventOf<'requested'>[] {
    return this.openRounds().map(({ event }) => event);
  }

  /** The same with what is known of their findings. */
  openRounds(): Asked[] {
    return this.cycles(({ open }) => open !== null).flatMap(({ asked }) => asked.at(-1) ?? []);
  }

  /** Why a human has to decide, from before the first request. */
  get discussion(): string | null {
    return this.#cycles.discussion;
  }

  evidence(cycle: Cycle | undefined, now: Code | null): EvidenceTable {
    return this.#evidence.table(cycle, now);
  }

  /** `now` in milliseconds since 1970. */
  budget(limits: BudgetLimits, now: number): Budget {
    return this.#budget.budget(limits, now);
  }

  /** Pull requests of this branch that a human let through, oldest first. */
  passes(branch: string): readonly Pass[] {
    return this.#rows.get(passRow(branch)) ?? [];
  }

  /** Of the user's log: the policy that counts, with its hash. */
  get policy(): EventOf<'policy'> | undefined {
    return this.#rows.get(policyRow);
  }

  /** The commit at which the last party on this branch started. */
  partyStart(branch: string): string | undefined {
    return this.#rows.get(startRow(branch));
  }

  /** The hash of the plan that is approved. */
  get approvedPlan(): string | undefined {
    return this.#plan ?? undefined;
  }

  /** What happened to the plan, oldest first. */
  planEvents(): readonly EventOf<'plan'>[] {
    return this.#rows.get(planRow) ?? [];
  }

  get lastCollabTurn(): EventOf<'collab'> | null {
    return this.#collab;
  }

  /** The last total that Codex reported for the thread. The next one includes runs that failed before they did. */
  threadTokens(thread: string | null): number {
    return thread === null ? 0 : (this.#rows.get<number>(threadRow(thread)) ?? 0);
  }

  #take(event: ProjectEvent): void {
    const index = this.#count++;
    const asked = isAboutRequest(event) ? this.#rows.get<AskedRow>(requestRow(event.request)) : undefined;
    this.#cycles.take(event, index, asked?.cycle);
    this.#evidence.take(event, index);
    this.#budget.take(event, index, asked);
    switch (event.event) {
      case 'requested':
        this.#rows.set(requestRow(event.request), askedRow(event, index, asked));
        if (event.collab !== undefined) this.#session?.add(event.cycle);
        break;
      case 'received':
        this.#rows.set(requestRow(event.request), { ...(asked ?? unasked), answered: true });
        break;
      case 'started':
        this.#rows.set(startRow(event.branch), event.head);
        break;
      case 'spent':
        if (event.thread !== null && event.threadTokens !== null) {
          this.#rows.set(threadRow(event.thread), event.threadTokens);
        }
        break;
      case 'plan':
        this.#plan = approvedPlan(this.#plan, event);
        this.#rows.set(planRow, pushed(this.#rows.get<EventOf<'plan'>[]>(planRow), event));
        break;
      case 'pass':
        this.#rows.set(passRow(event.branch), withPass(this.passes(event.branch), event));
        break;
      case 'policy':
        if (event.what === 'tightened' || event.actor === 'human') this.#rows.set(policyRow, event);
        break;
      case 'collab':
        if (event.what === 'started') this.#session = new Set();
        if (event.what === 'cancelled' || event.what === 'completed') this.#session = null;
        if (event.what === 'edited' || event.what === 'started') this.#collab = event;
        break;
      default:
    }
  }
}

/** The state that follows from these events. */
export function stateOf(events: readonly ProjectEvent[]): LogState {
  return new LogState().take(events);
}

const planRow = 'plan';
const policyRow = 'policy';
const passRow = (branch: string) => `pass ${branch}`;
const requestRow = (request: string) => `request ${request}`;
const startRow = (branch: string) => `start ${branch}`;
const threadRow = (thread: string) => `thread ${thread}`;

function isAboutRequest(event: ProjectEvent): event is EventOf<(typeof aboutRequests)[number]> {
  return (aboutRequests as readonly string[]).includes(event.event);
}

const aboutRequests = ['requested', 'abandoned', 'received', 'reviewer-wrote'] as const;

const unasked: AskedRow = { cycle: '', reviews: null, inPane: null, answered: false };

function askedRow(event: EventOf<'requested'>, index: number, before: AskedRow | undefined): AskedRow {
  return {
    cycle: event.cycle,
    reviews: event.collab === undefined ? event.cycle : (before?.reviews ?? null),
    inPane: isInPane(event) ? [timeOf(event), index] : (before?.inPane ?? null),
    answered: before?.answered ?? false,
  };
}

/** One list for all: copies would take a time that grows with the square of their number. */
function pushed<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined) return [item];
  list.push(item);
  return list;
}

// What Codex has cost since the budget began, added up from the project log. Events count in the order of the log, not
// by their times, so that a clock that jumps neither moves the start of the budget nor reduces the cost.

import { reviewer } from '../base/role.ts';
import type { Budget, BudgetLimits } from '../project/budget.ts';
import type { EventOf, ProjectEvent } from '../project/event.ts';

/** Times in milliseconds since 1970; null when unreadable. */
export interface KeptBudget {
  /** The event that started the budget: how many events were before it, and when. */
  readonly begin: readonly [index: number, at: number | null] | null;
  readonly rounds: number;
  /** Of headless runs. */
  readonly minutes: number;
  readonly tokens: number;
  /** Answers of Codex in its pane: asked, the start of the budget if that was later, answered. */
  readonly inPane: readonly (readonly [number, number | null, number])[];
  /** Changes with a review since their last approval. */
  readonly reviewed: readonly string[];
}

const noCost: KeptBudget = { begin: null, rounds: 0, minutes: 0, tokens: 0, inPane: [], reviewed: [] };

/** What the budget knows about a request. */
export interface AskedRow {
  /** The change, and the change that its answer is a review of; null for collab. */
  readonly cycle: string;
  readonly reviews: string | null;
  /** When Codex was asked in its pane, and how many events were before that. */
  readonly inPane: readonly [at: number | null, index: number] | null;
  readonly answered: boolean;
}

export class BudgetFold {
  readonly #reviewed: Set<string>;
  readonly #inPane: KeptBudget['inPane'][number][];
  #cost: Pick<KeptBudget, 'begin' | 'rounds' | 'minutes' | 'tokens'>;

  constructor({ reviewed, inPane, ...cost }: KeptBudget = noCost) {
    this.#reviewed = new Set(reviewed);
    this.#inPane = [...inPane];
    this.#cost = cost;
  }

  kept(): KeptBudget {
    return { ...this.#cost, inPane: [...this.#inPane], reviewed: [...this.#reviewed].sort() };
  }

  /** `index` is the number of events before this one, and `asked` what is known about the request that it names. */
  take(event: ProjectEvent, index: number, asked: AskedRow | undefined): void {
    switch (event.event) {
      case 'received':
        this.#reviewed.add(asked?.reviews ?? '');
        if (asked?.answered !== true) this.#answer(event, asked);
        break;
      // A repeated approval without a new review does not start a new budget: otherwise an agent could renew it that
      // way.
      case 'approved':
        if (this.#reviewed.delete(event.cycle)) this.#restart(event, index);
        break;
      case 'budget-renewed':
        this.#restart(event, index);
        break;
      case 'plan':
        if (isVerdict(event)) this.#add({ rounds: 1 });
        break;
      case 'spent':
        this.#add({ minutes: Math.max(0, event.seconds) / 60, tokens: Math.max(0, event.tokens ?? 0) });
        break;
      default:
    }
  }

  /** `now` in milliseconds since 1970. An event with a later time counts as happening now. */
  budget(limits: BudgetLimits, now: number): Budget {
    const inPanes = this.#inPane.reduce((sum, times) => sum + minutesInPane(times, now), 0);
    const { rounds, minutes, tokens } = this.#cost;
    const used = { rounds, minutes: minutes + inPanes, tokens };
    return { ...used, limits, exhausted: kinds.find((kind) => used[kind] >= limits[kind]) ?? null };
  }

  #answer(event: EventOf<'received'>, asked: AskedRow | undefined): void {
    this.#add({ rounds: 1 });
    const [since, index] = asked?.inPane ?? [null, 0];
    const answered = timeOf(event);
    if (since === null || answered === null) return;
    const { begin } = this.#cost;
    // The previous budget pays for the time of open requests up to its end.
    if (begin === null || index > begin[0]) this.#inPane.push([since, null, answered]);
    else if (begin[1] !== null) this.#inPane.push([since, begin[1], answered]);
  }

  #restart(event: { readonly at: string }, index: number): void {
    this.#cost = { begin: [index, timeOf(event)], rounds: 0, minutes: 0, tokens: 0 };
    this.#inPane.length = 0;
  }

  #add({ rounds = 0, minutes = 0, tokens = 0 }: Partial<Record<keyof BudgetLimits, number>>): void {
    const before = this.#cost;
    this.#cost = {
      begin: before.begin,
      rounds: before.rounds + rounds,
      minutes: before.minutes + minutes,
      tokens: before.tokens + tokens,
    };
  }
}

/** Headless runs record their own cost. */
export function isInPane({ headless, collab }: EventOf<'requested'>): boolean {
  return !headless && collab === undefined;
}

/** Null when it is unreadable: JSON has no NaN. */
export function timeOf({ at }: { readonly at: string }): number | null {
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : time;
}

const kinds = ['rounds', 'minutes', 'tokens'] as const satisfies (keyof BudgetLimits)[];

/**
 * In minutes. The log has only the start and the end of Codex's time in a pane. In between, the user may be away for a
 * night, the machine may sleep, or the clock may jump.
 */
const longestInPane = 60;

/** A human's approval by hand costs nothing. */
function isVerdict({ what, actor }: EventOf<'plan'>): boolean {
  return actor === reviewer && (what === 'reviewed' || what === 'approved');
}

function minutesInPane([asked, begun, answered]: KeptBudget['inPane'][number], now: number): number {
  const since = Math.max(Math.min(asked, now), begun === null ? Number.NEGATIVE_INFINITY : Math.min(begun, now));
  const minutes = (Math.min(answered, now) - since) / 60_000;
  return minutes > 0 ? Math.min(minutes, longestInPane) : 0;
}

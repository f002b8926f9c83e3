// One budget for all work that Codex does: rounds, minutes and tokens. When it is used up, a human decides.

export const loops = ['plan', 'collab', 'review'] as const;
export type Loop = (typeof loops)[number];

export interface BudgetLimits {
  readonly rounds: number;
  readonly minutes: number;
  readonly tokens: number;
}

/** Counted since the last approval of code, or since a human renewed the budget. */
export interface Budget {
  readonly rounds: number;
  /** Codex's working time. */
  readonly minutes: number;
  /** As Codex reports them. A review in a pane reports none. */
  readonly tokens: number;
  readonly limits: BudgetLimits;
  /** The first limit that is reached; null when none is. */
  readonly exhausted: keyof BudgetLimits | null;
}

/** The budget in `party status`. */
export interface BudgetStatus {
  readonly rounds: number;
  readonly minutes: number;
  readonly tokens: number;
  /** Rounds that are left for Codex; null when unknown. */
  readonly left: number | null;
  /** The limits when known, and the one that is reached. */
  readonly limits?: BudgetLimits;
  readonly exhausted?: keyof BudgetLimits | null;
}

// One budget for every loop that lets Codex work: rounds, minutes and tokens. When it is used up, a human decides.

export const loops = ['plan', 'collab', 'review'] as const;
export type Loop = (typeof loops)[number];

export interface BudgetLimits {
  readonly rounds: number;
  readonly minutes: number;
  readonly tokens: number;
}

/** Since the budget began: when code was last approved, or when a human renewed it. */
export interface Budget {
  readonly rounds: number;
  /** Of Codex's time. */
  readonly minutes: number;
  /** As Codex reports them; a review in a pane reports none. */
  readonly tokens: number;
  readonly limits: BudgetLimits;
  /** What is used up; null while there is something of everything left. */
  readonly exhausted: keyof BudgetLimits | null;
}

/** The budget in `party status`. */
export interface BudgetStatus {
  readonly rounds: number;
  readonly minutes: number;
  readonly tokens: number;
  /** Rounds that Codex may still be asked for; null when that is not known. */
  readonly left: number | null;
  /** What there may be of each, when it is known, and what is used up. */
  readonly limits?: BudgetLimits;
  readonly exhausted?: keyof BudgetLimits | null;
}

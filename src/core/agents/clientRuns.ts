// Which versions of Claude Code and Codex ran with Party, and what worked. `npm run test:versions` and `npm run
// pin:clients` write the data in clientRecord.ts; docs/compatibility.md shows the same data.

import type { AgentRole } from '../base/role.ts';

/** What `npm run test:versions` tries with each version, in this order, with its heading for people. */
export const behaviours = {
  start: 'start',
  delivery: 'delivery both ways',
  confirmation: 'confirmation',
  review: 'review',
  planGate: 'plan gate',
  collab: 'collab',
} as const;

export type Behaviour = keyof typeof behaviours;
export const behaviourNames = Object.keys(behaviours) as Behaviour[];

/** One version of one client. */
export interface ClientRun {
  readonly client: AgentRole;
  readonly version: string;
  /** The version of the other client in the same party. */
  readonly beside: string;
  /** `2026-11-17` */
  readonly date: string;
  /** What did not work; null when npm could not install this version, so that nothing was tried. */
  readonly fails: readonly Behaviour[] | null;
}

export interface ClientRecord {
  /** The versions that the whole ring of the real agents runs with: the pins in test/agents/package.json. */
  readonly pinned: Readonly<Record<AgentRole, string>>;
  /** Claude first, each from the newest version to the oldest. */
  readonly runs: readonly ClientRun[];
}

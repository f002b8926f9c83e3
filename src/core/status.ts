// Everything about a project at a glance: what `party status --json` prints and what the editor shows.

import type { AgentState } from './agents/agent.ts';
import type { Role } from './role.ts';

export interface AgentStatus {
  readonly role: Role;
  /** `%3`; null when no pane has the role. */
  readonly pane: string | null;
  readonly state: AgentState['kind'];
  /** What an agent that waits for the human asks. */
  readonly waitingFor: string | null;
  readonly demo: boolean;
}

export interface Status {
  readonly session: { readonly id: string; readonly name: string; readonly cwd: string } | null;
  readonly agents: readonly AgentStatus[];
  readonly messages: readonly {
    readonly id: string;
    readonly to: Role;
    readonly kind: string;
    readonly state: string;
  }[];
  readonly review: {
    readonly kind: 'none' | 'requested' | 'findings' | 'changes-requested' | 'approved' | 'stale' | 'needs-discussion';
    readonly round: number;
    readonly blocking: number;
    readonly hash: string | null;
    readonly targeted: boolean;
    readonly overdue: boolean;
    readonly staleBecause: readonly string[];
  };
  readonly plan: {
    readonly kind: 'off' | 'none' | 'reviewing' | 'changes-requested' | 'approved' | 'stale' | 'needs-human';
    readonly version: number;
    readonly hash: string | null;
  };
  readonly collab: { readonly phase: string; readonly paused: boolean };
  /** `active` is true only when gates really stand between the agents and a pull request. */
  readonly gates: { readonly active: boolean; readonly missing: readonly string[] };
  readonly budget: {
    readonly rounds: number;
    readonly minutes: number;
    readonly tokens: number;
    readonly left: number | null;
  };
}

/** A project where nothing has been asked for yet. */
export const quietStatus: Status = {
  session: null,
  agents: [],
  messages: [],
  review: { kind: 'none', round: 0, blocking: 0, hash: null, targeted: false, overdue: false, staleBecause: [] },
  plan: { kind: 'off', version: 0, hash: null },
  collab: { phase: 'idle', paused: false },
  gates: { active: false, missing: [] },
  budget: { rounds: 0, minutes: 0, tokens: 0, left: null },
};

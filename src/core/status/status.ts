// Everything about a project at a glance: what `party status --json` prints and what the editor shows.

import type { AgentState } from '../agents/agent.ts';
import type { Role } from '../base/role.ts';
import type { CollabPhase } from '../collab/collab.ts';
import {
  isInTurn,
  isPending,
  type Message,
  type MessageKind,
  type MessageState,
  wasSubmitted,
} from '../messages/message.ts';
import type { GatelessClaude } from '../plan/plan.ts';
import type { BudgetLimits } from '../project/budget.ts';
import type { Standstill } from '../review/standstill.ts';

export interface AgentStatus {
  readonly role: Role;
  /** `%3`; null when no pane has the role. */
  readonly pane: string | null;
  readonly state: AgentState['kind'];
  /** What an agent that waits for the human asks. */
  readonly waitingFor: string | null;
  readonly demo: boolean;
}

export interface MessageStatus {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: MessageKind;
  readonly state: Exclude<MessageState, 'typing'>;
  /** When it reached that state. */
  readonly since: string;
  readonly file: string;
  /** Why it failed or was given up. */
  readonly reason: string | null;
  /** It was submitted, and Claude put it back into its composer. */
  readonly returned?: true;
  /** The agent has taken it, and what becomes of its turn is not written down yet. */
  readonly inTurn?: true;
  /** The agent that took it has ended, and the party was brought back since: nothing works on it. */
  readonly beforeRestore?: true;
}

export interface Status {
  readonly session: { readonly id: string; readonly name: string; readonly cwd: string } | null;
  readonly agents: readonly AgentStatus[];
  /** Oldest first: everything on its way or unsure, and the last ones of all others. */
  readonly messages: readonly MessageStatus[];
  readonly review: {
    readonly kind: 'none' | 'requested' | 'findings' | 'changes-requested' | 'approved' | 'stale' | 'needs-discussion';
    readonly round: number;
    readonly blocking: number;
    readonly hash: string | null;
    readonly targeted: boolean;
    readonly overdue: boolean;
    /** Why the open round does not move on by itself, as far as that is known. */
    readonly standstill?: Standstill | null;
    readonly staleBecause: readonly string[];
  };
  readonly plan: {
    readonly kind: 'off' | 'none' | 'reviewing' | 'changes-requested' | 'approved' | 'stale' | 'needs-human';
    readonly version: number;
    readonly hash: string | null;
    /** Those that run here without our hooks, when there are any. */
    readonly gateless?: readonly GatelessClaude[];
  };
  readonly collab: {
    readonly phase: CollabPhase;
    readonly paused: boolean;
    /** The task that is being worked at, from 1; null before there is one. */
    readonly task?: number | null;
    readonly total?: number | null;
    /** It pauses by itself until a human decides, and why. */
    readonly held?: string | null;
  };
  /** `active` is true only when gates really stand between the agents and a pull request. */
  readonly gates: {
    readonly active: boolean;
    readonly missing: readonly string[];
    /** Why they do not, when that is known. */
    readonly why?: string | null;
  };
  readonly budget: {
    readonly rounds: number;
    readonly minutes: number;
    readonly tokens: number;
    readonly left: number | null;
    /** What there may be of each, when it is known, and what is used up. */
    readonly limits?: BudgetLimits;
    readonly exhausted?: keyof BudgetLimits | null;
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

const settledShown = 20;

/** `restoredAt` is when the party was last brought back; undefined when it never was. */
export function messageStatuses(messages: readonly Message[], restoredAt?: string): MessageStatus[] {
  const unsettled = (message: Message) => isPending(message) || message.state === 'unsure';
  const settled = messages.filter((message) => !unsettled(message)).slice(-settledShown);
  const shown = new Set([...settled, ...messages.filter(unsettled)]);
  return messages.filter((message) => shown.has(message)).map((message) => messageStatus(message, restoredAt));
}

/** That somebody is typing it this moment is nobody's business: it is written until it is typed. */
function messageStatus(message: Message, restoredAt: string | undefined): MessageStatus {
  const { id, from, to, kind, state, since, file, reason, returned } = message;
  const shown = state === 'typing' ? 'written' : state;
  const turn = returned ? { returned } : isInTurn(message) ? { inTurn: true as const } : {};
  const isOld = restoredAt !== undefined && wasSubmitted(message) && Date.parse(since) < Date.parse(restoredAt);
  const old = isOld ? { beforeRestore: true as const } : {};
  return { id, from, to, kind, state: shown, since, file, reason: reason ?? null, ...turn, ...old };
}

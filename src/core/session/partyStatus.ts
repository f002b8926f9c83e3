// A party in `party status`: its session and its agents.

import type { AgentStatus } from '../agents/agent.ts';
import type { EndedParty } from './sessionRecord.ts';

export interface SessionStatus {
  readonly id: string;
  readonly name: string;
  readonly cwd: string;
}

export interface PartyStatus {
  /** Null when no party is running. */
  readonly session: SessionStatus | null;
  readonly agents: readonly AgentStatus[];
  /** Without a session: the last party of this project, which can be brought back. */
  readonly ended?: EndedParty;
}

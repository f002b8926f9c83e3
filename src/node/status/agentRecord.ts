// Reads what the agent of a pane does or asks now: from the end of its own record of the conversation, and from what its
// hook has left.

import { existsSync } from 'node:fs';
import type { AgentStatus } from '../../core/agents/agent.ts';
import { type AgentWork, claudeWork, codexWork } from '../../core/agents/agentWork.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import type { AgentReading } from '../agents/agentState.ts';
import { readQuestion } from '../agents/questionFile.ts';
import { recordFile } from '../messages/recordFile.ts';
import { lastLines } from '../system/linesSince.ts';

type Told = Pick<AgentStatus, 'asks' | 'tool' | 'model' | 'since'>;

/** What the agent itself says beyond its state. */
export async function readTold(
  env: NodeJS.ProcessEnv,
  session: Session,
  pane: Pane,
  { state, since, claude }: AgentReading,
): Promise<Told> {
  const { tool, model, turnSince } = await readWork(env, session, pane);
  const asks = claude && state.kind === 'waiting' ? await readQuestion(env, session, claude) : undefined;
  const isBusy = state.kind === 'busy';
  return {
    since: since ?? (isBusy ? turnSince : null),
    ...(isBusy && tool ? { tool } : {}),
    ...(model === null ? {} : { model }),
    ...(asks === undefined ? {} : { asks }),
  };
}

const unknown: AgentWork = { tool: null, model: null, turnSince: null };

async function readWork(env: NodeJS.ProcessEnv, session: Session, pane: Pane): Promise<AgentWork> {
  const path = await recordOf(env, session, pane);
  if (path === undefined) return unknown;
  // A record that cannot be read, or that does not exist yet, must not stop a status.
  const lines = await lastLines(path).catch(() => undefined);
  if (lines === undefined) return unknown;
  return pane.adapter === 'claude' ? claudeWork(lines) : codexWork(lines);
}

/** The files in which the agents of these panes record their conversations. Each is made with the first prompt. */
export async function recordFiles(env: NodeJS.ProcessEnv, session: Session): Promise<string[]> {
  const files = await Promise.all(session.panes.map((pane) => recordOf(env, session, pane)));
  return files.filter((path) => path !== undefined).filter((path) => existsSync(path));
}

async function recordOf(env: NodeJS.ProcessEnv, session: Session, pane: Pane): Promise<string | undefined> {
  return pane.dead || pane.byHand ? undefined : recordFile(env, session, pane);
}

// Reads what the agent in a pane reports about itself, and derives its state.

import { join } from 'node:path';
import type { AgentState } from '../../core/agents/agent.ts';
import type { ClaudeSession } from '../../core/agents/claudeSession.ts';
import type { Conversation } from '../../core/agents/conversation.ts';
import { agentState, needsScreen } from '../../core/agents/state.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { partyPaths } from '../project/paths.ts';
import { askPs } from '../system/processIdentity.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { claudeHome, readClaudeSession, sessionFile } from './claudeSessionFile.ts';
import { readConversation } from './conversations.ts';

export async function readAgentState(
  machine: Pick<TmuxMachine, 'env' | 'tmux'>,
  session: Session,
  pane: Pane,
): Promise<AgentState> {
  return (await readAgent(machine, session, pane)).state;
}

export interface AgentReading {
  readonly state: AgentState;
  /** When the agent came into this state, by its own record; null when it keeps none. */
  readonly since: string | null;
  /** Claude's own session file, if there is one. */
  readonly claude: ClaudeSession | undefined;
}

export async function readAgent(
  machine: Pick<TmuxMachine, 'env' | 'tmux'>,
  session: Session,
  pane: Pane,
): Promise<AgentReading> {
  const claude = pane.adapter === 'claude' && !pane.dead ? await readClaude(machine.env, session, pane) : undefined;
  // A capture costs one more tmux call, so Party makes it only when nothing better is known.
  const screen = needsScreen(pane, claude) ? await machine.tmux.capture(pane, 60) : undefined;
  const launchedAt = screen === undefined ? session.createdAt : launchTime(session, pane);
  const state = agentState(pane, { session: claude, screen, ageMs: Date.now() - launchedAt });
  const at = claude?.['statusUpdatedAt'];
  return { state, since: typeof at === 'number' ? new Date(at).toISOString() : null, claude };
}

/** A restarted agent is younger than its session. */
function launchTime({ createdAt }: Session, { pid }: Pane): number {
  const started = Date.parse(`${askPs(pid)} UTC`);
  return Number.isNaN(started) ? createdAt : started;
}

/**
 * The files in which the agents of these panes report their state. Undefined while the state of one is read from its
 * screen, whose changes are not reported.
 */
export async function stateFiles(
  { env }: Pick<TmuxMachine, 'env'>,
  session: Session,
): Promise<readonly string[] | undefined> {
  const panes = session.panes.filter(({ role, dead }) => role !== undefined && !dead);
  const claudes = panes.filter(({ adapter, demo }) => adapter === 'claude' && !demo);
  const known = new Map(
    await Promise.all(claudes.map(async (pane) => [pane, await readClaude(env, session, pane)] as const)),
  );
  if (panes.some((pane) => needsScreen(pane, known.get(pane)))) return undefined;
  if (claudes.length === 0) return [];
  const record = await readRecord(env, session);
  const home = record?.home ?? claudeHome(env);
  const pids = [...claudes.map(({ pid }) => pid), ...(record?.pid === undefined ? [] : [record.pid])];
  return [...new Set(pids)].map((pid) => sessionFile(home, pid));
}

/**
 * The hook's record names the process that has the conversation. Under a wrapper, or after the user has moved the
 * conversation to the background, that is not the pane's process. The record also holds the CLAUDE_CONFIG_DIR, which
 * the user's shell may not have. If the recorded process has another conversation now, the record is old and the pane
 * wins.
 */
export async function readClaude(
  env: NodeJS.ProcessEnv,
  session: Session,
  pane: Pane,
): Promise<ClaudeSession | undefined> {
  const record = await readRecord(env, session);
  const home = record?.home ?? claudeHome(env);
  const recorded = await readClaudeSession(home, record?.pid);
  if (recorded !== undefined && recorded.sessionId === record?.conversation) return recorded;
  return (await readClaudeSession(home, pane.pid)) ?? recorded;
}

async function readRecord(env: NodeJS.ProcessEnv, session: Session): Promise<Conversation | undefined> {
  if (session.project === undefined || session.id === undefined) return undefined;
  return readConversation(join(partyPaths(env).home, 'projects', session.project), session.id, 'claude');
}

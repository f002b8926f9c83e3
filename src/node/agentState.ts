// Gathers what a pane's agent says about itself and names its state.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AgentState } from '../core/agents/agent.ts';
import { type ClaudeSession, parseClaudeSession } from '../core/agents/claudeSession.ts';
import { agentState, needsScreen } from '../core/agents/state.ts';
import type { Conversation } from '../core/conversation.ts';
import type { Pane, Session } from '../core/pane.ts';
import { readConversation } from './conversations.ts';
import { partyPaths } from './paths.ts';
import { isAlive } from './processIdentity.ts';
import { readText } from './store.ts';
import type { Tmux } from './tmux.ts';

export interface StateSource {
  readonly env: NodeJS.ProcessEnv;
  readonly tmux: Pick<Tmux, 'capture'>;
}

export async function readAgentState(source: StateSource, session: Session, pane: Pane): Promise<AgentState> {
  const claude = pane.adapter === 'claude' && !pane.dead ? await readClaude(source.env, session, pane) : undefined;
  // A capture is one more call of tmux, so it is made only when nothing better is known.
  const screen = needsScreen(pane, claude) ? await source.tmux.capture(pane, 60) : undefined;
  return agentState(pane, { session: claude, screen, ageMs: Date.now() - session.createdAt });
}

/**
 * The pane's process is Claude itself, or a wrapper: then the hook's record says which process is Claude. The record also
 * knows a CLAUDE_CONFIG_DIR that the shell of whoever asks may not have.
 */
async function readClaude(env: NodeJS.ProcessEnv, session: Session, pane: Pane): Promise<ClaudeSession | undefined> {
  const record = await readRecord(env, session);
  const home = record?.home ?? (env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude'));
  for (const pid of new Set([pane.pid, record?.pid])) {
    // A killed Claude leaves its file behind.
    if (pid === undefined || !isAlive(pid)) continue;
    const claude = parseClaudeSession((await readText(join(home, 'sessions', `${pid}.json`))) ?? '');
    if (claude !== undefined) return claude;
  }
  return undefined;
}

async function readRecord(env: NodeJS.ProcessEnv, session: Session): Promise<Conversation | undefined> {
  if (session.project === undefined || session.id === undefined) return undefined;
  return readConversation(join(partyPaths(env).home, 'projects', session.project), session.id, 'claude');
}

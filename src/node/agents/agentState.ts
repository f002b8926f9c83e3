// Gathers what a pane's agent says about itself and names its state.

import { join } from 'node:path';
import type { AgentState } from '../../core/agents/agent.ts';
import type { ClaudeSession } from '../../core/agents/claudeSession.ts';
import type { Conversation } from '../../core/agents/conversation.ts';
import { agentState, needsScreen } from '../../core/agents/state.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { partyPaths } from '../project/paths.ts';
import type { Tmux } from '../tmux/tmux.ts';
import { claudeHome, readClaudeSession } from './claudeSessionFile.ts';
import { readConversation } from './conversations.ts';

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
 * The hook's record says which process has the conversation: under a wrapper, and after the user has moved it to the
 * background, that is not the pane's process. The record also knows a CLAUDE_CONFIG_DIR that the shell of the person who
 * asks may not have. A record whose process has another conversation by now is an old one, so the pane comes first then.
 */
async function readClaude(env: NodeJS.ProcessEnv, session: Session, pane: Pane): Promise<ClaudeSession | undefined> {
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

// A party's Claude that runs outside of its pane: the user has moved the conversation into Claude's background service.
// It outlives the tmux session, and while it runs the conversation cannot be resumed.

import { setTimeout as delay } from 'node:timers/promises';
import type { ClaudeSession } from '../../core/agents/claudeSession.ts';
import { askPs, isRunning, processIdentity } from '../system/processIdentity.ts';
import { claudeHome, readClaudeSession } from './claudeSessionFile.ts';
import { readConversation } from './conversations.ts';

export interface BackgroundClaude {
  readonly pid: number;
  /** False when it was asked to end and still runs. */
  readonly ended: boolean;
}

const patienceMs = 5000;

/** `project` is the project's directory under `$PARTY_HOME/projects`, `id` the party's. Undefined when there is none. */
export async function endBackgroundClaude(
  env: NodeJS.ProcessEnv,
  project: string,
  id: string,
): Promise<BackgroundClaude | undefined> {
  const record = await readConversation(project, id, 'claude');
  const session = await readClaudeSession(record?.home ?? claudeHome(env), record?.pid);
  // Only exactly the conversation that our hook has recorded: the user may have others in the background.
  if (session?.kind !== 'bg' || session.sessionId !== record?.conversation) return undefined;
  const { pid } = session;
  const identity = processIdentity(pid);
  if (identity === undefined || !wrote(session, identity)) return undefined;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended by itself, or it is not ours to end: the look below says which.
  }
  const deadline = Date.now() + patienceMs;
  while (isRunning(identity) && Date.now() < deadline) await delay(50);
  return { pid, ended: !isRunning(identity) };
}

/**
 * Is this the process that wrote the file? The pid of a Claude that was killed may belong to another program by now, which
 * began after the file was written. What is not proven is not ended.
 */
function wrote(session: ClaudeSession, identity: string): boolean {
  const { pid, procStart, startedAt } = session;
  if (process.platform === 'linux' && typeof procStart === 'string') return identity.endsWith(`:${procStart}`);
  return typeof startedAt === 'number' && Date.parse(`${askPs(pid)} UTC`) <= startedAt + roundingMs;
}

/** `ps` counts in seconds, from a boot whose time it only knows to the second. */
const roundingMs = 2000;

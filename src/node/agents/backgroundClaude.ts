// Ends a party's Claude that runs outside its pane, because the user has moved the conversation into Claude's
// background service. Such a Claude outlives the tmux session, and while it runs the conversation cannot be resumed.

import { setTimeout as delay } from 'node:timers/promises';
import type { ClaudeSession } from '../../core/agents/claudeSession.ts';
import { askPs, isRunning, processIdentity } from '../system/processIdentity.ts';
import { claudeHome, readClaudeSession } from './claudeSessionFile.ts';
import { readConversation } from './conversations.ts';

export interface BackgroundClaude {
  readonly pid: number;
  /** False when the process still runs after SIGTERM. */
  readonly ended: boolean;
}

const patienceMs = 5000;

/**
 * `project` is the project's directory under `$PARTY_HOME/projects`, `id` the party's. Undefined when there is none.
 */
export async function endBackgroundClaude(
  env: NodeJS.ProcessEnv,
  project: string,
  id: string,
): Promise<BackgroundClaude | undefined> {
  const record = await readConversation(project, id, 'claude');
  const session = await readClaudeSession(record?.home ?? claudeHome(env), record?.pid);
  // End only the conversation that our hook has recorded: the user may have others in the background.
  if (session?.kind !== 'bg' || session.sessionId !== record?.conversation) return undefined;
  const { pid } = session;
  const identity = processIdentity(pid);
  if (identity === undefined || !wrote(session, identity)) return undefined;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // The process has ended by itself, or we may not end it. The check below tells which.
  }
  const deadline = Date.now() + patienceMs;
  while (isRunning(identity) && Date.now() < deadline) await delay(50);
  return { pid, ended: !isRunning(identity) };
}

/**
 * True when this process wrote the session file. The pid of a killed Claude may belong to another program by now, one
 * that started after the file was written. Without proof, Party does not end the process.
 */
function wrote(session: ClaudeSession, identity: string): boolean {
  const { pid, procStart, startedAt } = session;
  if (process.platform === 'linux' && typeof procStart === 'string') return identity.endsWith(`:${procStart}`);
  return typeof startedAt === 'number' && Date.parse(`${askPs(pid)} UTC`) <= startedAt + roundingMs;
}

/** `ps` counts in whole seconds, from a boot time that is itself rounded to a second. */
const roundingMs = 2000;

// A party's Claude that runs outside of its pane: the user has moved the conversation into Claude's background service.
// It outlives the tmux session, and while it runs the conversation cannot be resumed.

import { setTimeout as delay } from 'node:timers/promises';
import { claudeHome, readClaudeSession } from './claudeSessionFile.ts';
import { readConversation } from './conversations.ts';
import { isRunning, processIdentity } from './processIdentity.ts';

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
  // The pid of a Claude that has ended may belong to another program by now.
  const start = process.platform === 'linux' ? session['procStart'] : undefined;
  if (identity === undefined || (typeof start === 'string' && !identity.endsWith(`:${start}`))) return undefined;
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended by itself, or it is not ours to end: the look below says which.
  }
  const deadline = Date.now() + patienceMs;
  while (isRunning(identity) && Date.now() < deadline) await delay(50);
  return { pid, ended: !isRunning(identity) };
}

// Codex calls this at the end of every turn, outside its sandbox: calls the user's own notify program, which Party's has
// displaced, and remembers the thread for `party restore`.

import { spawn } from 'node:child_process';
import { PartyError } from '../../core/errors.ts';
import { CodexNotification, isTitleHelper } from '../../core/hookInput.ts';
import { isSessionId } from '../../core/ids.ts';
import { recordConversation } from '../../node/conversations.ts';
import { projectDirectory, projectTop, stateDirectory } from '../../node/paths.ts';
import { readUserNotify } from '../../node/userNotify.ts';
import type { HookContext } from './hook.ts';

/** Set for the user's program: if that is Party's own script again, the circle ends here. */
const nested = 'PARTY_NOTIFY_NESTED';

export async function codexNotify({ env, paths, session, argument = '' }: HookContext): Promise<void> {
  if (env[nested]) return;
  if (!isSessionId(session))
    throw new PartyError('NO_SESSION', `PARTY_SESSION "${session}" is not the id of a session`);
  // First, and whatever the payload is: it got every one of them before Party came.
  const called = callUserNotify(env, stateDirectory(paths, session), argument);
  const [recorded, notified] = await Promise.allSettled([record(), called]);
  if (recorded.status === 'rejected') throw recorded.reason;
  if (notified.status === 'rejected') throw notified.reason;

  async function record(): Promise<void> {
    const notification = CodexNotification.parse(JSON.parse(argument));
    if (notification.type !== 'agent-turn-complete' || isTitleHelper(notification)) return;
    await recordConversation(projectDirectory(paths, projectTop(notification.cwd)), session, 'codex', {
      conversation: notification['thread-id'],
      cwd: notification.cwd,
      at: new Date().toISOString(),
      ...(env['CODEX_HOME'] ? { home: env['CODEX_HOME'] } : {}),
    });
  }
}

/** Started like Codex would start it, and not waited for. */
async function callUserNotify(env: NodeJS.ProcessEnv, stateDir: string, payload: string): Promise<void> {
  const [program, ...args] = (await readUserNotify(stateDir)) ?? [];
  if (program === undefined) return;
  const { ELECTRON_RUN_AS_NODE: _, ...outside } = env;
  const child = spawn(program, [...args, payload], {
    detached: true,
    stdio: 'ignore',
    env: { ...outside, [nested]: '1' },
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`your notify program "${program}" did not start`, { cause })));
  });
  child.unref();
}

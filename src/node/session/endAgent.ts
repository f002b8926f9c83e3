// Ends the agent in a pane before another process continues its conversation: while the old one runs, it holds the
// conversation.

import { setTimeout as delay } from 'node:timers/promises';
import { PartyError } from '../../core/base/errors.ts';
import type { Pane } from '../../core/tmux/pane.ts';
import { claudeHome, readClaudeSession } from '../agents/claudeSessionFile.ts';
import { readConversation } from '../agents/conversations.ts';
import { isRunning, processIdentity } from '../system/processIdentity.ts';
import { foregroundPids } from '../tmux/foreground.ts';

/** An agent takes about a second to end. One that hangs does not end by itself. */
const patienceMs = 5000;

/** Ends the pane's own process and what is in its foreground, as the end of its terminal would. */
export async function endAgent(env: NodeJS.ProcessEnv, pane: Pane): Promise<void> {
  // The terminal of a dead pane may belong to another pane by now.
  if (pane.dead) return;
  const identities = [pane.pid, ...(await foregroundPids(pane, env))].flatMap((pid) => processIdentity(pid) ?? []);
  // A stopped process receives a signal only when it continues.
  for (const name of ['SIGHUP', 'SIGCONT'] as const) signalEach(identities, name);
  if (await haveEnded(identities)) return;
  signalEach(identities, 'SIGKILL');
  if (await haveEnded(identities)) return;
  throw new PartyError('REFUSED', `The program in ${pane.id} does not end (process ${pane.pid})`);
}

/** A Claude whose pane is gone may still be ending. Returns its process when it does not end. */
export async function lingeringClaude(
  env: NodeJS.ProcessEnv,
  project: string,
  id: string,
): Promise<number | undefined> {
  const record = await readConversation(project, id, 'claude');
  const session = await readClaudeSession(record?.home ?? claudeHome(env), record?.pid);
  if (session === undefined || session.sessionId !== record?.conversation) return undefined;
  const identity = processIdentity(session.pid);
  return identity === undefined || (await haveEnded([identity])) ? undefined : session.pid;
}

function signalEach(identities: readonly string[], name: NodeJS.Signals): void {
  for (const identity of identities.filter(isRunning)) {
    try {
      process.kill(Number.parseInt(identity, 10), name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function haveEnded(identities: readonly string[]): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (!identities.some(isRunning)) return true;
    if (Date.now() >= deadline) return false;
    await delay(50);
  }
}

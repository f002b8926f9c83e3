// Restores a party after a reboot, a killed tmux server or a stop: the same name and layout, the agents in their former
// conversations, and delivery of the messages that had not reached them.

import { setTimeout as sleep } from 'node:timers/promises';
import { PartyError } from '../../core/base/errors.ts';
import { sessionName } from '../../core/project/ids.ts';
import { findSession } from '../../core/session/routing.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import { endBackgroundClaude } from '../agents/backgroundClaude.ts';
import { openMailbox } from '../messages/mailbox.ts';
import { settleMessages } from '../messages/settleMessages.ts';
import { type Paths, projectDirectory, projectTop, stateDirectory } from '../project/paths.ts';
import {
  checkStateDirectory,
  createStateDirectory,
  nameStateDirectory,
  removeStateDirectory,
} from '../project/stateDirectory.ts';
import { isRunning } from '../system/processIdentity.ts';
import { stopIfAborted } from '../system/startInterrupted.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { type Made, type Making, makeParty } from './makeParty.ts';
import { linkRecord } from './sessionRecord.ts';
import { withStartLock } from './startLock.ts';

/** `agents` are the agents from now on; the record has the former ones. */
export async function restoreParty(
  machine: TmuxMachine,
  making: Making,
  before: SessionRecord,
  agents: SessionRecord['agents'],
): Promise<Made> {
  const { tmux, paths, env } = machine;
  const top = projectTop(before.cwd);
  const project = projectDirectory(paths, top);
  return withStartLock(project, making.signal, async () => {
    stopIfAborted(making.signal);
    const running = findSession(await tmux.sessions(), before.id);
    if (running?.ready) return { session: running, created: false };
    // The session never became ready: the process that made it was killed half-way.
    if (running !== undefined) await tmux.killSession(running.name);
    await mustHaveEnded(before);
    const background = await endBackgroundClaude(env, project, before.id);
    if (background?.ended === false)
      throw new PartyError(
        'REFUSED',
        `Claude's conversation is in the background (process ${background.pid}), and that process does not end. End it with kill -9 ${background.pid} first`,
        { next: [{ act: 'restore' }] },
      );
    const { directory, made } = await reclaimDirectory(paths, before.id);
    try {
      await linkRecord(paths, top, before.id, directory);
      await settleMessages({ env, project, record: before, mailbox: openMailbox(directory) });
      const { stoppedAt: _, ...kept } = before;
      const record = { ...kept, agents, restoredAt: new Date().toISOString() };
      const session = await makeParty(machine, making, { top, record, directory });
      return { session, created: true, ...(background === undefined ? {} : { background }) };
    } catch (error) {
      if (made) await removeStateDirectory(directory);
      throw error;
    }
  });
}

async function mustHaveEnded({ id, processes = [] }: SessionRecord): Promise<void> {
  const left = await outliving(processes);
  if (left === undefined) return;
  throw new PartyError(
    'SESSION_AMBIGUOUS',
    `${sessionName(id)} is still running on another tmux server (process ${Number.parseInt(left, 10)}). ` +
      'Use it there, with the PARTY_TMUX_SOCKET that it was started with, or stop it there first',
  );
}

/**
 * An agent takes about a second to end after its terminal is gone, and holds its conversation until then. An agent that
 * still runs after the wait has its terminal on another tmux server.
 */
async function outliving(identities: readonly string[]): Promise<string | undefined> {
  const deadline = Date.now() + 5000;
  for (;;) {
    const left = identities.find(isRunning);
    if (left === undefined || Date.now() >= deadline) return left;
    await sleep(50);
  }
}

/** The state directory is gone after a reboot, and still exists after a killed tmux server. */
export async function reclaimDirectory(paths: Paths, id: string): Promise<{ directory: string; made: boolean }> {
  const directory = stateDirectory(paths, id);
  const made = await createStateDirectory(paths.stateRoot, directory, sessionName(id));
  if (!made) {
    await checkStateDirectory(directory);
    // A process may have been killed while it removed the directory, so write the name again.
    await nameStateDirectory(directory, sessionName(id));
  }
  return { directory, made };
}

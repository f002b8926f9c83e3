// Ends exactly one party: its tmux session and its state directory. The durable record stays, for a later restore.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { sessionId } from '../../core/project/ids.ts';
import { isParty } from '../../core/session/routing.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { type BackgroundClaude, endBackgroundClaude } from '../agents/backgroundClaude.ts';
import { projectKey, projectTop, stateDirectory } from '../project/paths.ts';
import { checkStateDirectory, removeStateDirectory } from '../project/stateDirectory.ts';
import { stateLookup } from '../tmux/parties.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { readSessionRecord, recordSession } from './sessionRecord.ts';
import { withStartLock } from './startLock.ts';

/** Returns the Claude of this party that ran outside its pane, if there was one. */
export async function stopParty(machine: TmuxMachine, session: Session): Promise<BackgroundClaude | undefined> {
  const { paths, env } = machine;
  if (!isParty(session, stateLookup(paths))) {
    throw new PartyError(
      'NO_SESSION',
      `${session.name} was not started by Party. End it with: tmux kill-session -t =${session.name}`,
    );
  }
  const project = join(paths.home, 'projects', session.project ?? projectKey(session.path));
  return withStartLock(project, undefined, async () => {
    await end(machine, session);
    return endBackgroundClaude(env, project, session.id ?? sessionId(session.name));
  });
}

async function end({ tmux, paths }: Pick<TmuxMachine, 'tmux' | 'paths'>, session: Session): Promise<void> {
  const directory = stateDirectory(paths, session.id ?? sessionId(session.name));
  // Check the directory before anything ends: if it is not ours, change nothing.
  await checkStateDirectory(directory);
  if (!(await tmux.killSession(session.name))) {
    throw new PartyError('NO_SESSION', `${session.name} has already ended`);
  }
  // A window that is linked into another session survives this one, together with its agent. So end its panes too.
  for (const { id } of session.panes.filter(({ role }) => role !== undefined)) await tmux.killPane(id);
  await removeStateDirectory(directory);
  await recordStop(paths, session);
}

/** Without this record, the next start would treat the party as one that ended unexpectedly. */
async function recordStop(paths: TmuxMachine['paths'], { id, path }: Session): Promise<void> {
  // A directory that is gone cannot be restored anyway.
  if (!existsSync(path)) return;
  const top = projectTop(path);
  const record = id === undefined ? undefined : await readSessionRecord(paths, top, id);
  if (record !== undefined) await recordSession(paths, top, { ...record, stoppedAt: new Date().toISOString() });
}

// Makes a new party: state directory, tmux session, three panes. At the end, either all of it exists or none of it.

import { randomInt } from 'node:crypto';
import { basename } from 'node:path';
import { actorOf } from '../../core/base/actor.ts';
import { PartyError } from '../../core/base/errors.ts';
import { makeSessionId, sessionName } from '../../core/project/ids.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import type { Session } from '../../core/tmux/pane.ts';
import type { Machine } from '../project/machine.ts';
import { isRepository, type Paths, projectDirectory, projectTop, stateDirectory } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';
import { createStateDirectory, removeStateDirectory } from '../project/stateDirectory.ts';
import { readHead } from '../review/changeBase.ts';
import { createGit } from '../system/git.ts';
import { stopIfAborted } from '../system/startInterrupted.ts';
import { partiesHere } from '../tmux/parties.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { removeLeftovers } from './leftovers.ts';
import { type Made, type Making, makeParty } from './makeParty.ts';
import { forgetSession } from './sessionRecord.ts';
import { withStartLock } from './startLock.ts';

export interface StartRequest extends Making {
  readonly title: string;
  readonly cwd: string;
  /** Make another party even if this project has one. */
  readonly another: boolean;
  /** What a restore needs, to start the agents in the same way. */
  readonly record: Pick<SessionRecord, 'demo' | 'permissionMode' | 'agents'>;
}

export async function startParty(machine: TmuxMachine, request: StartRequest): Promise<Made> {
  const { tmux, paths } = machine;
  const top = projectTop(request.cwd);
  // Of several starts at the same time, the first makes the party and the others find it.
  return withStartLock(projectDirectory(paths, top), request.signal, async () => {
    stopIfAborted(request.signal);
    const notes = await removeLeftovers(machine, top);
    if (!request.another) {
      const here = await partiesHere({ env: machine.env, cwd: request.cwd, tmux });
      const [running, ...others] = here.filter((session) => session.id !== undefined);
      if (running && others.length === 0) return { session: running, created: false, notes };
      if (running) throw severalRunning([running, ...others]);
    }
    return { session: await create(machine, request, top), created: true, notes };
  });
}

async function create(machine: TmuxMachine, request: StartRequest, top: string): Promise<Session> {
  const { paths } = machine;
  const { title, cwd } = request;
  const { id, directory } = await claimDirectory(paths, title || basename(top));
  const startedAt = new Date().toISOString();
  const record: SessionRecord = { version: 1, id, title, cwd, startedAt, ...request.record };
  try {
    const session = await makeParty(machine, request, { top, record, directory });
    // The party works even if git cannot read the repository; a review will report the problem.
    await recordStart(machine, top, id).catch(() => {});
    return session;
  } catch (error) {
    await forgetSession(paths, top, id);
    await removeStateDirectory(directory);
    throw error;
  }
}

/** mkdir decides between two starts with the same id: if the directory exists, the id is taken. */
async function claimDirectory(paths: Paths, title: string): Promise<{ id: string; directory: string }> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const id = makeSessionId(
      title,
      randomInt(36 ** 5)
        .toString(36)
        .padStart(5, '0'),
    );
    const directory = stateDirectory(paths, id);
    if (await createStateDirectory(paths.stateRoot, directory, sessionName(id))) return { id, directory };
  }
  throw new PartyError('STATE_UNSAFE', `No free name for a party in ${paths.stateRoot}; set PARTY_STATE_ROOT`);
}

function severalRunning(sessions: readonly Session[]): PartyError {
  const names = sessions.map((session) => session.name).join(', ');
  return new PartyError('SESSION_AMBIGUOUS', `Several parties are running for this project: ${names}`, {
    next: [{ act: 'attachOne' }, { act: 'startAnother' }],
  });
}

/** Records the commit at which the party starts. Work on the base branch itself is reviewed against that commit. */
async function recordStart(
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  top: string,
  session: string,
): Promise<void> {
  if (!isRepository(top)) return;
  const { branch, commit } = await readHead(createGit(top, env));
  if (commit === undefined) return;
  await openProjectLog(paths, top).append({ event: 'started', actor: actorOf(env), session, branch, head: commit });
}

// Finds the running parties, and the one that a command means: reads tmux and lets core decide.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  discoverSession,
  isParty,
  projectParties,
  type Whereabouts,
  withoutMirrors,
} from '../../core/session/routing.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { type Paths, partyPaths, projectKey, projectTop, stateDirectory } from '../project/paths.ts';
import { realPath } from '../system/files.ts';
import type { TmuxMachine } from './tmuxMachine.ts';

/** The session that `named`, `$PARTY_SESSION`, the surrounding tmux session or the project names. */
export async function discover(machine: TmuxMachine, named?: string): Promise<Session> {
  const [sessions, whereabouts] = await Promise.all([machine.tmux.sessions(), whereaboutsOf(machine, named)]);
  return discoverSession(sessions, whereabouts);
}

export async function partiesHere(machine: Pick<TmuxMachine, 'env' | 'cwd' | 'tmux'>): Promise<Session[]> {
  const [sessions, whereabouts] = await Promise.all([machine.tmux.sessions(), whereaboutsOf(machine, undefined, true)]);
  return projectParties(sessions, whereabouts);
}

export async function allParties({ env, tmux }: Pick<TmuxMachine, 'env' | 'tmux'>): Promise<Session[]> {
  const hasState = stateLookup(partyPaths(env));
  return withoutMirrors(await tmux.sessions()).filter((session) => isParty(session, hasState));
}

/** The names of the sessions that a person looks at. */
export async function attachedSessions(tmux: Pick<TmuxMachine['tmux'], 'call'>): Promise<ReadonlySet<string>> {
  const names = await tmux.call([['list-clients', '-F', '#{client_session}']]).catch(() => '');
  return new Set(names.split('\n').filter(Boolean));
}

/** Each tmux server counts its own pane ids, so `$TMUX_PANE` is valid only on the server that this process runs in. */
export async function isInsideServer({ env, tmux }: Pick<TmuxMachine, 'env' | 'tmux'>): Promise<boolean> {
  const own = env['TMUX']?.split(',')[0];
  if (!own) return false;
  const socket = await tmux.socketPath();
  return socket !== undefined && realPath(socket) === realPath(own);
}

async function whereaboutsOf(
  machine: Pick<TmuxMachine, 'env' | 'cwd' | 'tmux'>,
  named?: string,
  forProject = false,
): Promise<Whereabouts> {
  const session = named ?? (machine.env['PARTY_SESSION'] || undefined);
  const inside = session === undefined && (await isInsideServer(machine));
  return {
    named: session,
    ownPane: inside ? machine.env['TMUX_PANE'] : undefined,
    // A named session does not depend on the directory, which may even have been removed.
    project: session === undefined || forProject ? projectKey(projectTop(machine.cwd)) : '',
    projectOf,
    hasState: stateLookup(partyPaths(machine.env)),
  };
}

/** Returns a function that says whether a session has a state directory that names it. */
export function stateLookup(paths: Paths): (name: string) => boolean {
  return (name) => {
    try {
      return readFileSync(join(stateDirectory(paths, name), 'session-name'), 'utf8').trim() === name;
    } catch {
      return false;
    }
  };
}

function projectOf(path: string): string {
  try {
    return projectKey(projectTop(path));
  } catch {
    // The directory is gone, so no user can be in that project.
    return '';
  }
}

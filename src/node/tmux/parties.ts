// The live parties as seen from where we are: reads tmux and lets core decide which one is meant.

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

/** The session that is meant by `named`, `$PARTY_SESSION`, the tmux session we are in, or the project. */
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

/** Pane ids are counted per server, so our own means something only to the server that we run in. */
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
    // A session that was named is the same from everywhere, also from a directory that has been removed.
    project: session === undefined || forProject ? projectKey(projectTop(machine.cwd)) : '',
    projectOf,
    hasState: stateLookup(partyPaths(machine.env)),
  };
}

/** Answers whether a session has a state directory that names it. */
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
    // The directory is gone, so the session belongs to no project that anybody can be in.
    return '';
  }
}

// Makes a party: state directory, tmux session, three panes. Either all of it is there at the end or none of it.

import { randomInt } from 'node:crypto';
import { basename, join } from 'node:path';
import { PartyError } from '../core/errors.ts';
import { makeSessionId, sessionName } from '../core/ids.ts';
import type { Session } from '../core/pane.ts';
import { findSession } from '../core/routing.ts';
import { type PaneLaunch, startCalls } from '../core/tmuxCommands.ts';
import { withLock } from './lock.ts';
import { partiesHere } from './parties.ts';
import { type Paths, projectDirectory, projectKey, projectTop, stateDirectory } from './paths.ts';
import { forgetSession, linkMessages, recordSession } from './sessionRecord.ts';
import { createStateDirectory, removeStateDirectory } from './stateDirectory.ts';
import type { Tmux } from './tmux.ts';

export interface StartRequest {
  readonly title: string;
  readonly cwd: string;
  /** Make another party although this project has one. */
  readonly another: boolean;
  /** For every pane; `PARTY_SESSION` is added here. */
  readonly env: Readonly<Record<string, string>>;
  /** Called once the state directory exists, because the agents' flags name it. */
  readonly launches: (party: {
    name: string;
    stateDir: string;
  }) => Promise<Readonly<Record<'codex' | 'claude' | 'shell', PaneLaunch>>>;
  /** Asked between the steps: an interrupted start takes back what it made. */
  readonly signal: AbortSignal;
}

export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  readonly tmux: Tmux;
}

export interface Started {
  readonly session: Session;
  /** False when the project's running party was found instead. */
  readonly created: boolean;
}

export async function startParty(machine: Machine, request: StartRequest): Promise<Started> {
  const { tmux, paths } = machine;
  const top = projectTop(request.cwd);
  // Several starts at once: the first makes the party, the others find it.
  return withLock(join(projectDirectory(paths, top), 'start.lock'), { waitMs: 30_000 }, async () => {
    stopIfAborted(request.signal);
    if (!request.another) {
      const here = await partiesHere({ env: machine.env, cwd: request.cwd, tmux });
      const [running, ...others] = here.filter((session) => session.id !== undefined);
      if (running && others.length === 0) return { session: running, created: false };
      if (running) throw severalRunning([running, ...others]);
    }
    return { session: await create(machine, request, top), created: true };
  });
}

async function create(machine: Machine, request: StartRequest, top: string): Promise<Session> {
  const { tmux, paths } = machine;
  const { id, directory } = await claimDirectory(paths, request.title || basename(top));
  const name = sessionName(id);
  try {
    stopIfAborted(request.signal);
    await linkMessages(paths, top, id, directory);
    const panes = await request.launches({ name, stateDir: directory });
    const layout = {
      id,
      name,
      project: projectKey(top),
      title: request.title,
      cwd: request.cwd,
      env: { ...request.env, PARTY_SESSION: name },
      ...panes,
    };
    await recordSession(paths, top, {
      id,
      title: request.title,
      cwd: request.cwd,
      startedAt: new Date().toISOString(),
    });
    for (const call of startCalls(layout)) {
      stopIfAborted(request.signal);
      await tmux.call(call);
    }
    stopIfAborted(request.signal);
    const session = findSession(await tmux.sessions(), name);
    if (session) return session;
    throw new PartyError('TMUX_FAILED', `${name} ended while it was being started: no program stayed in its panes`);
  } catch (error) {
    await tmux.killSession(name).catch(() => false);
    await forgetSession(paths, top, id);
    await removeStateDirectory(directory);
    throw error;
  }
}

/** A directory that already exists means that the id is taken, so the name itself is what two starts compete for. */
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

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw startInterrupted();
}

export function startInterrupted(): PartyError {
  return new PartyError('CANCELLED', 'Start was interrupted; nothing was left behind');
}

function severalRunning(sessions: readonly Session[]): PartyError {
  const names = sessions.map((session) => session.name).join(', ');
  return new PartyError(
    'SESSION_AMBIGUOUS',
    `Several parties are running for this project: ${names}. Attach to one with: party attach ID; or make another with: party start --new`,
  );
}

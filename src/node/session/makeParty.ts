// Makes the tmux session of a party with its panes, for a new party and for a restored one. At the end, either all of
// it exists or none of it.

import { PartyError } from '../../core/base/errors.ts';
import { type Role, roles } from '../../core/base/role.ts';
import { sessionName } from '../../core/project/ids.ts';
import { findSession, resolveRole } from '../../core/session/routing.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import type { Session } from '../../core/tmux/pane.ts';
import {
  askDefaultCommand,
  keepPath,
  type PaneIds,
  type PaneLaunch,
  startSteps,
} from '../../core/tmux/tmuxCommands.ts';
import type { BackgroundClaude } from '../agents/backgroundClaude.ts';
import { projectKey } from '../project/paths.ts';
import { processIdentity } from '../system/processIdentity.ts';
import { stopIfAborted } from '../system/startInterrupted.ts';
import { createTmux, type Tmux } from '../tmux/tmux.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import { linkRecord, recordSession } from './sessionRecord.ts';

export interface Making {
  /** For every pane; makeParty adds `PARTY_SESSION`. */
  readonly env: Readonly<Record<string, string>>;
  /** The shipped scripts, by a path that outlives an update. */
  readonly resources: string;
  /** Called once the state directory exists, because the agents' flags name it. */
  readonly launches: (party: {
    name: string;
    stateDir: string;
  }) => Promise<Readonly<Record<'codex' | 'claude' | 'shell', PaneLaunch>>>;
  /** Checked between the steps: an interrupted start takes back what it made. */
  readonly signal: AbortSignal;
}

export interface Made {
  readonly session: Session;
  /** False when a running party was found instead. */
  readonly created: boolean;
  /** A Claude of this party that ran outside its pane. Party ended it, so that its conversation can continue here. */
  readonly background?: BackgroundClaude;
  /** Further sentences for the user, about other parties or worktrees. */
  readonly notes?: readonly string[];
}

/** The state directory exists and is ours. If this throws, the caller removes it. */
export async function makeParty(
  machine: TmuxMachine,
  { env, resources, launches, signal }: Making,
  { top, record, directory }: { top: string; record: SessionRecord; directory: string },
): Promise<Session> {
  const { tmux, paths } = machine;
  const name = sessionName(record.id);
  const { id, title, cwd } = record;
  try {
    stopIfAborted(signal);
    await linkRecord(paths, top, id, directory);
    const panes = await launches({ name, stateDir: directory });
    const layout = { id, name, project: projectKey(top), title, cwd, env: { ...env, PARTY_SESSION: name }, ...panes };
    await recordSession(paths, top, record);
    // A new pane gets the PATH of the tmux client that asks for it, not of the session's environment (tmux 3.3a).
    const starter = createTmux({ ...machine.env, ...(env['PATH'] === undefined ? {} : { PATH: env['PATH'] }) });
    const made: Partial<Record<Role, string>> = {};
    for (const { makes, commands } of startSteps(layout)) {
      stopIfAborted(signal);
      const output = await starter.call(commands(made));
      if (makes !== undefined) made[makes] = output.trim();
    }
    stopIfAborted(signal);
    const isFree = (await starter.call([askDefaultCommand])).trim() === '';
    if (isFree) await starter.call([keepPath(name, resources)]);
    const session = await findComplete(tmux, name, made);
    await recordSession(paths, top, withProcesses(record, session, roles));
    return session;
  } catch (error) {
    await tmux.killSession(name).catch(() => false);
    throw error;
  }
}

/** With the identities of what runs in the panes now. Only those of `started` are processes that Party has just launched. */
export function withProcesses(record: SessionRecord, session: Session, started: readonly Role[]): SessionRecord {
  const agents = Object.entries(record.agents ?? {}).map(([role, agent]) => {
    const pane = started.some((one) => one === role) ? session.panes.find((one) => one.role === role) : undefined;
    const process = pane === undefined ? agent.process : processIdentity(pane.pid);
    return [role, { ...agent, ...(process === undefined ? {} : { process }) }] as const;
  });
  return {
    ...record,
    ...(record.agents === undefined ? {} : { agents: Object.fromEntries(agents) }),
    processes: session.panes.flatMap(({ pid }) => processIdentity(pid) ?? []),
  };
}

async function findComplete(tmux: Tmux, name: string, made: PaneIds): Promise<Session> {
  const session = findSession(await tmux.sessions(), name);
  if (session === undefined) throw new PartyError('TMUX_FAILED', `${name} was ended while it was being started`);
  for (const role of roles) {
    if (resolveRole(session, role).id === made[role]) continue;
    throw new PartyError(
      'TMUX_FAILED',
      `${name} was changed while it was being started: ${role} is not where it was put`,
    );
  }
  return session;
}

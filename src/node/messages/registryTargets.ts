// Finds the agents that `talk` and `check` can reach: the agents of tmux-team.json by their panes, then the party's
// roles.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { agentRoles, author, isRole, reviewer, roles } from '../../core/base/role.ts';
import type { Config } from '../../core/config/config.ts';
import { findPane } from '../../core/session/findPane.ts';
import { resolveRole } from '../../core/session/routing.ts';
import type { LocatedPane } from '../../core/tmux/pane.ts';
import { partyPaths, projectDirectory, projectTop } from '../project/paths.ts';
import { discover, isInsideServer } from '../tmux/parties.ts';
import type { TmuxMachine } from '../tmux/tmuxMachine.ts';
import type { Delivery } from './attempt.ts';
import { openMailbox } from './mailbox.ts';
import { recentLook } from './recentLook.ts';
import { openPost, type SendTarget } from './send.ts';

export interface Target extends SendTarget {
  readonly agent: string;
  locate(how?: 'now' | 'recently'): Promise<LocatedPane>;
}

export async function findTarget(machine: TmuxMachine, config: Config, agent: string): Promise<Target> {
  if (config.agents[agent]?.pane !== undefined) return teamTarget(machine, config, agent);
  if (agent === author || agent === reviewer) {
    const { delivery, session } = await openPost(machine);
    return { agent, session, delivery, locate: (how) => delivery.locate(agent, how) };
  }
  const known = [...Object.keys(config.agents), ...agentRoles.filter((role) => !(role in config.agents))];
  throw new PartyError('PANE_NOT_FOUND', `There is no agent ${agent}; the agents are ${known.join(', ')}`);
}

/** All agents except the sender. */
export function otherAgents(config: Config, self: string): string[] {
  const registered = registeredAgents(config);
  const names = registered.length > 0 ? registered : [...agentRoles];
  return names.filter((name) => name !== self);
}

/** The pane of an agent or role, for commands that only read. */
export async function findPaneOf(machine: TmuxMachine, config: Config, agent: string): Promise<LocatedPane> {
  const pane = config.agents[agent]?.pane;
  if (pane !== undefined) return locatePane(machine, agent, pane);
  if (!isRole(agent)) {
    const known = [...new Set([...Object.keys(config.agents), ...roles])];
    throw new PartyError('ROLE_NOT_FOUND', `There is no role ${agent}; the roles are ${known.join(', ')}`);
  }
  const session = await discover(machine);
  return { session, pane: resolveRole(session, agent) };
}

async function teamTarget(machine: TmuxMachine, config: Config, agent: string): Promise<Target> {
  const delivery = await openTeam(machine, config);
  return { agent, session: undefined, locate: (how) => delivery.locate(agent, how), delivery };
}

/** The mailbox of the project's registered agents. */
export async function openTeam(machine: TmuxMachine, config: Config): Promise<Delivery> {
  const { env, tmux, cwd } = machine;
  const directory = join(projectDirectory(partyPaths(env), projectTop(cwd)), 'team');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const look = recentLook(tmux);
  const locate: Delivery['locate'] = (to, how) =>
    locatePane({ ...machine, tmux: { ...tmux, sessions: () => look(how) } }, to, config.agents[to]?.pane ?? '');
  return { env, tmux, mailbox: openMailbox(directory), locate };
}

export function registeredAgents(config: Config): string[] {
  return Object.entries(config.agents).flatMap(([name, agent]) => (agent.pane === undefined ? [] : [name]));
}

async function locatePane(machine: TmuxMachine, agent: string, pane: string) {
  const sessions = await machine.tmux.sessions();
  const own = (await isInsideServer(machine)) ? machine.env['TMUX_PANE'] : undefined;
  try {
    return findPane(sessions, pane, own);
  } catch (error) {
    if (!isPartyError(error)) throw error;
    throw new PartyError(error.code, `${agent}: ${error.message}`, { cause: error, next: error.next });
  }
}

// Which role this process acts for: that of the pane whose program has started it. The environment of a process proves
// nothing, because every process can set it.

import { refused } from '../../core/base/errors.ts';
import { type AgentRole, roleLabels } from '../../core/base/role.ts';
import { sessionId } from '../../core/project/ids.ts';
import { resolveRole } from '../../core/session/routing.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { descendsFrom, isRunning, parentOf } from '../system/processIdentity.ts';
import { discover } from './parties.ts';
import type { TmuxMachine } from './tmuxMachine.ts';

/** The identities of the processes that Party has started in the panes of a party; empty when it has no record of it. */
type Started = () => Promise<readonly string[]>;

/** The pane of the role; undefined unless this process descends from the program in it. */
export async function paneAbove(session: Session, role: AgentRole, started: Started): Promise<Pane | undefined> {
  const pane = resolveRole(session, role);
  const isOurs = !pane.dead && descendsFrom(process.pid, pane.pid) && (await isInParty(pane, started));
  return isOurs ? pane : undefined;
}

/**
 * The environment names the tmux server, and the caller chooses the environment. So the pane must be on the server on
 * which Party started the others: tmux starts the programs of all panes itself. A party that Party has no record of could
 * be anything.
 */
async function isInParty(pane: Pane, started: Started): Promise<boolean> {
  const servers = (await started()).filter(isRunning).map((identity) => parentOf(Number.parseInt(identity, 10)));
  return servers.includes(parentOf(pane.pid));
}

export interface PaneMachine extends TmuxMachine {
  /** By the id of the party. */
  readonly started: (id: string) => ReturnType<Started>;
}

/** The id of the party in which this process descends from the program in the role's pane. Throws when there is none. */
export async function mustDescendFrom(machine: PaneMachine, role: AgentRole): Promise<string> {
  const session = await discover(machine);
  const id = session.id ?? sessionId(session.name);
  if ((await paneAbove(session, role, () => machine.started(id))) !== undefined) return id;
  const who = roleLabels[role];
  throw refused(`Only ${who} can do this, and the program in the pane of ${who} has not started this process`);
}

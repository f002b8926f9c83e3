// Who calls this program. Some acts are the human's alone: an agent that could do them would open its own gate or renew
// its own budget.

import { type Actor, actorOf, agentVariables } from '../../core/base/actor.ts';
import type { Act } from '../../core/base/acts.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import type { Remark } from '../../core/base/remark.ts';
import { agentRoles, author, roleLabels } from '../../core/base/role.ts';
import { sessionId } from '../../core/project/ids.ts';
import type { SessionRecord } from '../../core/session/sessionRecord.ts';
import type { Machine } from '../project/machine.ts';
import { readAllRecords } from '../project/sessionRecords.ts';
import { descendsFrom, isRunning } from '../system/processIdentity.ts';
import { allParties, isInsideServer } from './parties.ts';
import { createTmux } from './tmux.ts';

/** Throws REFUSED for an agent, also for one that has removed the variables of its client from the environment. */
export async function mustBeHuman(machine: Pick<Machine, 'env' | 'paths'>, refusal: string | Remark): Promise<void> {
  const { env } = machine;
  if (actorOf(env) !== 'human' || Object.keys(agentVariables).some((name) => env[name])) throw refused(refusal);
  const caller = await callerOf(machine);
  if (caller === 'human') return;
  // A person may have typed this into the pane of an agent that has ended.
  const where = `this runs in the pane of ${roleLabels[caller]}, which is not the human's`;
  const { problem, next } = typeof refusal === 'string' ? { problem: refusal, next: [] } : refusal;
  throw refused({ problem: `${problem} (${where})`, next });
}

/** The same for an act whose reason the log keeps. Agents are refused first, whatever their reason. */
export async function mustBeHumanWithReason(
  machine: Pick<Machine, 'env' | 'paths'>,
  reason: string,
  { act, refusal }: { readonly act: Act; readonly refusal: string },
): Promise<void> {
  await mustBeHuman(machine, refusal);
  if (reason.trim() === '') throw new PartyError('USAGE', 'A reason is required', { next: [{ act }] });
}

/**
 * The agent in whose pane this program runs, else the one that the environment names. An agent that takes the variables
 * of its client away still speaks as itself.
 */
export async function callerOf({ env, paths }: Pick<Machine, 'env' | 'paths'>): Promise<Actor> {
  const machine = { env, tmux: createTmux(env) };
  const known = actorOf(env);
  // Without tmux, and in Codex's sandbox, there is no pane to ask.
  const panes = (await allParties(machine).catch(() => [])).flatMap((party) => party.panes);
  const agents = agentRoles.map((role) => ({ role, panes: panes.filter((pane) => pane.role === role) }));
  const above = agents.find((one) => one.panes.some(({ dead, pid }) => !dead && descendsFrom(process.pid, pid)));
  if (above !== undefined) return above.role;
  // The environment names the server of tmux. The records do not depend on it.
  const recorded = await readAllRecords(paths);
  const role = agentRoles.find((one) => recorded.some(({ agents: cast }) => isAbove(cast?.[one]?.process)));
  if (role !== undefined) return role;
  const session = env['PARTY_SESSION'];
  if (known !== 'human' || !session) return known;
  // A process that has left its parents still has the pane that it was started in.
  if (panes.length > 0 && (await isInsideServer(machine))) {
    return agents.find((one) => one.panes.some(({ id }) => id === env['TMUX_PANE']))?.role ?? known;
  }
  // Party cannot see the panes. The shell of a party belongs to the human, and so does what outlives the party.
  const isHumans = recorded.some(({ processes = [] }) => processes.some(isAbove)) || hasEnded(recorded, session);
  return panes.length > 0 || isHumans ? known : author;
}

function isAbove(identity = ''): boolean {
  return isRunning(identity) && descendsFrom(process.pid, Number.parseInt(identity, 10));
}

/**
 * An editor that was started from the shell of a party keeps the party's name in its environment. A name without a
 * record says no more than none: every process can set it.
 */
function hasEnded(recorded: readonly SessionRecord[], session: string): boolean {
  const record = recorded.find(({ id }) => id === sessionId(session));
  return record === undefined || (record.processes !== undefined && !record.processes.some(isRunning));
}

// Puts the status of a project together from what is on the machine now.

import { isPartyError } from '../core/errors.ts';
import { sessionId } from '../core/ids.ts';
import type { Session } from '../core/pane.ts';
import { type Role, roles } from '../core/role.ts';
import { resolveRole } from '../core/routing.ts';
import { type AgentStatus, quietStatus, type Status } from '../core/status.ts';
import { readAgentState, type StateSource } from './agentState.ts';
import { discover, type Surroundings } from './parties.ts';

/** With no party it still answers, `session: null`; several parties are an error, because it would be a guess. */
export async function readStatus(where: Surroundings): Promise<Status> {
  try {
    return await sessionStatus(where, await discover(where));
  } catch (error) {
    if (isPartyError(error, 'NO_SESSION') || isPartyError(error, 'TMUX_MISSING')) return quietStatus;
    throw error;
  }
}

export async function sessionStatus(source: StateSource, session: Session): Promise<Status> {
  return {
    ...quietStatus,
    session: { id: session.id ?? sessionId(session.name), name: session.name, cwd: session.path },
    agents: await Promise.all(roles.map((role) => agentStatus(source, session, role))),
  };
}

async function agentStatus(source: StateSource, session: Session, role: Role): Promise<AgentStatus> {
  try {
    const pane = resolveRole(session, role);
    const state = await readAgentState(source, session, pane);
    return {
      role,
      pane: pane.id,
      state: state.kind,
      waitingFor: state.kind === 'waiting' ? state.waitingFor : null,
      demo: pane.demo,
    };
  } catch (error) {
    // An ambiguous role has no pane that could be shown as the one; a pane may close while it is looked at.
    if (isPartyError(error)) return { role, pane: null, state: 'absent', waitingFor: null, demo: false };
    throw error;
  }
}

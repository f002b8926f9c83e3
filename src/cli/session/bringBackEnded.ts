import { agentRoles, type Role } from '../../core/base/role.ts';
import type { Session } from '../../core/tmux/pane.ts';
import type { Made } from '../../node/session/makeParty.ts';
import type { Cli } from '../party/cli.ts';
import { type Cast, type MadeInTerminal, reportParty } from './partyLaunch.ts';
import { restartedText, restartRoles } from './restart.ts';

/** For `start` and `restore` in a party that runs: restarts exactly the agents that have ended, and reports it. */
export async function bringBackEnded(
  cli: Cli,
  made: Made,
  cast: Cast,
  signal: AbortSignal,
): Promise<Pick<MadeInTerminal, 'session' | 'report'>> {
  if (endedRoles(made.session).length === 0) {
    const more = { resumed: {}, restarted: [] };
    return { session: made.session, report: () => reportParty(cli, made, cast, { done: '', more }) };
  }
  const { session, roles, resumed, warnings } = await restartRoles(cli, made.session, { choose: endedRoles, signal });
  const found = roles.length === 0 ? undefined : restartedText(roles, session);
  const words = { done: '', found, more: { resumed, restarted: roles }, notes: warnings };
  return { session, report: () => reportParty(cli, { ...made, session }, cast, words) };
}

/** An agent whose program is gone stays as it is; the report names it. */
function endedRoles({ panes }: Session, missing: readonly Role[] = []) {
  const isDead = (role: Role) => panes.some((pane) => pane.role === role && pane.dead);
  return agentRoles.filter((role) => isDead(role) && !missing.includes(role));
}

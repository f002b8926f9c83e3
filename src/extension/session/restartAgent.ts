// Restarts one agent in its pane, with its conversation.

import { l10n, window } from 'vscode';
import type { AgentStatus } from '../../core/agents/agent.ts';
import { agentText } from '../../core/agents/agentText.ts';
import { type Role, roleLabels } from '../../core/base/role.ts';
import { agentToRestart } from '../../core/session/bringBack.ts';
import type { Context } from '../app/context.ts';
import { chooseOne } from '../app/folders.ts';
import type { Party } from '../app/snapshot.ts';
import { act } from '../ui/act.ts';
import { itemText } from '../ui/plainText.ts';
import { isAtWork } from './bringBack.ts';
import { sessionProgram } from './sessionProgram.ts';
import type { PartyRow } from './sessionRows.ts';

/** Without a row: the agent that has ended, else the user chooses. */
export async function restartAgent(context: Context, party: Party, row?: PartyRow): Promise<void> {
  const role = row?.kind === 'role' ? row.agent.role : (agentToRestart(party.status) ?? (await chooseRole(party)));
  const agent = party.status.agents.find((one) => one.role === role);
  if (agent === undefined) return;
  const name = roleLabels[agent.role];
  const works = isAtWork(agent.state);
  const question = {
    question: l10n.t('Restart {0}?', name),
    detail: l10n.t('It is still working. A restart interrupts it; its conversation continues afterwards.'),
    yes: l10n.t('Restart'),
  };
  await act(context, {
    doing: l10n.t('Restarting {0}', name),
    confirm: works ? question : undefined,
    run: () => sessionProgram.restart(context.host, {}, party.session.id, agent.role, works),
    done: ({ warnings }) => say(context, name, warnings),
    folder: party.folder,
    answers: ['AGENT_MISSING'],
  });
}

function say({ host }: Context, name: string, warnings: readonly string[]): void {
  for (const warning of warnings) host.log.warn(warning);
  host.log.info(`Restarted ${name}`);
  window.setStatusBarMessage(l10n.t('Restarted {0}', name), 4000);
}

function chooseRole({ status }: Party): Promise<Role | undefined> {
  const toItem = (agent: AgentStatus) => ({
    label: roleLabels[agent.role],
    description: itemText(agentText(agent, l10n.t)),
    value: agent.role,
  });
  return chooseOne(status.agents.map(toItem), l10n.t('Which agent?'));
}

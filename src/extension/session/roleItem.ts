// How a role and its agent look in the Session view.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { AgentStatus } from '../../core/agents/agent.ts';
import { agentLabel, agentText } from '../../core/agents/agentText.ts';
import { type Role, roleLabels } from '../../core/base/role.ts';
import { notInstalled } from '../../core/session/casting.ts';
import { commandId, rows } from '../app/contributions.ts';
import type { Party } from '../app/snapshot.ts';
import type { Row } from './sessionRows.ts';

export function roleItem(row: Row & { kind: 'role' }): TreeItem {
  const { agent, party } = row;
  const item = new TreeItem(roleLabels[agent.role], TreeItemCollapsibleState.None);
  item.id = `${party.session.name}/${agent.role}`;
  item.description = agentText(agent, l10n.t);
  item.iconPath = icon(agent);
  item.tooltip = tooltip(agent, party);
  item.contextValue = agent.state === 'dead' || agent.state === 'absent' ? rows.roleEnded : rows.role;
  item.accessibilityInformation = { label: agentLabel(agent, l10n.t) };
  if (agent.pane !== null) {
    item.command = { command: commandId('showPane'), title: l10n.t('Show in Terminal'), arguments: [row] };
  }
  return item;
}

const roleIcons: Record<Role, string> = { codex: 'eye', claude: 'edit', shell: 'terminal' };

/** The icon of the role while nothing happens; a state that needs attention replaces it. */
function icon({ role, state }: AgentStatus): ThemeIcon {
  switch (state) {
    case 'waiting':
      return new ThemeIcon('bell-dot', new ThemeColor('list.warningForeground'));
    case 'busy':
      return new ThemeIcon(role === 'shell' ? roleIcons.shell : 'loading~spin');
    case 'dead':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'absent':
      return new ThemeIcon('circle-slash', new ThemeColor('disabledForeground'));
    case 'idle':
      return new ThemeIcon(roleIcons[role]);
    default: {
      const unreachable: never = state;
      return unreachable;
    }
  }
}

/** Plain text: VS Code must not render an agent's question as Markdown. */
function tooltip(agent: AgentStatus, { session }: Party): string {
  const duties: Record<Role, string> = {
    codex: l10n.t('the reviewer'),
    claude: l10n.t('the author'),
    shell: l10n.t('your own shell'),
  };
  return [
    l10n.t('{0}, {1}: {2}', roleLabels[agent.role], duties[agent.role], agentText(agent, l10n.t)),
    agent.demo ? l10n.t('A scripted demo: it needs no account and calls no model') : '',
    agent.missing && agent.role !== 'shell' ? notInstalled(agent.role) : '',
    agent.pane === null ? '' : l10n.t('Pane {0} of {1}', agent.pane, session.name),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

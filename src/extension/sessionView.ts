// The Session view: who is in the party and what each is doing.

import {
  type Disposable,
  l10n,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  window,
} from 'vscode';
import { agentLabel, agentText } from '../core/agentText.ts';
import { type Role, roleLabels } from '../core/role.ts';
import type { AgentStatus } from '../core/status.ts';
import { commandId, rows, views } from './contributions.ts';
import type { Model } from './model.ts';
import { childRows, type Row, topRows } from './rows.ts';
import type { Party } from './snapshot.ts';

export interface SessionView extends Disposable {
  readonly view: TreeView<Row>;
}

export function createSessionView(model: Model): SessionView {
  const view = window.createTreeView<Row>(views.session, {
    treeDataProvider: {
      onDidChangeTreeData: model.onDidChange,
      getChildren: (row) => (row ? childRows(row) : model.snapshot ? topRows(model.snapshot) : []),
      getTreeItem: (row) => (row.kind === 'party' ? partyItem(row.party) : roleItem(row)),
    },
  });
  const subscription = model.onDidChange(() => {
    const problem = model.snapshot?.problem;
    view.message = problem === undefined ? '' : l10n.t('This may be old. {0}', problem);
  });
  return {
    view,
    dispose() {
      subscription.dispose();
      view.dispose();
    },
  };
}

function partyItem({ folder, session }: Party): TreeItem {
  const item = new TreeItem(folder.name, TreeItemCollapsibleState.Expanded);
  item.id = session.name;
  item.description = session.id;
  item.tooltip = `${session.name}\n${session.cwd}`;
  item.iconPath = new ThemeIcon('comment-discussion');
  item.contextValue = rows.party;
  return item;
}

function roleItem(row: Row & { kind: 'role' }): TreeItem {
  const { agent, party } = row;
  const item = new TreeItem(roleLabels[agent.role], TreeItemCollapsibleState.None);
  item.id = `${party.session.name}/${agent.role}`;
  item.description = agentText(agent, l10n.t);
  item.iconPath = icon(agent);
  item.tooltip = tooltip(agent, party);
  item.contextValue = rows.role;
  item.accessibilityInformation = { label: agentLabel(agent, l10n.t) };
  if (agent.pane !== null) {
    item.command = { command: commandId('showPane'), title: l10n.t('Show Pane'), arguments: [row] };
  }
  return item;
}

const roleIcons: Record<Role, string> = { codex: 'eye', claude: 'edit', shell: 'terminal' };

/** The icon of the role while all is quiet; what needs to be seen takes its place. */
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

/** Plain text: what an agent asks must not be read as Markdown. */
function tooltip(agent: AgentStatus, { session }: Party): string {
  const duties: Record<Role, string> = {
    codex: l10n.t('the reviewer'),
    claude: l10n.t('the author'),
    shell: l10n.t('your own shell'),
  };
  return [
    l10n.t('{0}, {1}: {2}', roleLabels[agent.role], duties[agent.role], agentText(agent, l10n.t)),
    agent.demo ? l10n.t('A scripted stand-in: no account is used and no model is asked') : '',
    agent.pane === null ? '' : l10n.t('Pane {0} of {1}', agent.pane, session.name),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

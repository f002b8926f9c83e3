// How a role, its agent and what the agent asks look in the Session view.

import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { AgentStatus } from '../../core/agents/agent.ts';
import { agentLabel, agentRowText, agentText, limitDetails, toolText } from '../../core/agents/agentText.ts';
import { isAnswerable, questionText } from '../../core/agents/question.ts';
import { type Role, roleLabels } from '../../core/base/role.ts';
import { messageSubject } from '../../core/messages/messageText.ts';
import { notInstalled } from '../../core/session/casting.ts';
import { commandId, rows } from '../app/contributions.ts';
import type { Party } from '../app/snapshot.ts';
import { questionDetail } from './answerQuestion.ts';
import type { QuestionRow, Row } from './sessionRows.ts';

/** Without its tooltip, which `roleTooltip` adds when the user wants to see it. */
export function roleItem(row: Row & { kind: 'role' }, now: number): TreeItem {
  const { agent, party } = row;
  const item = new TreeItem(roleLabels[agent.role], TreeItemCollapsibleState.None);
  const work = workOf(agent, party);
  item.id = `${party.session.name}/${agent.role}`;
  item.description = agentRowText(agent, workOf(agent, party, rowTool), now, l10n.t);
  item.iconPath = icon(agent);
  item.contextValue = rows[kindOf(agent)];
  item.accessibilityInformation = { label: agentLabel(agent, l10n.t, work) };
  if (agent.pane !== null) item.command = showInTerminal(row);
  return item;
}

/** The question itself. Its buttons answer it, where that can be done here; a click shows it in the terminal. */
export function questionItem(row: QuestionRow): TreeItem {
  const { agent, party, question } = row;
  const item = new TreeItem(questionText(question, l10n.t), TreeItemCollapsibleState.None);
  const answerable = isAnswerable(agent, question);
  item.id = `${party.session.name}/${agent.role}/question/${question.id}`;
  item.iconPath = new ThemeIcon('question', new ThemeColor('list.warningForeground'));
  item.contextValue = answerable ? rows.question : rows.questionShown;
  item.description = answerable ? '' : l10n.t('answer in the terminal');
  item.tooltip = [questionDetail(question), ...(answerable ? [] : [l10n.t('Answer it in the terminal')])].join('\n\n');
  const asked = l10n.t('{0} asks: {1}', roleLabels[agent.role], questionText(question, l10n.t, 300));
  item.accessibilityInformation = { label: answerable ? asked : l10n.t('{0}, answer in the terminal', asked) };
  item.command = showInTerminal(row);
  return item;
}

function showInTerminal(row: Row) {
  return { command: commandId('showPane'), title: l10n.t('Show in Terminal'), arguments: [row] };
}

function kindOf({ role, state }: AgentStatus): 'role' | 'roleBusy' | 'roleEnded' | 'roleShell' {
  if (state === 'dead' || state === 'absent') return 'roleEnded';
  if (role === 'shell') return 'roleShell';
  return state === 'busy' ? 'roleBusy' : 'role';
}

/** The tool that it uses, else the message that it works on; undefined when it does not work, or neither is known. */
function workOf({ state, tool, doing }: AgentStatus, { status }: Party, longest?: number): string | undefined {
  if (state !== 'busy') return undefined;
  if (tool !== undefined) return toolText(tool, l10n.t, longest);
  const [, id] = doing?.split(' ') ?? [];
  const message = status.messages.find((one) => one.id === id);
  const subject = message && messageSubject(message, l10n.t);
  return subject === undefined ? undefined : l10n.t('working on {0}', subject);
}

/** So that a view of the usual width also shows for how long. The tooltip has more. */
const rowTool = 18;

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
export function roleTooltip({ agent, party }: Row & { kind: 'role' }): string {
  const duties: Record<Role, string> = {
    codex: l10n.t('the reviewer'),
    claude: l10n.t('the author'),
    shell: l10n.t('your own shell'),
  };
  const { role, tool, since, model, pane } = agent;
  const work = workOf(agent, party);
  return [
    l10n.t('{0}, {1}: {2}', roleLabels[role], duties[role], agentText(agent, l10n.t)),
    work ?? '',
    since ? l10n.t('Since {0}', timeOf(since)) : '',
    tool?.since ? l10n.t('{0} since {1}', tool.name, timeOf(tool.since)) : '',
    model === undefined ? '' : l10n.t('Model: {0}', model),
    agent.demo ? l10n.t('A scripted demo: it needs no account and calls no model') : '',
    ...limitDetails(agent, l10n.t),
    typeof agent.tokens === 'number' ? l10n.t('Tokens of this conversation: {0}', agent.tokens.toLocaleString()) : '',
    agent.missing && role !== 'shell' ? notInstalled(role) : '',
    pane === null ? '' : l10n.t('Pane {0} of {1}', pane, party.session.name),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function timeOf(iso: string): string {
  return new Date(iso).toLocaleTimeString();
}

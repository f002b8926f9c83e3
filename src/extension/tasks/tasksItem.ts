// How teams, milestones and tasks look in the Tasks view. Their names may come from anywhere, so they are never
// rendered as Markdown, and never take more than a line.

import { relative } from 'node:path';
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCheckboxState, TreeItemCollapsibleState, Uri } from 'vscode';
import { ageText } from '../../core/base/age.ts';
import { shorten } from '../../core/base/cut.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Task, TaskState } from '../../core/tasks/task.ts';
import { commandId, rows } from '../app/contributions.ts';
import { hiddenItem } from '../ui/hiddenItem.ts';
import { type MilestoneRow, progressBar, type TaskRow, taskRowId } from './tasksRows.ts';

export function tasksItem(row: TaskRow): TreeItem {
  const item = itemOf(row);
  item.id = taskRowId(row);
  return item;
}

export function taskStatusText(status: TaskState): string {
  const words = { pending: l10n.t('pending'), in_progress: l10n.t('in progress'), done: l10n.t('done') };
  return words[status];
}

/** `Task 1-2 (#44)`: both numbers, where a task has two. */
export function taskLabel({ id, issue }: Task): string {
  const own = oneLine(id, 40);
  return issue === undefined ? l10n.t('Task {0}', own) : l10n.t('Task {0} (#{1})', own, String(issue.number));
}

function itemOf(row: TaskRow): TreeItem {
  switch (row.kind) {
    case 'team':
      return teamItem(row);
    case 'milestone':
      return milestoneItem(row);
    case 'loose':
      return looseItem(row);
    case 'task':
      return taskItem(row);
    case 'broken':
      return brokenItem(row);
    case 'more':
      return hiddenItem(row, taskRowId(row), 'showMoreTasks');
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

function teamItem({ board }: TaskRow & { kind: 'team' }): TreeItem {
  const { folder, team, place, tasks } = board;
  const item = new TreeItem(folder.name, TreeItemCollapsibleState.Expanded);
  const done = tasks.filter(({ status }) => status === 'done').length;
  item.description = [oneLine(team.name, 60), counts(done, tasks.length)].filter((part) => part !== '').join(' · ');
  item.iconPath = ThemeIcon.Folder;
  item.tooltip = `${folder.path}\n${place}`;
  item.contextValue = rows.taskTeam;
  return item;
}

function milestoneItem({ milestone, done, total }: MilestoneRow): TreeItem {
  const name = oneLine(milestone.name, 200);
  const isDone = milestone.status === 'done';
  const item = new TreeItem(name, isDone ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded);
  const bar = [progressBar(done, total), counts(done, total)].filter((part) => part !== '').join(' ');
  item.description = [bar, isDone ? taskStatusText('done') : ''].filter((part) => part !== '').join(' · ');
  item.iconPath = isDone ? passed : new ThemeIcon('milestone');
  item.contextValue = isDone ? rows.milestoneDone : rows.milestoneOpen;
  item.tooltip = [
    l10n.t('Milestone {0}: {1}', oneLine(milestone.id, 40), name),
    [taskStatusText(milestone.status), l10n.t('{0} of {1} tasks done', String(done), String(total))].join(' · '),
    ...(milestone.description === undefined ? [] : ['', shorten(milestone.description.trim(), 1000)]),
  ].join('\n');
  const spoken = l10n.t('{0} of {1} tasks done', String(done), String(total));
  item.accessibilityInformation = { label: l10n.t('Milestone {0}, {1}', name, spoken) };
  return item;
}

function looseItem({ tasks }: TaskRow & { kind: 'loose' }): TreeItem {
  const item = new TreeItem(l10n.t('No milestone'), TreeItemCollapsibleState.Expanded);
  item.description = String(tasks.length);
  item.iconPath = new ThemeIcon('inbox');
  return item;
}

function taskItem(row: TaskRow & { kind: 'task' }): TreeItem {
  const { task } = row;
  const title = oneLine(task.title, 200);
  const item = new TreeItem(title, TreeItemCollapsibleState.None);
  const { status, assignee, finding, issue } = task;
  item.description = [
    oneLine(task.id, 40),
    ...(status === 'in_progress' ? [taskStatusText(status)] : []),
    ...(assignee === null ? [] : [oneLine(assignee, 40)]),
    ...(finding === undefined ? [] : [oneLine(finding.key, 40)]),
    ...(issue === undefined ? [] : [`#${issue.number}`]),
  ].join(' · ');
  item.iconPath = icon(status);
  const isDone = status === 'done';
  item.checkboxState = {
    state: isDone ? TreeItemCheckboxState.Checked : TreeItemCheckboxState.Unchecked,
    tooltip: isDone ? l10n.t('Done. Click to reopen') : l10n.t('Mark as done'),
    accessibilityInformation: { label: l10n.t('{0}: {1}', taskLabel(task), title), role: 'checkbox' },
  };
  item.contextValue = contextOf(task);
  item.accessibilityInformation = {
    label: [
      l10n.t('{0}: {1}', taskLabel(task), title),
      taskStatusText(status),
      ...(assignee === null ? [] : [assignee]),
    ].join(', '),
  };
  item.command = {
    command: commandId('openTaskDoc'),
    title: l10n.t('Open Document'),
    arguments: [taskRowId(row), ofRow],
  };
  return item;
}

/** Marks the call that a click on a row makes, or a key that selects it. */
export const ofRow = 'row';

/** Made when a person points at the row, so that its age is right. */
export function tasksTooltip(row: TaskRow): string | undefined {
  return row.kind === 'task' ? taskTooltip(row.task, Date.now()) : undefined;
}

function taskTooltip(task: Task, now: number): string {
  const { title, status, assignee, finding, issue, updatedAt } = task;
  return [
    l10n.t('{0}: {1}', taskLabel(task), oneLine(title, 500)),
    [taskStatusText(status), ...(assignee === null ? [] : [l10n.t('assigned to {0}', oneLine(assignee, 100))])].join(
      ' · ',
    ),
    ...(finding === undefined ? [] : [l10n.t('From finding {0} ({1})', oneLine(finding.key, 40), finding.severity)]),
    ...(issue === undefined ? [] : [oneLine(issue.url, 300)]),
    changedText(Date.parse(updatedAt), now),
  ].join('\n');
}

/** A file that others wrote may have any time. */
function changedText(at: number, now: number): string {
  if (Number.isNaN(at)) return l10n.t('Changed at an unknown time');
  return now - at < 5000 ? l10n.t('Changed just now') : l10n.t('Changed {0} ago', ageText(now - at));
}

function contextOf({ finding, issue, status }: Task): string {
  const done = status === 'done';
  if (finding === undefined && issue === undefined) return done ? rows.taskPlainDone : rows.taskPlain;
  if (finding === undefined) return done ? rows.taskIssueDone : rows.taskIssue;
  if (issue === undefined) return done ? rows.taskFindingDone : rows.taskFinding;
  return done ? rows.taskFindingIssueDone : rows.taskFindingIssue;
}

const passed = new ThemeIcon('pass-filled', new ThemeColor('testing.iconPassed'));

function icon(status: TaskState): ThemeIcon {
  if (status === 'done') return passed;
  return status === 'in_progress'
    ? new ThemeIcon('play-circle', new ThemeColor('charts.blue'))
    : new ThemeIcon('circle-large-outline');
}

function brokenItem({ board, unreadable }: TaskRow & { kind: 'broken' }): TreeItem {
  const file = relative(board.place, unreadable.file);
  const item = new TreeItem(oneLine(file, 200), TreeItemCollapsibleState.None);
  item.description = oneLine(unreadable.problem, 200);
  const why = l10n.t('Party cannot read this file: {0}', oneLine(unreadable.problem, 500));
  item.tooltip = `${oneLine(unreadable.file, 1000)}\n${why}`;
  item.iconPath = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  item.command = { command: 'vscode.open', title: l10n.t('Open File'), arguments: [Uri.file(unreadable.file)] };
  return item;
}

function counts(done: number, total: number): string {
  return total === 0 ? '' : `${done}/${total}`;
}

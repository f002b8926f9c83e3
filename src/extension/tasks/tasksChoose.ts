// Asks the user which team, milestone or name a command is about, and says what to do when there is no team.

import { l10n, type QuickPickItem, window } from 'vscode';
import { PartyError } from '../../core/base/errors.ts';
import { withoutIcons } from '../../core/base/outsideText.ts';
import { longestTitle } from '../../core/tasks/task.ts';
import { commandId } from '../app/contributions.ts';
import { chooseOne } from '../app/folders.ts';
import { askFor } from '../ui/askFor.ts';
import { itemText } from '../ui/plainText.ts';
import type { TaskBoard } from './taskBoards.ts';

/** Undefined when the user cancelled, or when there is none. */
export async function chooseBoard(boards: readonly TaskBoard[]): Promise<TaskBoard | undefined> {
  const items = boards.map((board) => ({
    label: withoutIcons(board.folder.name),
    description: itemText(board.team.name, 60),
    value: board,
  }));
  return chooseOne(items, l10n.t('Which team?'));
}

export async function chooseMilestone(
  { milestones }: TaskBoard,
  title: string,
  now: string | null | undefined,
): Promise<{ readonly milestone: string | null } | undefined> {
  const items: (QuickPickItem & { milestone: string | null })[] = [
    { label: l10n.t('No milestone'), milestone: null },
    ...milestones
      .filter(({ status, id }) => status !== 'done' || id === now)
      .map(({ id, name }) => ({ label: itemText(name, 100), description: itemText(id, 40), milestone: id })),
  ];
  const marked = items.map((item) => (item.milestone === now ? { ...item, detail: l10n.t('current') } : item));
  return window.showQuickPick(marked, { title, placeHolder: l10n.t('Which milestone?') });
}

export async function askName(title: string, placeHolder: string, value = ''): Promise<string | undefined> {
  const text = await window.showInputBox({
    ...{ title, placeHolder, value, ignoreFocusOut: true },
    validateInput: (typed) => {
      if (typed.trim() === '') return l10n.t('A name is required');
      return typed.trim().length > longestTitle ? l10n.t('At most {0} characters', String(longestTitle)) : '';
    },
  });
  return text?.trim();
}

/** If a team exists but cannot be read, report that instead of offering to create another. */
export function sayNoTeam(problem: string | undefined): void {
  mustBeReadable(problem);
  askFor(l10n.t('This project has no tasks yet'), l10n.t('Add Task'), commandId('addTask'));
}

export function mustBeReadable(problem: string | undefined): void {
  if (problem !== undefined) throw new PartyError('CONFIG_INVALID', problem);
}

/** The user clicked a row that is gone, or one that VS Code was redrawing. */
export function sayNoTask(): void {
  window.setStatusBarMessage(l10n.t('$(info) The list has just changed. Try again'), 6000);
}

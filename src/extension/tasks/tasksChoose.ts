// Chooses the team for a command, and says what to do when there is none.

import { l10n, window } from 'vscode';
import { PartyError } from '../../core/base/errors.ts';
import { withoutIcons } from '../../core/base/outsideText.ts';
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

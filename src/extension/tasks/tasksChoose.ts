// Which team is meant, and what to say when there is none.

import { l10n, window } from 'vscode';
import { PartyError } from '../../core/base/errors.ts';
import { withoutIcons } from '../../core/base/outsideText.ts';
import { commandId } from '../app/contributions.ts';
import { chooseOne } from '../app/folders.ts';
import { askFor } from '../ui/askFor.ts';
import { itemText } from '../ui/plainText.ts';
import type { TaskBoard } from './taskBoards.ts';

/** Undefined when the user turned away, or when there is none. */
export async function chooseBoard(boards: readonly TaskBoard[]): Promise<TaskBoard | undefined> {
  const items = boards.map((board) => ({
    label: withoutIcons(board.folder.name),
    description: itemText(board.team.name, 60),
    value: board,
  }));
  return chooseOne(items, l10n.t('Which team?'));
}

/** A team that cannot be read is no reason to make another. */
export function sayNoTeam(problem: string | undefined): void {
  if (problem !== undefined) throw new PartyError('CONFIG_INVALID', problem);
  askFor(l10n.t('There is no team here whose tasks could be shown'), l10n.t('Create Team'), commandId('createTeam'));
}

/** A row that is not there any more, or that VS Code was just drawing anew. */
export function sayNoTask(): void {
  window.setStatusBarMessage(l10n.t('$(info) The list has just changed, choose again'), 6000);
}

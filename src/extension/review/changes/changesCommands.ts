// The commands about the change itself, and how the change for a command is found.

import { l10n } from 'vscode';
import type { CommandTable, Resolvers } from '../../app/editorCommand.ts';
import { chooseFolder, folderMeant } from '../../app/folders.ts';
import { askFor } from '../../ui/askFor.ts';
import {
  openChangedFile,
  showAllChanges,
  showChangedFile,
  showFix,
  showRound,
  showSinceApproval,
} from './changesActs.ts';
import type { changesContributions } from './changesContributions.ts';
import { isChangesRow } from './changesRows.ts';

export const changesCommands = {
  'changes.showAll': { needs: 'changes', run: showAllChanges },
  'changes.showSinceApproval': { needs: 'changes', run: showSinceApproval },
  'changes.showRound': {
    needs: 'changes',
    run: (context, changed, _, [, n]) => showRound(context, changed, typeof n === 'number' ? n : undefined),
  },
  'changes.showFile': { needs: 'changes', run: showChangedFile },
  'changes.openFile': { needs: 'changes', run: openChangedFile },
  'changes.showAllFiles': { needs: 'changes', run: ({ changes }, { folder }) => changes.showWhole(folder) },
  'changes.showFix': { needs: 'finding', run: showFix },
} as const satisfies CommandTable<typeof changesContributions>;

export const changesNeeds: Resolvers<'changes'> = {
  async changes({ context: { model }, args, folders }) {
    const row = args.find(isChangesRow);
    // A click on a row acts at once.
    const all = (await (row === undefined ? folders() : folders('known'))) ?? [];
    const folder = row?.changed.folder ?? folderMeant(args, all) ?? (await chooseFolder(all));
    if (folder === undefined) return undefined;
    const changed = model.snapshot?.reviews.find((one) => one.folder.top === folder.top);
    if (changed !== undefined && changed.review.change !== null) return [changed, row, args];
    const problem = l10n.t('{0} is not a git repository, so Party cannot tell what has changed', folder.name);
    askFor(problem, l10n.t('Initialize Repository'), 'git.init');
    return undefined;
  },
};

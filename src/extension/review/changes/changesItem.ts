// How the files of a change look in the Session view. The letters and their colors come from `changesDecorations.ts`.

import { basename, dirname } from 'node:path';
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { oneLine } from '../../../core/base/outsideText.ts';
import type { DiffFile } from '../../../core/review/changes/diffFile.ts';
import { shortHash, someFiles } from '../../../core/review/reviewText.ts';
import { type CommandName, commandId, rows } from '../../app/contributions.ts';
import type { FolderReview } from '../../app/snapshot.ts';
import { decoratedUri, statusWord } from './changesDecorations.ts';
import { type ChangesRow, countFiles } from './changesRows.ts';

/** `known` gives the files of a change, as far as they have been read. */
export function changesItem(row: ChangesRow, known: (changed: FolderReview) => readonly DiffFile[] | undefined) {
  switch (row.kind) {
    case 'changes':
      return changeItem(row, known(row.changed));
    case 'changesSince':
      return sinceItem(row);
    case 'changedFile':
      return fileItem(row);
    case 'hiddenFiles':
      return hiddenItem(row);
    case 'changesProblem':
      return problemItem(row);
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

type RowOf<Kind extends ChangesRow['kind']> = ChangesRow & { kind: Kind };

function changeItem({ changed: { folder, review }, named }: RowOf<'changes'>, files: readonly DiffFile[] | undefined) {
  const label = named ? l10n.t('Changes in {0}', folder.name) : l10n.t('Changes');
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  const count = files?.length ?? countFiles(review);
  const many = count === 1 ? l10n.t('1 file') : l10n.t('{0} files', String(count));
  const sum = sumOf(files);
  const base = shortHash(review.change?.base ?? null) ?? '';
  item.id = `changes/${folder.top}`;
  item.description = [many, sum && signs(sum)].filter(Boolean).join(' · ');
  item.iconPath = new ThemeIcon('diff-multiple');
  item.contextValue = rows.changes;
  item.tooltip =
    review.change?.baseKnown === false
      ? l10n.t('What differs from the last commit ({0}). Party does not know the base of this branch', base)
      : l10n.t('What differs from the base of the change ({0}), committed or not', base);
  item.accessibilityInformation = { label: [label, many, sum && spoken(sum)].filter(Boolean).join(', ') };
  return item;
}

function sinceItem(row: RowOf<'changesSince'>) {
  const { folder, review } = row.changed;
  const { staleBecause, unapproved } = review.status;
  const label = unapproved ? l10n.t('Changed since review') : l10n.t('Changed since approval');
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = `changes/${folder.top}/since`;
  // A row is narrow: the tooltip has the folders.
  item.description = someFiles(
    staleBecause.map((path) => basename(path)),
    l10n.t,
  );
  item.iconPath = new ThemeIcon('git-compare', new ThemeColor('list.warningForeground'));
  item.tooltip = l10n.t('Show what changed: {0}', someFiles(staleBecause, l10n.t));
  item.command = onClick('changes.showSinceApproval', label, row);
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', label, item.description) };
  return item;
}

function fileItem(row: RowOf<'changedFile'>) {
  const { folder } = row.changed;
  const { path, from, status } = row.file;
  const name = oneLine(basename(path));
  const folderName = dirname(path) === '.' ? '' : oneLine(dirname(path));
  const item = new TreeItem(name, TreeItemCollapsibleState.None);
  item.id = `changes/${folder.top}/file/${path}`;
  // The numbers come first: a narrow row loses its end.
  item.description = [size(row.file), from === null ? '' : `← ${earlierName(from, path)}`, folderName]
    .filter(Boolean)
    .join(' · ');
  item.resourceUri = decoratedUri(row.file);
  item.iconPath = ThemeIcon.File;
  item.contextValue = status === 'deleted' ? rows.deletedFile : rows.changedFile;
  item.tooltip = `${oneLine(path, 500)}\n${sentence(row.file)}`;
  item.command = onClick('changes.showFile', l10n.t('Show Changes of the File'), row);
  item.accessibilityInformation = { label: l10n.t('{0}: {1}', oneLine(path, 200), sentence(row.file)) };
  return item;
}

function hiddenItem(row: RowOf<'hiddenFiles'>) {
  const { changed, hidden, all } = row;
  const more = l10n.t('{0} more', hidden.toLocaleString());
  const label = all === undefined ? more : l10n.t('Show All {0} Files', all.toLocaleString());
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = `changes/${changed.folder.top}/hidden`;
  item.iconPath = new ThemeIcon('ellipsis');
  if (all === undefined) return item;
  item.description = more;
  item.command = onClick('changes.showAllFiles', l10n.t('Show All Files'), row);
  return item;
}

function problemItem({ changed, problem }: RowOf<'changesProblem'>) {
  const item = new TreeItem(l10n.t('The files cannot be listed'), TreeItemCollapsibleState.None);
  item.id = `changes/${changed.folder.top}/problem`;
  item.description = oneLine(problem, 200);
  item.tooltip = oneLine(problem, 1000);
  item.iconPath = new ThemeIcon('warning');
  return item;
}

function onClick(name: CommandName, title: string, row: ChangesRow) {
  return { command: commandId(name), title, arguments: [row] };
}

/** Without the folder, if that is the same. */
function earlierName(from: string, path: string): string {
  return oneLine(dirname(from) === dirname(path) ? basename(from) : from);
}

type Lines = NonNullable<DiffFile['lines']>;

function sumOf(files: readonly DiffFile[] | undefined): Lines | undefined {
  return files?.reduce(
    (sum, { lines }) => ({ added: sum.added + (lines?.added ?? 0), removed: sum.removed + (lines?.removed ?? 0) }),
    { added: 0, removed: 0 },
  );
}

function size({ lines, type }: DiffFile): string {
  if (type !== 'file') return type === 'link' ? l10n.t('link') : l10n.t('submodule');
  return lines === null ? l10n.t('binary') : signs(lines);
}

/** Empty when no line has changed, as for a file that was only renamed. */
function signs({ added, removed }: Lines): string {
  return added + removed === 0 ? '' : `+${added} −${removed}`;
}

/** For a tooltip and a screen reader. */
function sentence(file: DiffFile): string {
  const what =
    file.from === null ? statusWord(file.status) : l10n.t('{0} from {1}', statusWord(file.status), oneLine(file.from));
  return [what, file.lines === null || file.type !== 'file' ? size(file) : spoken(file.lines)].join(', ');
}

function spoken({ added, removed }: Lines): string {
  const first = added === 1 ? l10n.t('1 line added') : l10n.t('{0} lines added', String(added));
  return l10n.t('{0}, {1} removed', first, String(removed));
}

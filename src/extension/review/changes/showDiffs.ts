// Shows how two states of the code differ, in VS Code's own editors: one file as a diff, several files as a multi-diff.
// The current side is the real file, so that the user can edit it there.

import { basename } from 'node:path';
import { l10n, type Range, commands as registry, type Uri, window } from 'vscode';
import { oneLine } from '../../../core/base/outsideText.ts';
import { type Comparison, comparisonText } from '../../../core/review/changes/comparisons.ts';
import type { DiffFile } from '../../../core/review/changes/diffFile.ts';
import { workspaceUri } from '../../app/folders.ts';
import type { Folder } from '../../app/snapshot.ts';
import { messageText } from '../../ui/plainText.ts';
import { codeAddress } from './codeDocuments.ts';

/** Two states of a project's code. */
export interface Shown {
  readonly folder: Folder;
  readonly comparison: Comparison;
}

/** VS Code loads every file of a multi-diff at once. */
const mostFiles = 100;

export async function showFiles(shown: Shown, files: readonly DiffFile[]): Promise<void> {
  const [first, ...others] = files;
  const title = comparisonText(shown.comparison, l10n.t);
  if (first === undefined) return tell(l10n.t('{0}: nothing has changed', title));
  if (others.length === 0) return showFile(shown, first);
  const texts = files.filter(isText);
  if (texts.length === 0) return tell(l10n.t('{0}: only binary files, links or submodules have changed', title));
  const part = texts.slice(0, mostFiles);
  const name = editorTitle(title, { shown: part.length, texts: texts.length, all: files.length });
  const resources = part.map((file) => {
    const { before, after } = sidesOf(shown, file);
    return [workspaceUri(shown.folder, file.path), before, after];
  });
  await registry.executeCommand('vscode.changes', name, resources);
}

/** `at` is where the current side is scrolled to. */
export async function showFile(shown: Shown, file: DiffFile, at?: Range): Promise<void> {
  const name = oneLine(basename(file.path));
  if (file.type === 'link') return tell(l10n.t('{0} is a symbolic link: it has no text to compare', name));
  if (file.type === 'submodule') return tell(l10n.t('{0} is a submodule: it has no text to compare', name));
  const { before, after } = sidesOf(shown, file);
  const options = { preview: true, ...(at === undefined ? {} : { selection: at }) };
  const title = comparisonText(shown.comparison, l10n.t);
  if (before !== undefined && after !== undefined) {
    await registry.executeCommand('vscode.diff', before, after, l10n.t('{0} ({1})', name, title), options);
  } else if (after !== undefined) await registry.executeCommand('vscode.open', after, options);
  else await registry.executeCommand('vscode.open', before, options, l10n.t('{0} (deleted)', name));
}

/** The file under its current or its earlier name. */
export function fileNamed(files: readonly DiffFile[], path: string): DiffFile | undefined {
  return files.find((file) => file.path === path) ?? files.find(({ from }) => from === path);
}

/** Undefined on the side that does not have the file. */
function sidesOf({ folder, comparison }: Shown, file: DiffFile): { before: Uri | undefined; after: Uri | undefined } {
  const { path, from, status } = file;
  const before = file.before === null ? undefined : codeAddress(folder, from ?? path, file.before);
  if (status === 'deleted') return { before, after: undefined };
  if (comparison.after.kind === 'now') return { before, after: workspaceUri(folder, path) };
  return { before, after: file.after === null ? undefined : codeAddress(folder, path, file.after) };
}

/** VS Code adds how many files the editor shows. */
function editorTitle(title: string, count: Readonly<Record<'shown' | 'texts' | 'all', number>>): string {
  const { shown, texts, all } = count;
  if (shown < texts) return l10n.t('{0} (the first {1} of {2} files)', title, String(shown), String(texts));
  if (texts === all) return title;
  return all - texts === 1
    ? l10n.t('{0} without 1 file that is not text', title)
    : l10n.t('{0} without {1} files that are not text', title, String(all - texts));
}

function isText({ type, lines }: DiffFile): boolean {
  return type === 'file' && lines !== null;
}

function tell(text: string): void {
  void window.showInformationMessage(messageText(text));
}

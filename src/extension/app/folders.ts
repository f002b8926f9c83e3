// The window's folders as projects, and the choice between them.

import { l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { projectTop } from '../../node/project/paths.ts';
import { createLocate } from '../findings/findingsLocate.ts';
import type { Folder } from './snapshot.ts';

/** Folders of one repository count as one project. A folder outside this machine's disk does not count. */
export function windowFolders(): Folder[] {
  const folders = new Map<string, Folder>();
  for (const { name, uri } of workspace.workspaceFolders ?? []) {
    const top = uri.scheme === 'file' ? topOf(uri.fsPath) : undefined;
    if (top !== undefined && !folders.has(top)) folders.set(top, { name, path: uri.fsPath, top });
  }
  return [...folders.values()];
}

/** A file of a project, by the path that the window knows: the window may have been opened through a link. */
export function workspaceUri(folder: Folder, file: string): Uri {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return Uri.file(createLocate(folders.map(({ uri }) => uri.fsPath))(folder, file).path);
}

/** The folder that a button or a link has named; undefined when the user still has to choose. */
export function folderMeant([given]: readonly unknown[], folders: readonly Folder[]): Folder | undefined {
  if (typeof given !== 'object' || given === null || !('partyFolder' in given)) return undefined;
  return folders.find(({ top }) => top === given.partyFolder);
}

/** Undefined when the user cancelled, or when there is nothing to choose from. */
export async function chooseFolder(folders: readonly Folder[]): Promise<Folder | undefined> {
  const items = folders.map((folder) => ({ label: folder.name, description: folder.path, value: folder }));
  return chooseOne(items, l10n.t('Which folder?'));
}

/** Asks only when there is more than one item. */
export async function chooseOne<T>(
  items: readonly (QuickPickItem & { value: T })[],
  placeHolder: string,
): Promise<T | undefined> {
  const [only, ...others] = items;
  if (others.length === 0) return only?.value;
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.value;
}

function topOf(path: string): string | undefined {
  try {
    return projectTop(path);
  } catch {
    return undefined;
  }
}

// Where a save dialog suggests to export to.

import { homedir } from 'node:os';
import { Uri } from 'vscode';
import type { Folder } from '../app/snapshot.ts';

/** Text in the project; other forms outside it, because there they would become part of the change under review. */
export function exportPlace({ path, name }: Folder, file: string): Uri {
  if (file.endsWith('.md')) return Uri.joinPath(Uri.file(path), file);
  return Uri.joinPath(Uri.file(homedir()), `${name}-${file}`);
}

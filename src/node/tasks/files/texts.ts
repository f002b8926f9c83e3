// Keeps every text that a document has had, by its hash. A text is stored before the event that names it, so that the
// next writer can finish the work of a killed one, and `pm undo` can restore the text before a change.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { docPath } from '../../../core/tasks/applyEvent.ts';
import type { Subject } from '../../../core/tasks/task.ts';
import { sha256 } from '../../system/hash.ts';
import { readFileIfThere, removeFile, replaceFile } from './replaceFile.ts';

export function hashOf(text: string): string {
  return sha256(text);
}

export function keepText(folder: string, text: string): string {
  const hash = hashOf(text);
  const path = textPath(folder, hash);
  if (!existsSync(path)) replaceFile(path, text);
  return hash;
}

/** Undefined when the file has been removed. */
export function keptText(folder: string, hash: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(hash) ? readFileIfThere(textPath(folder, hash)) : undefined;
}

/** `text` is null when there is no document. */
export function readDoc(folder: string, of: Subject, id: string): { path: string; text: string | null } {
  const path = join(folder, docPath(of, id));
  return { path, text: readFileIfThere(path) ?? null };
}

export function putDoc(folder: string, of: Subject, id: string, hash: string | null): void {
  const path = join(folder, docPath(of, id));
  const text = hash === null ? undefined : keptText(folder, hash);
  if (text !== undefined) replaceFile(path, text);
  else if (hash === null) removeFile(path);
}

function textPath(folder: string, hash: string): string {
  return join(folder, 'texts', `${hash}.md`);
}

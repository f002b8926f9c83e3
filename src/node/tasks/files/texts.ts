// Every text that a document has had, by its hash: it is there before the event that speaks of it, so that whoever comes
// after a killed writer can put it in its place, and `pm undo` knows what a document said before.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { docPath } from '../../../core/tasks/replay.ts';
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

/** Undefined when somebody has cleared it away. */
export function keptText(folder: string, hash: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(hash) ? readFileIfThere(textPath(folder, hash)) : undefined;
}

/** Null when there is none. */
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

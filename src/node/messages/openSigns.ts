// Keeps one empty file for each message that is still open, so that a shell script can see "nothing to do" without
// starting Node. Party creates the file before it writes the message to the journal, and removes it after the journal
// has the end. So a killed process can leave one file too many, but never one too few.

import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpen, type Message } from '../../core/messages/message.ts';
import { isFsError } from '../system/store.ts';

export async function openSign(directory: string, id: string): Promise<void> {
  await mkdir(signs(directory), { recursive: true, mode: 0o700 });
  await writeFile(join(signs(directory), id), '', { mode: 0o600 });
}

export async function closeSign(directory: string, id: string): Promise<void> {
  await rm(join(signs(directory), id), { force: true });
}

/** `settled` is true for messages that are finished although the journal still has them as open. */
export async function sweepSigns(
  { directory, messages }: { readonly directory: string; messages(): Promise<readonly Message[]> },
  now: number,
  settled: (message: Message) => boolean,
): Promise<void> {
  const ids = await readdir(signs(directory)).catch(noneThere);
  const known = new Map((await messages()).map((message) => [message.id, message]));
  for (const id of ids) {
    const message = known.get(id);
    const over = message === undefined ? await isOld(directory, id, now) : !isOpen(message) || settled(message);
    if (over) await closeSign(directory, id);
  }
}

function signs(directory: string): string {
  return join(directory, 'messages', 'open');
}

/** The message goes into the journal a moment after its file is created. */
async function isOld(directory: string, id: string, now: number): Promise<boolean> {
  const entry = await stat(join(signs(directory), id)).catch(() => undefined);
  return entry !== undefined && now - entry.mtimeMs > 60_000;
}

function noneThere(error: unknown): string[] {
  if (isFsError(error, 'ENOENT', 'ENOTDIR')) return [];
  throw error;
}

// One empty file for each message that something is still to happen to, so that a shell script can tell "nothing to do"
// without starting Node. It is there before the journal knows the message and goes after the journal knows its end:
// whoever is killed in between leaves one too many, never one too few.

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

/** `settled`: messages to which nothing will happen any more although the journal leaves it open. */
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

/** The journal gets to know a message a moment after its sign was made. */
async function isOld(directory: string, id: string, now: number): Promise<boolean> {
  const entry = await stat(join(signs(directory), id)).catch(() => undefined);
  return entry !== undefined && now - entry.mtimeMs > 60_000;
}

function noneThere(error: unknown): string[] {
  if (isFsError(error, 'ENOENT', 'ENOTDIR')) return [];
  throw error;
}

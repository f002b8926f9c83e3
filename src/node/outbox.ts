// What Codex has to say. Inside its sandbox it cannot reach tmux, so it leaves messages in `<state>/codex/outbox`, and
// whoever comes by outside carries them on. Codex writes that folder, so nothing in it is followed, trusted or kept.

import { constants } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isMessageId } from '../core/message.ts';
import { withLock } from './lock.ts';
import { type Draft, type Mailbox, makeMessageId } from './mailbox.ts';
import { isFsError, writeAtomic } from './store.ts';

const Letter = z.looseObject({ version: z.literal(1), id: z.string(), text: z.string() });
export type Letter = z.infer<typeof Letter>;

const largest = 4 * 1024 * 1024;

export async function leaveLetter(stateDir: string, text: string): Promise<Letter> {
  const letter: Letter = { version: 1, id: makeMessageId(), text };
  await mkdir(outbox(stateDir), { recursive: true, mode: 0o700 });
  await writeAtomic(join(outbox(stateDir), `${letter.id}.json`), JSON.stringify(letter));
  return letter;
}

/** Turns letters into messages, each of them once, whoever is first. Answers with how many there were. */
export async function carryLetters(mailbox: Mailbox, draft: (letter: Letter) => Draft): Promise<number> {
  if ((await letters(mailbox.directory)).length === 0) return 0;
  return withLock(join(mailbox.directory, 'locks', 'outbox'), { waitMs: 5000 }, async () => {
    let carried = 0;
    for (const name of await letters(mailbox.directory)) {
      const path = join(outbox(mailbox.directory), name);
      const letter = await readLetter(path);
      const known = (await mailbox.messages()).some((message) => message.id === letter?.id);
      // A carrier that was killed between writing and removing has left one that is known already.
      if (letter !== undefined && !known) {
        await mailbox.write({ ...draft(letter), id: letter.id });
        carried++;
      }
      await rm(path, { force: true, recursive: true });
    }
    return carried;
  });
}

function outbox(stateDir: string): string {
  return join(stateDir, 'codex', 'outbox');
}

async function letters(stateDir: string): Promise<string[]> {
  try {
    // A file that is being written has a name with a dot in front.
    return (await readdir(outbox(stateDir))).filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** Undefined for everything that is not a letter: a link, a device, something huge, something broken. */
async function readLetter(path: string): Promise<Letter | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const entry = await file.stat();
      if (!entry.isFile() || entry.size > largest) return undefined;
      const letter = Letter.parse(JSON.parse(await file.readFile('utf8')));
      return isMessageId(letter.id) ? letter : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

// Carries the messages of Codex. Inside its sandbox Codex cannot reach tmux, so it leaves letters in
// `<state>/codex/outbox`. The next Party process outside the sandbox turns them into messages. Codex can write anything
// into that folder, so Party follows no links there, trusts no content and keeps no files.

import { mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { tryJson } from '../../core/base/json.ts';
import { author, reviewer } from '../../core/base/role.ts';
import * as z from '../../core/base/schema.ts';
import type { Message } from '../../core/messages/message.ts';
import { isMessageId, textIn } from '../../core/messages/messageFile.ts';
import { sha256 } from '../system/hash.ts';
import { inPlainFolder } from '../system/plainFolder.ts';
import { makeMessageId, randomBytes } from '../system/random.ts';
import { readSmallFile } from '../system/readSmallFile.ts';
import { errorCodeOf, isFsError, readText, writeAtomic } from '../system/store.ts';
import type { Draft, Mailbox } from './mailbox.ts';
import { withMailboxLock } from './mailboxLock.ts';

const Letter = z.looseObject({ version: z.literal(1), id: z.string(), text: z.string() });
export type Letter = z.infer<typeof Letter>;

const largest = 4 * 1024 * 1024;

export async function leaveLetter(stateDir: string, text: string): Promise<Letter> {
  const letter: Letter = { version: 1, id: makeMessageId(), text };
  await mkdir(outboxOf(stateDir), { recursive: true, mode: 0o700 });
  await writeAtomic(join(outboxOf(stateDir), `${letter.id}.json`), JSON.stringify(letter));
  return letter;
}

export interface Carried {
  readonly count: number;
  /** A sentence for each file that is not a letter. Each also becomes a failed message. */
  readonly unreadable: readonly string[];
}

/** Makes the message for a letter. `messages` are those that the letter may be about. */
type Drafting = (text: string, messages: readonly Message[]) => Draft;

/** Turns letters into messages, each of them once, also when several processes try. */
export async function carryLetters(mailbox: Mailbox, draft: Drafting): Promise<Carried> {
  const nothing: Carried = { count: 0, unreadable: [] };
  if (!(await hasLetters(mailbox.directory))) return nothing;
  return withMailboxLock(mailbox.directory, 'outbox', { what: "Codex's outbox", waitMs: 5000 }, () =>
    inOutbox(mailbox.directory, nothing, async (outbox) => {
      let count = 0;
      const unreadable: string[] = [];
      for (const name of await lettersIn(outbox)) {
        const path = join(outbox, name);
        const read = await readLetter(path);
        if ('letter' in read) {
          if (await carry(mailbox, draft, read.letter)) count++;
        } else if (read.problem !== 'gone') {
          const problem = `Codex left ${name} in its outbox, which ${read.problem}`;
          unreadable.push(problem);
          await fail(mailbox, name, problem);
        }
        await takeAway(outbox, name);
      }
      return { count, unreadable };
    }),
  );
}

export function hasLetters(stateDir: string): Promise<boolean> {
  return inOutbox(stateDir, false, async (outbox) => (await lettersIn(outbox)).length > 0);
}

function outboxOf(stateDir: string): string {
  return join(stateDir, 'codex', 'outbox');
}

async function inOutbox<T>(stateDir: string, otherwise: T, action: (outbox: string) => Promise<T>): Promise<T> {
  return (await inPlainFolder(outboxOf(stateDir), action)) ?? otherwise;
}

async function lettersIn(outbox: string): Promise<string[]> {
  // A name that begins with a dot is a file that is still being written.
  return (await readdir(outbox)).filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
}

/** A folder is only renamed: Codex could change it while we empty it, and lead us to other files. */
async function takeAway(outbox: string, name: string): Promise<void> {
  try {
    await unlink(join(outbox, name));
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return;
    await rename(join(outbox, name), join(outbox, `.${name}.${randomBytes(4).toString('hex')}`));
  }
}

/**
 * False when the message exists already: a process was killed after it wrote the message and before it removed the
 * letter.
 */
async function carry(mailbox: Mailbox, draft: Drafting, { id, text }: Letter): Promise<boolean> {
  const other = idOf(id, text);
  const messages = await mailbox.messages();
  for (const known of messages.filter((message) => message.id === id || message.id === other)) {
    if (await isSame(known, text)) return false;
  }
  // Codex must not use the id of another message; the letter then gets a new id.
  const taken = messages.some((message) => message.id === id);
  await mailbox.write({ ...draft(text, messages), id: taken ? other : id });
  return true;
}

async function isSame(message: Message, text: string): Promise<boolean> {
  const content = (await readText(message.file)) ?? '';
  return message.from === reviewer && (content === text || textIn(content) === text.trimEnd());
}

/** A file that cannot be read is not dropped silently: it becomes a failed message. */
async function fail(mailbox: Mailbox, name: string, problem: string): Promise<void> {
  const id = idOf(name, problem);
  if ((await mailbox.messages()).some((message) => message.id === id)) return;
  await mailbox.write({
    to: author,
    from: reviewer,
    kind: 'question',
    text: problem,
    // The state says what the problem is.
    subject: '',
    line: () => problem,
    id,
    failed: problem,
  });
}

/** The same id for the same content, so that a process that is killed half-way does not leave two messages. */
function idOf(...parts: readonly string[]): string {
  return sha256(parts.join('\n')).slice(0, 16);
}

type Read = { readonly letter: Letter } | { readonly problem: string };

async function readLetter(path: string): Promise<Read> {
  try {
    const file = await readSmallFile(path, { largest, links: 'refuse' });
    switch (file.kind) {
      case 'text':
        return letterIn(file.text);
      case 'missing':
        return { problem: 'gone' };
      case 'too-large':
        return { problem: `has ${file.size} bytes, which is too much for a letter` };
      case 'link':
        return { problem: 'cannot be read: ELOOP' };
      case 'not-a-file':
        return { problem: 'is not a file' };
      default: {
        const unreachable: never = file;
        return unreachable;
      }
    }
  } catch (error) {
    return { problem: `cannot be read: ${errorCodeOf(error)}` };
  }
}

function letterIn(text: string): Read {
  const value = tryJson(text);
  if (value === undefined) return { problem: 'is not JSON' };
  const letter = Letter.safeParse(value);
  if (!letter.success || !isMessageId(letter.data.id)) return { problem: 'is not a letter' };
  return { letter: letter.data };
}

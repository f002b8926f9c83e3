// Where the messages of one party (or one tmux-team) are kept: a file for each text, and the journal of what became of it.

import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpen, type Message, type MessageEvent, type MessageKind, reduceMessages } from '../core/message.ts';
import { paneText } from '../core/paneText.ts';
import { appendJsonLine } from './jsonl.ts';
import { isFsError, writeAtomic } from './store.ts';

export interface Draft {
  readonly to: string;
  readonly from: string;
  readonly kind: MessageKind;
  readonly text: string;
  /** What the pane gets, made when the id and the file are known. */
  readonly line: (message: { id: string; file: string; response: string | undefined }) => string;
  /** Given by whoever wrote the message first, such as Codex from inside its sandbox. */
  readonly id?: string;
  readonly response?: (id: string) => string;
  readonly answers?: string;
  /** Why it cannot be delivered. */
  readonly failed?: string;
}

export interface Mailbox {
  readonly directory: string;
  /** Written means written: file and journal are on the disk when this returns. */
  write(draft: Draft): Promise<Message>;
  record(event: EventWithoutTime): Promise<void>;
  messages(): Promise<readonly Message[]>;
}

type WithoutTime<E> = E extends { at: string } ? Omit<E, 'at'> : never;
export type EventWithoutTime = WithoutTime<MessageEvent>;

export function openMailbox(directory: string): Mailbox {
  const journal = join(directory, 'messages.jsonl');
  const read = journalReader(journal);

  const append = (event: EventWithoutTime) => appendJsonLine(journal, { ...event, at: new Date().toISOString() });
  const find = async (id: string) => (await read()).find((candidate) => candidate.id === id);

  return {
    directory,
    messages: read,
    async record(event) {
      await append(event);
      const message = await find(event.id);
      if (message === undefined || !isOpen(message)) await closeSign(directory, event.id);
      else if (event.event === 'submitted' || event.event === 'lost') await openSign(directory, event.id);
    },
    async write({ text, line, id = makeMessageId(), response, ...draft }) {
      const file = join(directory, 'messages', `to-${draft.to}`, `${draft.kind}-${id}.md`);
      const reply = response?.(id);
      if (draft.failed === undefined) await openSign(directory, id);
      await writeAtomic(file, text);
      await append({
        ...draft,
        event: 'written',
        id,
        file,
        line: paneText(line({ id, file, response: reply })),
        ...(reply === undefined ? {} : { response: reply }),
      });
      const message = await find(id);
      if (message === undefined) throw new Error(`message ${id} is not in ${journal} although it was written there`);
      return message;
    },
  };
}

/**
 * One empty file for each message that something is still to happen to, so that a shell script can tell "nothing to do"
 * without starting Node. It is there before the journal knows the message and goes after the journal knows its end:
 * whoever is killed in between leaves one too many, never one too few.
 */
export function openSigns(directory: string): string {
  return join(directory, 'messages', 'open');
}

async function openSign(directory: string, id: string): Promise<void> {
  await mkdir(openSigns(directory), { recursive: true, mode: 0o700 });
  await writeFile(join(openSigns(directory), id), '', { mode: 0o600 });
}

export async function closeSign(directory: string, id: string): Promise<void> {
  await rm(join(openSigns(directory), id), { force: true });
}

/** Time first, so that files sort as they were written. */
export function makeMessageId(): string {
  return `${Date.now().toString(36)}${randomBytes(3).readUIntBE(0, 3).toString(36).padStart(5, '0')}`;
}

/** Reads only what was added since the last time: deliveries look many times a second. */
function journalReader(path: string): () => Promise<readonly Message[]> {
  const known = new Map<string, Message>();
  let offset = 0;
  let reduced: readonly Message[] = [];
  return async () => {
    const added = await readFrom(path, offset);
    const end = added.lastIndexOf(0x0a) + 1;
    if (end === 0) return reduced;
    offset += end;
    const values: unknown[] = [];
    for (const line of added.subarray(0, end).toString('utf8').split('\n')) {
      if (line === '') continue;
      try {
        values.push(JSON.parse(line));
      } catch {
        // A line that a killed writer left unfinished; what it wanted to say is written again by whoever recovers it.
      }
    }
    reduced = reduceMessages(values, known);
    return reduced;
  };
}

async function readFrom(path: string, offset: number): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.max(0, size - offset));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
}

// Where the messages of one party (or one tmux-team) are kept: a file for each text, and the journal of what became of it.

import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpen, type Message, type MessageEvent, type MessageKind, reduceMessages } from '../core/message.ts';
import { paneText } from '../core/paneText.ts';
import { appendJsonLine } from './jsonl.ts';
import { closeSign, openSign } from './openSigns.ts';
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

/** Also without the index signature of a loose schema, under which every misspelt field would do. */
type WithoutTime<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends 'at' ? never : K]: E[K] }
  : never;
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

/** Time first, so that files sort as they were written. */
export function makeMessageId(): string {
  return `${Date.now().toString(36)}${randomBytes(3).readUIntBE(0, 3).toString(36).padStart(5, '0')}`;
}

/** Reads only what was added since the last time: deliveries look many times a second. */
function journalReader(path: string): () => Promise<readonly Message[]> {
  const known = new Map<string, Message>();
  let offset = 0;
  let reduced: readonly Message[] = [];
  let reading: Promise<unknown> = Promise.resolve();
  // One after the other: two that read from the same offset would both move it on, and what came next would be skipped.
  return () => {
    const result = reading.then(readOn);
    reading = result.catch(() => {});
    return result;
  };

  async function readOn(): Promise<readonly Message[]> {
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
  }
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

// Keeps the messages of one party (or one tmux-team): a file for each text, and a journal with the events of each
// message.

import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { isOpen, type Message, reduceMessages } from '../../core/messages/message.ts';
import type { MessageEvent, MessageKind } from '../../core/messages/messageEvent.ts';
import { firstWords } from '../../core/messages/subject.ts';
import { paneText } from '../../core/tmux/paneText.ts';
import { followJsonLines } from '../system/followLines.ts';
import { appendJsonLine } from '../system/jsonl.ts';
import { makeMessageId } from '../system/random.ts';
import { writeAtomic } from '../system/store.ts';
import { closeSign, openSign } from './openSigns.ts';

export interface Draft {
  readonly to: string;
  readonly from: string;
  readonly kind: MessageKind;
  readonly text: string;
  /** What the file holds, when that is more than the text. */
  readonly contents?: (message: { id: string; response: string | undefined }) => string;
  /** Makes the text for the pane, once the id and the file are known. */
  readonly line: (message: { id: string; file: string; response: string | undefined }) => string;
  /** The id that the first writer gave, such as Codex inside its sandbox. */
  readonly id?: string;
  readonly response?: (id: string) => string;
  readonly answers?: string;
  /** What it is about; by default its first words. */
  readonly subject?: string;
  /** The round of a review that it asks for or reports. */
  readonly round?: number;
  /** Why the message cannot be delivered. */
  readonly failed?: string;
  /** Another agent whose limit must be over first. */
  readonly awaits?: string;
}

export interface Mailbox {
  readonly directory: string;
  /** When this returns, the file and the journal are on disk. */
  write(draft: Draft): Promise<Message>;
  record(event: EventWithoutTime): Promise<void>;
  messages(): Promise<readonly Message[]>;
  /** Throws when the journal does not have the message. */
  message(id: string): Promise<Message>;
}

/** Also drops the index signature of a loose schema, which would accept misspelled fields. */
type WithoutTime<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends 'at' ? never : K]: E[K] }
  : never;
export type EventWithoutTime = WithoutTime<MessageEvent>;

export function openMailbox(directory: string): Mailbox {
  const journal = join(directory, 'messages.jsonl');
  const read = journalReader(journal);

  const append = (event: EventWithoutTime) => appendJsonLine(journal, { ...event, at: new Date().toISOString() });
  const find = async (id: string) => (await read()).find((candidate) => candidate.id === id);
  const message = async (id: string) => {
    const found = await find(id);
    if (found === undefined) throw new PartyError('INTERNAL', `message ${id} is not in the journal ${journal}`);
    return found;
  };

  return {
    directory,
    messages: read,
    message,
    async record(event) {
      await append(event);
      const found = await find(event.id);
      if (found === undefined || !isOpen(found)) await closeSign(directory, event.id);
      else if (['submitted', 'returned', 'lost'].includes(event.event)) await openSign(directory, event.id);
    },
    async write({ text, contents, line, id = makeMessageId(), response, ...draft }) {
      const file = join(directory, 'messages', `to-${draft.to}`, `${draft.kind}-${id}.md`);
      const reply = response?.(id);
      if (draft.failed === undefined) await openSign(directory, id);
      await writeAtomic(file, contents?.({ id, response: reply }) ?? text);
      await append({
        subject: firstWords(text),
        ...draft,
        event: 'written',
        id,
        file,
        line: paneText(line({ id, file, response: reply })),
        ...(reply === undefined ? {} : { response: reply }),
      });
      return message(id);
    },
  };
}

/** Reads only what was added since the last call, because deliveries poll many times a second. */
function journalReader(path: string): () => Promise<readonly Message[]> {
  const known = new Map<string, Message>();
  let reduced: readonly Message[] = [];
  const readOn = followJsonLines(path, (values) => {
    reduced = reduceMessages(values, known);
  });
  return async () => {
    await readOn();
    return reduced;
  };
}

// Where the messages of one party (or one tmux-team) are kept: a file for each text, and the journal of what became of it.

import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import {
  isOpen,
  type Message,
  type MessageEvent,
  type MessageKind,
  reduceMessages,
} from '../../core/messages/message.ts';
import { paneText } from '../../core/tmux/paneText.ts';
import { followJsonLines } from '../system/followLines.ts';
import { appendJsonLine } from '../system/jsonl.ts';
import { makeMessageId } from '../system/messageId.ts';
import { writeAtomic } from '../system/store.ts';
import { closeSign, openSign } from './openSigns.ts';

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
  /** One that was written here: throws when the journal does not have it. */
  message(id: string): Promise<Message>;
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
      return message(id);
    },
  };
}

/** Reads only what was added since the last time: deliveries look many times a second. */
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

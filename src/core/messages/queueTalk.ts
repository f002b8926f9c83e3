// The conversation with `codex app-server` that takes one message out of the queue of a thread. Unknown lines are
// skipped.

import * as z from '../base/schema.ts';
import { rpcAnswer, rpcInitialize, rpcInitialized, rpcRequest } from '../codex/appServerLines.ts';

/** `absent`: the queue does not have it. `unknown`: Codex has not said. */
export type TakenOut = 'taken' | 'absent' | 'unknown';

export class QueueTalk {
  /** The queue is not yet in the stable part of the protocol. */
  readonly first = [rpcInitialize(ids.initialize, '1', { experimentalApi: true })];
  readonly #thread: string;
  readonly #text: string;
  #outcome: TakenOut = 'unknown';

  constructor(thread: string, text: string) {
    this.#thread = thread;
    this.#text = text;
  }

  /** The requests to send after a line of Codex; `end` when the conversation is over. */
  hear(line: string): readonly string[] | 'end' {
    const { id, result } = rpcAnswer(line) ?? {};
    if (id === undefined) return [];
    if (id === ids.initialize) return result === undefined ? 'end' : [rpcInitialized, this.#list()];
    if (id === ids.list) return this.#listed(result);
    const deleted = deletedForm().safeParse(result);
    if (deleted.success) this.#outcome = deleted.data.deleted ? 'taken' : 'absent';
    return 'end';
  }

  outcome(): TakenOut {
    return this.#outcome;
  }

  #listed(result: unknown): readonly string[] | 'end' {
    const page = pageForm().safeParse(result);
    if (!page.success) return 'end';
    const { data, nextCursor: cursor } = page.data;
    const found = data.find(({ input }) => input.some(({ text }) => text === this.#text));
    if (found !== undefined) {
      return [rpcRequest(ids.delete, 'thread/queue/delete', { threadId: this.#thread, queuedSubmissionId: found.id })];
    }
    if (cursor) return [this.#list(cursor)];
    this.#outcome = 'absent';
    return 'end';
  }

  #list(cursor?: string): string {
    const more = cursor === undefined ? {} : { cursor };
    return rpcRequest(ids.list, 'thread/queue/list', { threadId: this.#thread, ...more });
  }
}

const ids = { initialize: 1, list: 2, delete: 3 } as const;

// Functions, so that a bundle without this conversation holds nothing of it.
const pageForm = () =>
  z.looseObject({
    data: z.array(z.looseObject({ id: z.string(), input: z.array(z.looseObject({ text: z.optional(z.string()) })) })),
    nextCursor: z.optional(z.nullable(z.string())),
  });
const deletedForm = () => z.looseObject({ deleted: z.boolean() });

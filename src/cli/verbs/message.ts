import { readFile } from 'node:fs/promises';
import { PartyError } from '../../core/errors.ts';
import { exits } from '../../core/exits.ts';
import { isPending, type Message } from '../../core/message.ts';
import { nearest } from '../../core/nearest.ts';
import { retryEnter } from '../../node/deliver.ts';
import { drain, openPost, type Post, send } from '../../node/post.ts';
import { usage } from '../arguments.ts';
import type { Command } from '../command.ts';
import type { Host } from '../host.ts';

export const message: Command = {
  name: 'message',
  summary: 'See the messages of the party on their way, and help one along',
  operands: 'ACTION [ID]',
  operandCount: [1, 2],
  options: {},
  details: [
    'list    every message with its state: written, typed, submitted, answered; and why one waits',
    'show    the text of one message',
    'retry   press Enter for a message that was typed but not submitted; deliver one that is still written',
    'resend  send the text again as a new message and give the old one up',
    'cancel  give a message up that has not been submitted',
  ].join('\n'),
  async run(host, { operands: [action = '', id] }) {
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (act === undefined) {
      const meant = nearest(action, Object.keys(actions));
      throw usage(message, `party message has no ${action}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
    }
    const post = await openPost(host);
    if (action === 'list') return list(host, post);
    if (id === undefined) throw usage(message, `party message ${action} needs an ID`);
    return act(host, post, await find(post, id));
  },
};

type Action = (host: Host, post: Post, found: Message) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  list: (host, post) => list(host, post),

  async show(host, _, found) {
    const text = await readFile(found.file, 'utf8');
    host.print({ json: { ...found, text }, text: text.endsWith('\n') ? text : `${text}\n` });
    return exits.success;
  },

  async retry(host, post, found) {
    mustBePending(found);
    const reason =
      found.state === 'typed' ? await retryEnter(post.delivery, found) : await waitingReason(post, found.id);
    return report(host, post, found.id, reason);
  },

  async resend(host, post, found) {
    const text = await readFile(found.file, 'utf8');
    if (isPending(found)) await post.mailbox.record({ event: 'cancelled', id: found.id, reason: 'sent again' });
    const { message: again, waiting } = await send(post, __dirname, {
      to: found.to,
      from: found.from,
      kind: found.kind,
      text,
      line: ({ id, file }) => found.line.replaceAll(found.file, file).replaceAll(found.id, id),
      ...(found.response === undefined
        ? {}
        : { response: (id: string) => (found.response ?? '').replaceAll(found.id, id) }),
      ...(found.answers === undefined ? {} : { answers: found.answers }),
    });
    return report(host, post, again.id, waiting?.reason);
  },

  async cancel(host, post, found) {
    mustBePending(found);
    await post.mailbox.record({ event: 'cancelled', id: found.id, reason: 'given up by hand' });
    return report(host, post, found.id, undefined);
  },
};

async function list(host: Host, post: Post): Promise<number> {
  const waiting = await drain(post);
  const rows = (await post.mailbox.messages()).map((one) => {
    const reason = isPending(one) ? (reasonFor(waiting, one) ?? null) : (one.reason ?? null);
    return {
      id: one.id,
      from: one.from,
      to: one.to,
      kind: one.kind,
      state: one.state,
      since: one.since,
      file: one.file,
      reason,
    };
  });
  const text = rows.map(
    (row) =>
      `${row.id}  ${row.from} → ${row.to}  ${row.kind}  ${row.state}${row.reason === null ? '' : `: ${row.reason}`}\n`,
  );
  host.print({ json: { messages: rows }, text: text.join('') || 'No messages yet\n' });
  return exits.success;
}

function reasonFor(waiting: Awaited<ReturnType<typeof drain>>, one: Message): string | undefined {
  const first = waiting.find((candidate) => candidate.message.to === one.to);
  if (first === undefined) return undefined;
  return first.message.id === one.id ? first.reason : `waits behind ${first.message.id}`;
}

async function waitingReason(post: Post, id: string): Promise<string | undefined> {
  const waiting = await drain(post);
  const found = (await post.mailbox.messages()).find((one) => one.id === id);
  return found === undefined ? undefined : reasonFor(waiting, found);
}

async function report(host: Host, post: Post, id: string, reason: string | undefined): Promise<number> {
  const found = await find(post, id);
  const why = reason === undefined ? '' : `: ${reason}`;
  host.print({ json: { id, state: found.state, reason: reason ?? null }, text: `${id} is ${found.state}${why}\n` });
  return isPending(found) ? exits.notSubmitted : exits.success;
}

async function find({ mailbox }: Post, id: string): Promise<Message> {
  const messages = await mailbox.messages();
  const found = messages.find((one) => one.id === id);
  if (found !== undefined) return found;
  const meant = nearest(
    id,
    messages.map((one) => one.id),
  );
  throw new PartyError(
    'USAGE',
    `There is no message ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}. See: party message list`,
  );
}

function mustBePending(found: Message): void {
  if (!isPending(found)) throw new PartyError('USAGE', `Message ${found.id} is ${found.state} already`);
}

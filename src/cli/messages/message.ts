import { readFile } from 'node:fs/promises';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { nearest } from '../../core/base/nearest.ts';
import { isPending, type Message } from '../../core/messages/message.ts';
import { cancelledByHand, unsureAdvice, waitsBecause } from '../../core/messages/messageAdvice.ts';
import { shownState } from '../../core/messages/messageStatus.ts';
import { failureText } from '../../core/messages/turn.ts';
import { paneText } from '../../core/tmux/paneText.ts';
import { limitsOf } from '../../node/agents/limits.ts';
import { release, retryEnter, type Waiting, withdraw } from '../../node/messages/deliver.ts';
import { relayReminders, send } from '../../node/messages/send.ts';
import { settleTurns } from '../../node/messages/settleTurns.ts';
import { callerOf } from '../../node/tmux/caller.ts';
import { type Action, type Actions, runAction } from '../party/actions.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { type OpenMailbox, openMailboxes } from './mailboxes.ts';
import { requestPrefix } from './talkReport.ts';

export const message: Command = {
  ...headings.message,
  operandCount: [0, 2],
  alone: 'list',
  options: {},
  details: [
    'list    every message with its state: written, typed, submitted, answered; and why one waits or failed. Unsure means',
    '        that it was typed, but the agent is idle and has no record of it; held, that it goes on when a limit is over;',
    "        queued, that it is in Codex's queue, because it could not be typed, and Codex takes it when it is not working",
    'show    the text of one message',
    'retry   press Enter again for a message that was typed but not submitted; deliver one that is still written, also',
    '        one that is held until a limit is over',
    'resend  send the text again as a new message, and cancel the old one',
    'cancel  cancel a message that has not been submitted or is unsure',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(message, actions, cli, args),
};

const actions: Actions = {
  list: { takes: [], run: async (cli) => list(cli, await openMailboxes(cli)) },
  show: onMessage((cli, _, found) => show(cli, found)),
  retry: onMessage(retry),
  resend: onMessage(resend),
  cancel: onMessage(cancel),
};

type MessageAct = (cli: Cli, mailbox: OpenMailbox, found: Message) => Promise<number>;

function onMessage(act: MessageAct): Action {
  return {
    takes: ['ID'],
    async run(cli, [given = '']) {
      // tmux-team shows an id with this in front.
      const id = given.replace(new RegExp(`^${requestPrefix}`), '');
      const { mailbox, found } = await find(await openMailboxes(cli), id);
      // Since the last look, the agent may have returned the message, or its turn may have failed.
      await settleTurns(mailbox.delivery, found.to);
      const code = await act(cli, mailbox, (await find([mailbox], id)).found);
      await relayReminders(mailbox, __dirname);
      return code;
    },
  };
}

async function show(cli: Cli, found: Message): Promise<number> {
  const text = await readFile(found.file, 'utf8');
  // A terminal would act on control characters in an agent's text. A program that reads stdout gets the text
  // unchanged.
  const shown = process.stdout.isTTY ? paneText(text) : text;
  cli.print({ json: { ...found, text }, text: shown.endsWith('\n') ? shown : `${shown}\n` });
  return exits.success;
}

async function retry(cli: Cli, mailbox: OpenMailbox, found: Message): Promise<number> {
  if (found.state === 'unsure') throw new PartyError('USAGE', `Message ${found.id} is unsure: ${unsureAdvice(found)}`);
  mustBePending(found);
  // An agent would only cause the next failure.
  if ((await callerOf(cli)) === 'human') await release(mailbox.delivery, found);
  const reason =
    found.state === 'typed' ? await retryEnter(mailbox.delivery, found) : reasonFor(await mailbox.drain(), found);
  return report(cli, mailbox, found.id, reason);
}

async function resend(cli: Cli, mailbox: OpenMailbox, found: Message): Promise<number> {
  if (found.kind === 'review' && found.state === 'failed' && found.ended) {
    throw new PartyError('REFUSED', `Its round does not count. ${failureText(found)}`);
  }
  const text = await readFile(found.file, 'utf8');
  // Throws without a certain pane, before the old message is given up.
  await mailbox.delivery.locate(found.to);
  const stuck =
    isPending(found) || found.state === 'unsure' ? await withdraw(mailbox.delivery, found, 'sent again') : undefined;
  if (stuck !== undefined) return report(cli, mailbox, found.id, stuck);
  const { response, answers, awaits, ownLine = found.line } = found;
  // Codex still writes the findings of a review to the old file, whatever the new id of the message is.
  const renamed = (words: string, id: string) => (found.kind === 'review' ? words : words.replaceAll(found.id, id));
  const { message: again, waiting } = await send(mailbox, __dirname, {
    to: found.to,
    from: found.from,
    kind: found.kind,
    text,
    contents: ({ id }) => renamed(text, id),
    line: ({ id, file }) => renamed(ownLine.replaceAll(found.file, file), id),
    ...(response === undefined ? {} : { response: (id: string) => renamed(response, id) }),
    ...(answers === undefined ? {} : { answers }),
    ...(awaits === undefined ? {} : { awaits }),
    ...(found.subject === undefined ? {} : { subject: found.subject }),
    ...(found.round === undefined ? {} : { round: found.round }),
  });
  return report(cli, mailbox, again.id, waiting?.reason);
}

async function cancel(cli: Cli, mailbox: OpenMailbox, found: Message): Promise<number> {
  if (found.state !== 'unsure') mustBePending(found);
  const stuck = await withdraw(mailbox.delivery, found, cancelledByHand);
  return report(cli, mailbox, found.id, stuck);
}

async function list(cli: Cli, mailboxes: readonly OpenMailbox[]): Promise<number> {
  const rows = (await Promise.all(mailboxes.map(rowsOf))).flat();
  const text = rows.map(
    (row) =>
      `${row.id}  ${row.from} → ${row.to}  ${row.kind}  ${row.state}${row.reason === null ? '' : `: ${row.reason}`}\n`,
  );
  cli.print({ json: { messages: rows }, text: text.join('') || 'No messages yet\n' });
  return exits.success;
}

async function rowsOf(mailbox: OpenMailbox) {
  const waiting = await mailbox.drain();
  await relayReminders(mailbox, __dirname);
  const limits = await limitsOf(mailbox.delivery);
  return (await mailbox.delivery.mailbox.messages()).map((one) => {
    const { id, from, to, kind, since, file, subject = null, round = null } = one;
    const reason = isPending(one) ? reasonFor(waiting, one) : whyNot(one);
    const { state, ...held } = shownState(one, (agent) => limits.get(agent)?.until);
    return { id, from, to, kind, state, since, file, subject, round, reason: reason ?? null, ...held };
  });
}

/** Why the agent will not answer it, and what to do next. */
function whyNot(one: Message): string | undefined {
  if (one.state === 'unsure') return unsureAdvice(one);
  return one.state === 'failed' && one.ended ? failureText(one) : one.reason;
}

function reasonFor(waiting: readonly Waiting[], one: Message): string | undefined {
  const first = waiting.find((candidate) => candidate.message.to === one.to);
  return first && waitsBecause(one, first);
}

async function report(cli: Cli, mailbox: OpenMailbox, id: string, reason: string | undefined): Promise<number> {
  const { found } = await find([mailbox], id);
  const limits = await limitsOf(mailbox.delivery);
  const { state, ...held } = shownState(found, (agent) => limits.get(agent)?.until);
  const why = reason === undefined ? '' : `: ${reason}`;
  cli.print({ json: { id, state, reason: reason ?? null, ...held }, text: `${id} is ${state}${why}\n` });
  return isPending(found) || found.state === 'unsure' ? exits.notSubmitted : exits.success;
}

async function find(mailboxes: readonly OpenMailbox[], id: string): Promise<{ mailbox: OpenMailbox; found: Message }> {
  const ids: string[] = [];
  for (const mailbox of mailboxes) {
    const messages = await mailbox.delivery.mailbox.messages();
    const found = messages.find((one) => one.id === id);
    if (found !== undefined) return { mailbox, found };
    ids.push(...messages.map((one) => one.id));
  }
  const meant = nearest(id, ids);
  throw new PartyError(
    'USAGE',
    `There is no message ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}. See: party message list`,
  );
}

function mustBePending(found: Message): void {
  if (!isPending(found)) throw new PartyError('USAGE', `Message ${found.id} is already ${found.state}`);
}

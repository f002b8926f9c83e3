// `tmux-codex.sh --respond FILE`: sends Claude's answer to a question of Codex.

import { realpath } from 'node:fs/promises';
import { PartyError } from '../../core/base/errors.ts';
import { author, reviewer } from '../../core/base/role.ts';
import { isPending, type Message, wasSubmitted } from '../../core/messages/message.ts';
import { responseLine } from '../../core/messages/paneLines.ts';
import { openPost, type Post, send } from '../../node/messages/send.ts';
import { readSmallFile } from '../../node/system/readSmallFile.ts';
import { readText } from '../../node/system/store.ts';
import type { Cli } from '../party/cli.ts';
import { reportSent } from './sent.ts';

export async function respond(cli: Cli, path: string): Promise<number> {
  const post = await openPost(cli);
  const text = await readAnswer(path);
  const question = await questionFor(post, path);
  if (text.trim() === '') throw new PartyError('USAGE', `--respond ${path} is empty; write the answer there first`);
  const sent = await sentBefore(post, question, text);
  const message = sent ?? (await sendAnswer(post, question, text));
  // Recorded only after the send: a process killed before this point has not answered, and Claude can respond again.
  if (question.state !== 'answered') await post.mailbox.record({ event: 'answered', id: question.id, file: path });
  return reportSent(cli, message, 'CLAUDE_RESPONSE_DISPATCHED');
}

async function sendAnswer(post: Post, question: Message, text: string): Promise<Message> {
  const { message } = await send(post, __dirname, {
    to: reviewer,
    from: author,
    kind: 'response',
    text,
    line: responseLine,
    answers: question.id,
    subject: question.subject ?? '',
  });
  return message;
}

const largest = 4 * 1024 * 1024;

async function readAnswer(path: string): Promise<string> {
  const unread = (cause?: unknown) =>
    new PartyError('USAGE', `--respond ${path} cannot be read; write the answer there first`, { cause });
  const file = await readSmallFile(path, { largest, links: 'follow' }).catch((error: unknown) => {
    throw unread(error);
  });
  switch (file.kind) {
    case 'text':
      return file.text;
    case 'missing':
      throw unread();
    case 'too-large':
      throw new PartyError('USAGE', `--respond ${path} has ${file.size} bytes; an answer has ${largest} at most`);
    default:
      throw new PartyError('USAGE', `--respond ${path} is not a file`);
  }
}

/** The question whose answer belongs in this file. */
async function questionFor({ mailbox }: Post, path: string): Promise<Message> {
  const given = await realpath(path);
  const questions = (await mailbox.messages()).filter(({ from, kind }) => from === reviewer && kind === 'question');
  for (const question of questions) {
    if (question.response === undefined) continue;
    if ((await realpath(question.response).catch(() => undefined)) === given) return question;
  }
  const expected = questions.flatMap(({ state, response }) => (state === 'answered' ? [] : (response ?? [])));
  const known =
    expected.length === 0 ? 'No question from Codex is waiting for an answer' : `Expected: ${expected.join(', ')}`;
  throw new PartyError('USAGE', `--respond ${path} is not the file for the answer to a question from Codex. ${known}`);
}

/** Undefined when this answer is new, or when the last one may not have arrived. */
async function sentBefore({ mailbox }: Post, question: Message, text: string): Promise<Message | undefined> {
  const last = (await mailbox.messages()).findLast(
    ({ kind, from, answers }) => kind === 'response' && from === author && answers === question.id,
  );
  if (last === undefined || (!isPending(last) && !wasSubmitted(last))) return undefined;
  return (await readText(last.file)) === text ? last : undefined;
}

// What `tmux-codex.sh` does: Claude's side of the transport.

import { readFile, realpath } from 'node:fs/promises';
import { PartyError } from '../../core/errors.ts';
import { exits } from '../../core/exits.ts';
import { promptLine, responseLine } from '../../core/letters.ts';
import type { Message } from '../../core/message.ts';
import { codexResponseFile } from '../../node/letterDraft.ts';
import { openPost, type Post, send } from '../../node/post.ts';
import type { Command } from '../command.ts';
import type { Host } from '../host.ts';

export const tmuxCodex: Command = {
  name: 'tmux-codex',
  summary: "Claude's messages to Codex (tmux-codex.sh)",
  operands: '[WORKDIR]',
  operandCount: [0, 1],
  options: {
    prompt: { value: 'TEXT', help: 'Hand Codex a task; returns at once' },
    respond: { value: 'FILE', help: 'Say that the answer to a question of Codex is in FILE' },
  },
  async run(host, args) {
    const text = args.value('prompt');
    const file = args.value('respond');
    if (text !== undefined) return prompt(host, text, args.operands[0]);
    if (file !== undefined) return respond(host, file);
    throw new PartyError('USAGE', 'tmux-codex.sh needs --prompt TEXT [WORKDIR] or --respond FILE');
  },
};

async function prompt(host: Host, text: string, workdir: string | undefined): Promise<number> {
  if (text.trim() === '') throw new PartyError('USAGE', '--prompt needs a text');
  const post = await openPost(host);
  const { message } = await send(post, __dirname, {
    to: 'codex',
    from: 'claude',
    kind: 'prompt',
    text,
    line: (facts) => promptLine(facts, workdir),
    response: (id) => codexResponseFile(post.stateDir, id),
  });
  return reportSent(host, message, 'CODEX_TASK_REQUESTED');
}

async function respond(host: Host, path: string): Promise<number> {
  const post = await openPost(host);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new PartyError('USAGE', `--respond ${path} cannot be read; write the answer there first`, { cause: error });
  });
  if (text.trim() === '') throw new PartyError('USAGE', `--respond ${path} is empty; write the answer there first`);
  const question = await questionFor(post, path);
  if (question !== undefined) await post.mailbox.record({ event: 'answered', id: question.id, file: path });
  const { message } = await send(post, __dirname, {
    to: 'codex',
    from: 'claude',
    kind: 'response',
    text,
    line: responseLine,
    ...(question === undefined ? {} : { answers: question.id }),
  });
  return reportSent(host, message, 'CLAUDE_RESPONSE_DISPATCHED');
}

/** The question whose answer was to be written to this file. */
async function questionFor({ mailbox }: Post, path: string): Promise<Message | undefined> {
  const given = await realpath(path);
  for (const message of await mailbox.messages()) {
    if (message.response === undefined) continue;
    if ((await realpath(message.response).catch(() => undefined)) === given) return message;
  }
  return undefined;
}

/** Exit 0 as soon as it is written: what is queued is delivered without the sender. */
export function reportSent(host: Host, message: Message, sentinel: string): number {
  const state = message.state === 'submitted' || message.state === 'answered' ? 'submitted' : 'queued';
  const lines = [sentinel, `state: ${state}`, `id: ${message.id}`, `file: ${message.file}`];
  if (message.response !== undefined) lines.push(`response: ${message.response}`);
  host.print({
    json: { sentinel, state, id: message.id, file: message.file, response: message.response ?? null },
    text: `${lines.join('\n')}\n`,
  });
  return exits.success;
}

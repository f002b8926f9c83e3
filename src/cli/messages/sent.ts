// What the transport scripts print about a message: a sentinel alone on its line, then the message's state.

import { exits } from '../../core/base/exits.ts';
import type { Message } from '../../core/messages/message.ts';
import type { Cli } from '../party/cli.ts';

/** Exits 0 as soon as the message is written: the relay delivers it without the sender. */
export function reportSent(cli: Cli, message: Message, sentinel: string): number {
  const { id, file, response } = message;
  const state = sentState(message);
  const lines = [sentinel, `state: ${state}`, `id: ${id}`, `file: ${file}`];
  if (response !== undefined) lines.push(`response: ${response}`);
  cli.print({
    json: { sentinel, state, id, file, response: response ?? null },
    text: `${lines.join('\n')}\n`,
  });
  return exits.success;
}

export function sentState({ state }: Message): 'submitted' | 'queued' {
  return state === 'submitted' || state === 'answered' ? 'submitted' : 'queued';
}

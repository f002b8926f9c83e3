// Reads the turns of messages from Codex's rollout file. The relay looks again and again for up to an hour, and a turn may
// write megabytes, so each look reads at most once, and only what has changed.

import { stat } from 'node:fs/promises';
import { codexTurn } from '../../core/messages/codexTurn.ts';
import type { Message } from '../../core/messages/message.ts';
import type { Turn } from '../../core/messages/turn.ts';
import { linesSince } from '../system/linesSince.ts';

/** `before`: a turn that an earlier look has found is good enough, also when it has gone on since. */
export type Freshness = 'now' | 'before';

const seen = new Map<string, { readonly mark: string; readonly turn: Turn }>();

/** Throws when the file cannot be read. */
export async function turnsIn(
  file: string,
  messages: readonly Message[],
  look: Freshness,
): Promise<(readonly [Message, Turn])[]> {
  // Taken before the read, so that a later write gives another mark.
  const { size, mtimeMs } = await stat(file);
  const mark = `${size} ${mtimeMs}`;
  // After a limit, a message has another line.
  const keyOf = ({ id, line }: Message) => `${file}\n${id}\n${line}`;
  const turns = new Map<Message, Turn>();
  for (const message of messages) {
    const last = seen.get(keyOf(message));
    const isGood = last?.mark === mark || (look === 'before' && last?.turn.kind !== 'unknown');
    if (last !== undefined && isGood) turns.set(message, last.turn);
  }
  const others = messages.filter((message) => !turns.has(message));
  if (others.length > 0) {
    const lines = await linesSince(file, Math.min(...others.map(({ writtenAt }) => Date.parse(writtenAt))));
    // A long-running process may see many messages.
    if (seen.size > 64) seen.clear();
    for (const message of others) {
      const turn = codexTurn(lines, message);
      turns.set(message, turn);
      seen.set(keyOf(message), { mark, turn });
    }
  }
  return messages.map((message) => [message, turns.get(message) ?? { kind: 'unknown' }]);
}

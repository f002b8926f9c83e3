// Reads the file in which Claude Code keeps a conversation, one JSON value a line. A prompt in this file was submitted.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { claudeTurn } from '../../core/messages/claudeTurn.ts';
import type { Message } from '../../core/messages/message.ts';
import type { Turn } from '../../core/messages/turn.ts';
import { linesSince } from '../system/linesSince.ts';
import { isFsError } from '../system/store.ts';

/**
 * The turn of a message that Claude's hook has seen; undefined when the hook did not get the path of the conversation.
 */
export async function turnInTranscript(message: Message): Promise<Turn | undefined> {
  const path = message.submission?.transcript;
  if (!path) return undefined;
  // Claude creates the file with the first prompt. A file that cannot be read must not stop a delivery.
  const lines = await linesSince(path, Date.parse(message.writtenAt)).catch(() => []);
  return claudeTurn(lines, message);
}

/** Undefined when there is no such file: Claude creates it with the first prompt. */
export async function hasPrompt(path: string, needle: string): Promise<boolean | undefined> {
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (line.includes(needle) && isPromptWith(line, needle)) return true;
    }
    return false;
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}

/** Claude also records the output of tools as the user's, and that output may mention a message. */
function isPromptWith(line: string, needle: string): boolean {
  try {
    const { type, message, attachment } = JSON.parse(line) as Line;
    // A prompt that was typed while Claude was working.
    if (attachment?.type === 'queued_command') return String(attachment.prompt).includes(needle);
    if (type !== 'user') return false;
    const content = message?.content ?? '';
    return typeof content === 'string'
      ? content.includes(needle)
      : content.some((block) => block.text?.includes(needle));
  } catch {
    return false;
  }
}

interface Line {
  readonly type?: unknown;
  readonly message?: { readonly content?: string | readonly { readonly text?: string }[] };
  readonly attachment?: { readonly type?: unknown; readonly prompt?: unknown };
}

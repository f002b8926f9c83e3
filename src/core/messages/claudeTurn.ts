// Reads the turn of a message from the file in which Claude Code keeps a conversation. Seen in 2.1.325: the prompt is an
// entry of the user; what Claude says follows it, an error of the model as an entry of its own, an interruption as a text
// of the user. Esc before the first word leaves the prompt where it is, with nothing behind it, and the next prompt
// follows the entry before it: the chain of `parentUuid` is the conversation, not the order of the lines.

import { hasLine } from './arrival.ts';
import { type Message, messageIdsIn } from './message.ts';
import type { Turn } from './turn.ts';

type Asked = Pick<Message, 'id' | 'line' | 'submission'>;

/** `lines` are in the order of the file, and begin before the message was submitted. */
export function claudeTurn(lines: readonly string[], message: Asked): Turn {
  const entries = lines.flatMap((line) => (entryForm.test(line) ? parse(line) : []));
  const start = arrivalOf(entries, message);
  const first = entries[start];
  if (first === undefined) return { kind: 'unknown' };
  const after = entries.slice(start + 1);
  // What was typed while Claude was at work belongs to the turn of the prompt before it.
  const prompt = entries.slice(0, start + 1).findLast(({ promptId }) => typeof promptId === 'string')?.promptId;
  const next = after.findIndex((entry) => isOtherPrompt(entry, prompt));
  const own = next < 0 ? after : after.slice(0, next);
  // An error that Claude got over has words behind it.
  const last = own.findLast(({ type }) => type === 'assistant');
  if (last?.isApiErrorMessage === true) return { kind: 'failed', reason: textOf(last) || 'an error of the model' };
  if (own.some(isInterruption)) return { kind: 'interrupted' };
  const queued = first.attachment !== undefined;
  if (queued || last !== undefined) {
    return isOver(own, next) ? { kind: 'done', text: undefined } : { kind: 'running' };
  }
  if (next < 0) return { kind: 'bare' };
  return descends(after[next], first, entries) ? { kind: 'running' } : { kind: 'dropped' };
}

const entryForm = /"type":\s*"(?:user|assistant|system|attachment)"/;

function parse(line: string): Entry[] {
  try {
    const entry = JSON.parse(line) as Entry;
    // A sub-agent's conversation is another one.
    return typeof entry.uuid === 'string' && entry.isSidechain !== true ? [entry] : [];
  } catch {
    return [];
  }
}

/**
 * By the name that the hook was told with the prompt. Without one it is the last entry with the message's own line, or
 * with its name, because a client may have changed a character.
 */
function arrivalOf(entries: readonly Entry[], message: Asked): number {
  const prompt = message.submission?.prompt;
  const named =
    prompt === undefined ? -1 : entries.findIndex((entry) => entry.promptId === prompt && said(entry) !== '');
  if (named >= 0) return named;
  const exact = entries.findLastIndex((entry) => hasLine(said(entry), message));
  return exact >= 0 ? exact : entries.findLastIndex((entry) => messageIdsIn(said(entry)).includes(message.id));
}

/** The words of a prompt, also of one that was typed while Claude was at work. What a tool printed has no text here. */
function said(entry: Entry): string {
  if (entry.attachment?.type === 'queued_command') return String(entry.attachment.prompt);
  return entry.type === 'user' && entry.isMeta !== true && !isInterruption(entry) ? textOf(entry) : '';
}

function isOtherPrompt({ type, promptId, isMeta }: Entry, prompt: unknown): boolean {
  return type === 'user' && isMeta !== true && typeof promptId === 'string' && promptId !== prompt;
}

function isInterruption(entry: Entry): boolean {
  return entry.type === 'user' && textOf(entry).startsWith('[Request interrupted by user');
}

function isOver(own: readonly Entry[], next: number): boolean {
  return next >= 0 || own.some(({ type, subtype }) => type === 'system' && subtype === 'turn_duration');
}

/** Whether the conversation of a later entry holds the earlier one. */
function descends(later: Entry | undefined, earlier: Entry, entries: readonly Entry[]): boolean {
  const parents = new Map(entries.map(({ uuid, parentUuid }) => [uuid, parentUuid]));
  const seen = new Set<unknown>();
  for (let at: unknown = later?.uuid; typeof at === 'string' && !seen.has(at); at = parents.get(at)) {
    if (at === earlier.uuid) return true;
    seen.add(at);
  }
  return false;
}

function textOf({ message }: Entry): string {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}

interface Entry {
  readonly type?: unknown;
  readonly subtype?: unknown;
  readonly uuid?: unknown;
  readonly parentUuid?: unknown;
  readonly promptId?: unknown;
  readonly isMeta?: unknown;
  readonly isSidechain?: unknown;
  readonly isApiErrorMessage?: unknown;
  readonly message?: { readonly content?: string | readonly { readonly text?: string }[] };
  readonly attachment?: { readonly type?: unknown; readonly prompt?: unknown };
}

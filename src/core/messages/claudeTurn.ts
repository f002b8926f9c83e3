// Reads the turn of a message from Claude Code's transcript. Seen in 2.1.325: the prompt is a user entry. Claude's
// words follow it, a model error as an entry of its own, an interruption as a user text. Esc before the first word
// leaves the prompt with nothing after it, and the next prompt follows the entry before. So the chain of `parentUuid`
// is the conversation, not the order of the lines.

import { hasLine, isNamedIn } from './arrival.ts';
import { type Message, messageIdsIn } from './message.ts';
import { atOf, type FailedTurn, type LastTurn, type Turn } from './turn.ts';

type Asked = Pick<Message, 'id' | 'line' | 'limits' | 'submission'>;

/** `lines` are in file order and begin before the message was submitted. */
export function claudeTurn(lines: readonly string[], message: Asked): Turn {
  const entries = lines.flatMap((line) => (entryForm.test(line) ? parse(line) : []));
  const start = arrivalOf(entries, message);
  const first = entries[start];
  if (first === undefined) return { kind: 'unknown' };
  const after = entries.slice(start + 1);
  // Text typed while Claude works belongs to the turn of the previous prompt.
  const prompt = entries.slice(0, start + 1).findLast(({ promptId }) => typeof promptId === 'string')?.promptId;
  const next = after.findIndex((entry) => isOtherPrompt(entry, prompt));
  const own = next < 0 ? after : after.slice(0, next);
  // When Claude recovers from an error, more words follow it.
  const last = own.findLast(({ type }) => type === 'assistant');
  if (last?.isApiErrorMessage === true) return failed(last);
  if (own.some(isInterruption)) return { kind: 'interrupted' };
  const queued = first.attachment !== undefined;
  if (queued || last !== undefined) {
    return isOver(own, next) ? { kind: 'done', text: undefined } : { kind: 'running' };
  }
  if (next < 0) return { kind: 'bare' };
  return descends(after[next], first, entries) ? { kind: 'running' } : { kind: 'dropped' };
}

/** Undefined when Claude has said nothing in these lines. */
export function lastClaudeTurn(lines: readonly string[]): LastTurn | undefined {
  const said = lines.flatMap((line) => (entryForm.test(line) ? parse(line) : []));
  const last = said.findLast(({ type }) => type === 'assistant');
  if (last === undefined) return undefined;
  return last.isApiErrorMessage === true ? failed(last) : { kind: 'done', ...atOf(last.timestamp) };
}

/** Whether Claude has since then answered a prompt that was not a message of Party. */
export function claudeWentOn(lines: readonly string[], sinceMs: number): boolean {
  let isOther = false;
  for (const entry of lines.flatMap((line) => (entryForm.test(line) ? parse(line) : []))) {
    const prompt = said(entry);
    if (prompt !== '') isOther = messageIdsIn(prompt).length === 0;
    const isWord = entry.type === 'assistant' && entry.isApiErrorMessage !== true;
    if (isWord && isOther && (atOf(entry.timestamp).at ?? 0) > sinceMs) return true;
  }
  return false;
}

function failed(entry: Entry): FailedTurn {
  return { kind: 'failed', reason: textOf(entry) || 'an error of the model', ...atOf(entry.timestamp) };
}

const entryForm = /"type":\s*"(?:user|assistant|system|attachment)"/;

function parse(line: string): Entry[] {
  try {
    const entry = JSON.parse(line) as Entry;
    // Skips the separate conversation of a sub-agent.
    return typeof entry.uuid === 'string' && entry.isSidechain !== true ? [entry] : [];
  } catch {
    return [];
  }
}

/**
 * Finds the entry by the prompt id that the hook got. Without one, takes the last entry with the message's own line, or
 * with its name, because a client may have changed a character.
 */
function arrivalOf(entries: readonly Entry[], message: Asked): number {
  const prompt = message.submission?.prompt;
  const named =
    prompt === undefined ? -1 : entries.findIndex((entry) => entry.promptId === prompt && said(entry) !== '');
  if (named >= 0) return named;
  const exact = entries.findLastIndex((entry) => hasLine(said(entry), message));
  return exact >= 0 ? exact : entries.findLastIndex((entry) => isNamedIn(said(entry), message));
}

/** The text of a prompt, including one typed while Claude works. The output of a tool counts as empty. */
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

/** Whether the earlier entry is part of the later entry's conversation. */
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
  readonly timestamp?: unknown;
  readonly isSidechain?: unknown;
  readonly isApiErrorMessage?: unknown;
  readonly message?: { readonly content?: string | readonly { readonly text?: string }[] };
  readonly attachment?: { readonly type?: unknown; readonly prompt?: unknown };
}

// Adds hooks to the text of a Claude settings file, and removes exactly those again. The user's own text stays the
// same, byte for byte.
//
// The spacing tells whether Party made a list or object. When Party adds an entry to the user's empty one, the entry
// follows the bracket directly; in one that Party made, a space comes first. So Party removes its own and keeps the
// user's.

import { messageOf, PartyError } from '../base/errors.ts';
import { isRecord, listOf, parseJson, recordOf } from '../base/json.ts';
import { type Item, jsonSpans, memberOf, type Span } from '../base/jsonSpans.ts';

export interface HookGroup {
  readonly matcher?: string | undefined;
  readonly hooks: readonly { readonly type: string; readonly command: string; readonly timeout?: number | undefined }[];
}

export type HookGroups = Readonly<Record<string, readonly HookGroup[]>>;

/** `text` is undefined when there is no file yet; `file` is the file's name in messages. */
export function addHooks(text: string | undefined, groups: HookGroups, file: string): string {
  if (text === undefined) return `${JSON.stringify({ hooks: groups }, undefined, 2)}\n`;
  checkIsObject(text, file);
  let result = text;
  for (const [event, list] of Object.entries(groups)) {
    for (const group of list) result = addGroup(result, event, group, file);
  }
  return result;
}

/**
 * Undefined when the file only ever held Party's hooks, so that the caller can delete it. A file that is not JSON has
 * none of them.
 */
export function removeHooks(text: string, isOurs: (command: string) => boolean): string | undefined {
  if (!isJson(text)) return text;
  let result = text;
  for (;;) {
    const found = findOurs(result, isOurs);
    if (found === undefined) return result;
    if (found === 'everything') return undefined;
    result = result.slice(0, found.start) + result.slice(found.end);
  }
}

/** The commands of all hooks of one event. */
export function hookCommands(settings: unknown, event: string): string[] {
  return listOf(recordOf(recordOf(settings)['hooks'])[event])
    .flatMap((group) => listOf(recordOf(group)['hooks']))
    .flatMap((hook) => {
      const command = recordOf(hook)['command'];
      return typeof command === 'string' ? [command] : [];
    });
}

export function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

function checkIsObject(text: string, file: string): void {
  try {
    const value: unknown = parseJson(text);
    if (isRecord(value)) return;
  } catch (cause) {
    const said = messageOf(cause);
    throw new PartyError('CONFIG_INVALID', `${file} is not valid JSON (${said}). Correct it or remove it`, { cause });
  }
  throw new PartyError('CONFIG_INVALID', `${file} does not hold an object { … }. Correct it or remove it`);
}

function addGroup(text: string, event: string, group: HookGroup, file: string): string {
  const root = jsonSpans(text);
  const hooks = memberOf(root, 'hooks')?.value;
  if (hooks === undefined) return insert(text, root, { [event]: [group] }, 'hooks');
  if (hooks.kind !== 'object') throw wrongForm(file, 'hooks', 'an object { … }');
  const list = memberOf(hooks, event)?.value;
  if (list === undefined) return insert(text, hooks, [group], event);
  if (list.kind !== 'array') throw wrongForm(file, `hooks.${event}`, 'a list [ … ]');
  return insert(text, list, group);
}

function wrongForm(file: string, key: string, form: string): PartyError {
  return new PartyError('CONFIG_INVALID', `${file}: ${key} has to be ${form}. Correct it`);
}

/** Inserts the value as the last entry. */
function insert(text: string, into: Span, value: unknown, key?: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const label = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const put = (at: number, entry: string) => text.slice(0, at) + entry + text.slice(at);
  const first = into.entries[0];
  const last = into.entries.at(-1);
  if (first === undefined || last === undefined) {
    const indent = indentOf(text, into.start) + unitOf(text);
    return put(into.start + 1, label + pretty(value, unitOf(text), indent, newline));
  }
  if (!text.slice(into.start, first.start).includes('\n')) return put(last.end, `, ${label}${onOneLine(value)}`);
  const indent = indentOf(text, last.start);
  return put(last.end, `,${newline}${indent}${label}${pretty(value, unitOf(text), indent, newline)}`);
}

function pretty(value: unknown, unit: string, indent: string, newline: string): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', newline + indent);
}

/** With a space after every bracket. */
function onOneLine(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replace(/\n */g, ' ');
}

/** The indentation of the line at this position. */
function indentOf(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/** The next piece to remove: the largest that contains only Party's hooks. */
function findOurs(
  text: string,
  isOurs: (command: string) => boolean,
): { start: number; end: number } | 'everything' | undefined {
  const root = jsonSpans(text);
  const hooks = memberOf(root, 'hooks');
  for (const event of hooks?.value.entries ?? []) {
    for (const group of event.value.entries) {
      const list = memberOf(group.value, 'hooks');
      for (const hook of list?.value.entries ?? []) {
        const command = memberOf(hook.value, 'command')?.value;
        if (command === undefined || !isOurs(stringAt(text, command))) continue;
        if (hooks === undefined || list === undefined) return undefined;
        if (list.value.entries.length > 1) return cut(list.value, hook);
        if (staysWithout(event.value)) return cut(event.value, group);
        if (staysWithout(hooks.value)) return cut(hooks.value, event);
        return staysWithout(root) ? cut(root, hooks) : 'everything';
      }
    }
  }
  return undefined;
}

/** True when the container has other entries, or existed before Party added one. */
function staysWithout(container: Span): boolean {
  return container.entries.length > 1 || container.entries[0]?.start === container.start + 1;
}

/** The entry with its comma and spaces. */
function cut(container: Span, entry: Item): { start: number; end: number } {
  const entries: readonly Item[] = container.entries;
  const index = entries.findIndex(({ start }) => start === entry.start);
  const previous = entries[index - 1];
  if (previous !== undefined) return { start: previous.end, end: entry.end };
  return { start: entry.start, end: entries[index + 1]?.start ?? entry.end };
}

function stringAt(text: string, { start, end }: Span): string {
  const value: unknown = JSON.parse(text.slice(start, end));
  return typeof value === 'string' ? value : '';
}

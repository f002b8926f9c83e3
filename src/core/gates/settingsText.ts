// Adds hooks to the text of a Claude settings file, and removes exactly those again. The user's own text stays the
// same, byte for byte.

import { messageOf, PartyError } from '../base/errors.ts';
import { isRecord, listOf, parseJson, recordOf } from '../base/json.ts';
import { cutEntry, insertEntry, jsonSpans, memberOf, type Span, staysWithout } from '../base/jsonSpans.ts';

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
  if (hooks === undefined) return insertEntry(text, root, { [event]: [group] }, 'hooks');
  if (hooks.kind !== 'object') throw wrongForm(file, 'hooks', 'an object { … }');
  const list = memberOf(hooks, event)?.value;
  if (list === undefined) return insertEntry(text, hooks, [group], event);
  if (list.kind !== 'array') throw wrongForm(file, `hooks.${event}`, 'a list [ … ]');
  return insertEntry(text, list, group);
}

function wrongForm(file: string, key: string, form: string): PartyError {
  return new PartyError('CONFIG_INVALID', `${file}: ${key} has to be ${form}. Correct it`);
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
        if (list.value.entries.length > 1) return cutEntry(list.value, hook);
        if (staysWithout(event.value)) return cutEntry(event.value, group);
        if (staysWithout(hooks.value)) return cutEntry(hooks.value, event);
        return staysWithout(root) ? cutEntry(root, hooks) : 'everything';
      }
    }
  }
  return undefined;
}

function stringAt(text: string, { start, end }: Span): string {
  const value: unknown = JSON.parse(text.slice(start, end));
  return typeof value === 'string' ? value : '';
}

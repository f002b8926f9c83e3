// Adds Party's entries to the text of a user's settings file, and takes exactly those out again. An entry that the user
// already has stays as it is, whatever its value.

import { PartyError } from '../base/errors.ts';
import { isRecord, parseJson } from '../base/json.ts';
import { cutEntry, type Item, insertEntry, jsonSpans, memberOf, type Span, staysWithout } from '../base/jsonSpans.ts';

/** A member of an object, by its path; or, without a value, the last word of the path as an item of a list. */
export interface Addition {
  readonly path: readonly string[];
  readonly value?: unknown;
}

export interface Merged {
  readonly text: string;
  /** Those that were not there before. */
  readonly added: readonly Addition[];
}

/** `text` is undefined when there is no file yet; `file` is its name in messages. */
export function mergeSettings(text: string | undefined, additions: readonly Addition[], file: string): Merged {
  if (text === undefined || text.trim() === '') return { text: fresh(additions), added: additions };
  checkIsObject(text, file);
  let result = text;
  const added: Addition[] = [];
  for (const addition of additions) {
    const next = add(result, addition, file);
    if (next === undefined) continue;
    result = next;
    added.push(addition);
  }
  return { text: result, added };
}

/** The text without those entries, and without what Party made around them. A text that is not JSON stays as it is. */
export function unmergeSettings(text: string, added: readonly Addition[]): string {
  let result = text;
  // The last one first, so that what Party made around several of them goes with the first of them.
  for (const addition of added.toReversed()) result = isObject(result) ? take(result, addition) : result;
  return result;
}

function fresh(additions: readonly Addition[]): string {
  let text = '{\n}\n';
  for (const addition of additions) text = add(text, addition, '') ?? text;
  return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
}

function add(text: string, { path, value }: Addition, file: string): string | undefined {
  let at = jsonSpans(text);
  for (const [depth, key] of path.entries()) {
    const isLast = depth === path.length - 1;
    if (isLast && value === undefined) return addItem(text, at, { file, list: path.slice(0, -1), item: key });
    if (at.kind !== 'object') throw wrongForm(file, path.slice(0, depth), 'an object { … }');
    const member = memberOf(at, key);
    if (member === undefined) return insertEntry(text, at, nested(path.slice(depth + 1), value), key);
    if (isLast) return undefined;
    at = member.value;
  }
  return undefined;
}

function addItem(
  text: string,
  at: Span,
  { file, list, item }: { readonly file: string; readonly list: readonly string[]; readonly item: string },
): string | undefined {
  if (at.kind !== 'array') throw wrongForm(file, list, 'a list [ … ]');
  return at.entries.some((entry) => valueAt(text, entry.value) === item) ? undefined : insertEntry(text, at, item);
}

/** What is missing of the path, around the value. */
function nested([key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (value === undefined && rest.length === 0) return [key];
  return { [key]: nested(rest, value) };
}

/** An entry, and the list or object that holds it. */
interface Held {
  readonly container: Span;
  readonly entry: Item;
}

function take(text: string, addition: Addition): string {
  const way = wayTo(text, addition);
  const innermost = way.findLast(({ container }) => staysWithout(container)) ?? way[0];
  if (innermost === undefined) return text;
  const { start, end } = cutEntry(innermost.container, innermost.entry);
  return text.slice(0, start) + text.slice(end);
}

/** From the outermost to the entry itself; empty when it is not there, or has another value in the meantime. */
function wayTo(text: string, { path, value }: Addition): Held[] {
  const way: Held[] = [];
  let container = jsonSpans(text);
  for (const [depth, key] of path.entries()) {
    const isItem = depth === path.length - 1 && value === undefined;
    const items: readonly Item[] = container.entries;
    const entry = isItem ? items.find((one) => valueAt(text, one.value) === key) : memberOf(container, key);
    if (entry === undefined) return [];
    way.push({ container, entry });
    container = entry.value;
  }
  return value === undefined || isSame(valueAt(text, container), value) ? way : [];
}

function valueAt(text: string, { start, end }: Span): unknown {
  return JSON.parse(text.slice(start, end));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isObject(text: string): boolean {
  try {
    return isRecord(parseJson(text));
  } catch {
    return false;
  }
}

function checkIsObject(text: string, file: string): void {
  if (!isObject(text)) throw new PartyError('CONFIG_INVALID', `${file} does not hold a JSON object { … }`);
}

function wrongForm(file: string, path: readonly string[], form: string): PartyError {
  return new PartyError('CONFIG_INVALID', `${file}: ${path.join('.')} has to be ${form}`);
}

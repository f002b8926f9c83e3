// Where each part of a JSON text starts and ends, so that Party can change one part of a user's file and leave the rest
// as it is, and take exactly that part out again. The text must be valid for JSON.parse.
//
// The spacing tells whether Party made a list or object. When Party adds an entry to the user's empty one, the entry
// follows the bracket directly; in one that Party made, a space comes first. So Party removes its own and keeps the
// user's.

export type Span =
  | { readonly kind: 'object'; readonly start: number; readonly end: number; readonly entries: readonly Member[] }
  | { readonly kind: 'array'; readonly start: number; readonly end: number; readonly entries: readonly Item[] }
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number; readonly entries: readonly [] };

export interface Item {
  readonly start: number;
  readonly end: number;
  readonly value: Span;
}

/** The span starts at the key. */
export interface Member extends Item {
  readonly key: string;
}

export function jsonSpans(text: string): Span {
  return valueAt(text, skipBlank(text, text.startsWith('\uFEFF') ? 1 : 0));
}

/** When several members have the same key, JSON.parse takes the last one. */
export function memberOf(span: Span, key: string): Member | undefined {
  return span.kind === 'object' ? span.entries.findLast((member) => member.key === key) : undefined;
}

/** Inserts the value as the last entry. */
export function insertEntry(text: string, into: Span, value: unknown, key?: string): string {
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

/** True when the container has other entries, or existed before Party added one. */
export function staysWithout(container: Span): boolean {
  return container.entries.length > 1 || container.entries[0]?.start === container.start + 1;
}

/** The entry with its comma and spaces. */
export function cutEntry(container: Span, entry: Item): { start: number; end: number } {
  const entries: readonly Item[] = container.entries;
  const index = entries.findIndex(({ start }) => start === entry.start);
  const previous = entries[index - 1];
  if (previous !== undefined) return { start: previous.end, end: entry.end };
  return { start: entry.start, end: entries[index + 1]?.start ?? entry.end };
}

function valueAt(text: string, start: number): Span {
  if (text[start] === '{') {
    const entries: Member[] = [];
    const end = eachEntry(text, start, (at) => {
      const keyEnd = stringEnd(text, at);
      const value = valueAt(text, skipBlank(text, skipBlank(text, keyEnd) + 1));
      entries.push({ start: at, end: value.end, key: String(JSON.parse(text.slice(at, keyEnd))), value });
      return value.end;
    });
    return { kind: 'object', start, end, entries };
  }
  if (text[start] === '[') {
    const entries: Item[] = [];
    const end = eachEntry(text, start, (at) => {
      const value = valueAt(text, at);
      entries.push({ start: at, end: value.end, value });
      return value.end;
    });
    return { kind: 'array', start, end, entries };
  }
  return {
    kind: 'scalar',
    start,
    end: text[start] === '"' ? stringEnd(text, start) : wordEnd(text, start),
    entries: [],
  };
}

/** Returns the position after the closing bracket. */
function eachEntry(text: string, start: number, read: (at: number) => number): number {
  let at = skipBlank(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    at = skipBlank(text, read(at));
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
  return at + 1;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function wordEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at++;
  // Always advances, even on invalid text.
  return Math.max(at, start + 1);
}

function skipBlank(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return at;
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

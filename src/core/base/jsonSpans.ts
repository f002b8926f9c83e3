// Where each part of a JSON text starts and ends, so that Party can change one part of a user's file and leave the rest
// as it is. The text must be valid for JSON.parse.

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

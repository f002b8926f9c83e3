// Reads JSON as models write it: accepts comments and trailing commas, and notes them. JSON.parse does not report where
// a document ends, whether it is cut off, or that a key appears twice.

import { limits } from './finding.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** Keeps every value of a repeated key, and treats `__proto__` as an ordinary key. */
export class JsonObject {
  readonly entries = new Map<string, JsonValue[]>();

  has(key: string): boolean {
    return this.entries.has(key);
  }

  all(key: string): readonly JsonValue[] {
    return this.entries.get(key) ?? [];
  }

  toJSON(): unknown {
    return Object.fromEntries([...this.entries].map(([key, values]) => [key, values.at(-1)]));
  }
}

export type JsonFailure = 'not-json' | 'truncated' | 'too-deep';

export type Parsed =
  | { readonly kind: 'value'; readonly value: JsonValue; readonly end: number; readonly repaired: boolean }
  | { readonly kind: 'failed'; readonly why: JsonFailure; readonly at: number };

/** Parses the value at `start` and ignores the text after it. */
export function parseAt(text: string, start: number): Parsed {
  const reader = new Reader(text, start);
  try {
    const value = reader.value(0);
    return { kind: 'value', value, end: reader.at, repaired: reader.repaired };
  } catch (error) {
    if (error !== stop) throw error;
    return { kind: 'failed', why: reader.why, at: reader.at };
  }
}

/** One shared error: a text may have a million brackets that begin nothing, and an error with a stack is expensive. */
const stop = new Error('no JSON');

class Reader {
  readonly text: string;
  at: number;
  repaired = false;
  why: JsonFailure = 'not-json';

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  value(depth: number): JsonValue {
    if (depth > limits.depth) throw this.failure('too-deep');
    const first = this.text[this.at];
    if (first === '{') return this.object(depth);
    if (first === '[') return this.array(depth);
    if (first === '"') return this.string();
    for (const [word, value] of literals) if (first === word[0]) return this.literal(word, value);
    return this.number();
  }

  private object(depth: number): JsonObject {
    const object = new JsonObject();
    this.list('}', () => {
      if (this.text[this.at] !== '"') throw this.failure();
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ':') throw this.failure();
      this.at++;
      this.space();
      const value = this.value(depth + 1);
      const before = object.entries.get(key);
      if (before === undefined) object.entries.set(key, [value]);
      else before.push(value);
    });
    return object;
  }

  private array(depth: number): JsonValue[] {
    const array: JsonValue[] = [];
    this.list(']', () => array.push(this.value(depth + 1)));
    return array;
  }

  private list(close: string, element: () => void): void {
    this.at++;
    this.space();
    while (this.text[this.at] !== close) {
      element();
      this.space();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ',') throw this.failure();
      this.at++;
      this.space();
      if (this.text[this.at] === close) this.repaired = true;
    }
    this.at++;
  }

  private string(): string {
    const start = this.at++;
    let escaped = false;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      // NaN at the end of the text.
      if (!(code >= 0x20)) throw this.failure();
      if (code === 0x5c) {
        escaped = true;
        this.at++;
        if (this.at >= this.text.length) throw this.failure();
      }
      this.at++;
    }
    this.at++;
    if (!escaped) return this.text.slice(start + 1, this.at - 1);
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      throw this.failure('not-json');
    }
  }

  private literal<T>(word: string, value: T): T {
    const found = this.text.slice(this.at, this.at + word.length);
    if (found !== word) {
      if (this.at + found.length === this.text.length && word.startsWith(found)) this.at = this.text.length;
      throw this.failure();
    }
    this.at += word.length;
    return value;
  }

  private number(): number {
    numberForm.lastIndex = this.at;
    const [found = ''] = numberForm.exec(this.text) ?? [];
    if (found === '' && this.text.slice(this.at) === '-') this.at++;
    if (found === '') throw this.failure();
    this.at += found.length;
    return Number(found);
  }

  private space(): void {
    for (;;) {
      spaceForm.lastIndex = this.at;
      this.at += spaceForm.exec(this.text)?.[0].length ?? 0;
      const mark = this.text.slice(this.at, this.at + 2);
      if (mark !== '//' && mark !== '/*') return;
      this.repaired = true;
      const end = this.text.indexOf(mark === '//' ? '\n' : '*/', this.at + 2);
      this.at = end === -1 ? this.text.length : end + (mark === '//' ? 1 : 2);
    }
  }

  /** At the end of the text the document is cut off; anywhere else it is wrong. */
  private failure(why: JsonFailure = this.at >= this.text.length ? 'truncated' : 'not-json'): Error {
    this.why = why;
    return stop;
  }
}

const literals = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const spaceForm = /[ \t\r\n]*/y;

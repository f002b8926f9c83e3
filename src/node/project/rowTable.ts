// Rows of a checkpoint in one buffer, sorted by their keys: a row is found by halving, without reading the others.

import type { RowSource } from '../../core/project/stateRows.ts';

/** Each row is the key as JSON, a tab, the value as JSON, and a line break. JSON has neither inside. */
export class RowTable implements RowSource {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  find(key: string): unknown {
    const wanted = keyOf(key);
    let [low, high] = [0, this.#bytes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // A negative position would count from the end.
      const from = middle === 0 ? 0 : this.#bytes.lastIndexOf(lineBreak, middle - 1) + 1;
      const start = from < low ? low : from;
      const tab = this.#bytes.indexOf(tabulator, start);
      const end = this.#bytes.indexOf(lineBreak, start);
      if (tab === -1 || end === -1) return undefined;
      const order = this.#bytes.compare(wanted, 0, wanted.length, start, tab);
      if (order === 0) return JSON.parse(this.#bytes.toString('utf8', tab + 1, end));
      if (order < 0) low = end + 1;
      else high = start;
    }
    return undefined;
  }

  /** The same rows with these changes; null removes a row. */
  with(changed: ReadonlyMap<string, unknown>): Buffer {
    const added = [...changed].map(([key, value]) => ({ key: keyOf(key), value })).sort((a, b) => a.key.compare(b.key));
    const parts: Buffer[] = [];
    const add = ({ key, value }: (typeof added)[number]) => {
      if (value !== null && value !== undefined) parts.push(key, Buffer.from(`\t${JSON.stringify(value)}\n`));
    };
    let [next, from, kept] = [0, 0, 0];
    for (let one = added[next]; one !== undefined; one = added[++next]) {
      while (from < this.#bytes.length) {
        const tab = this.#bytes.indexOf(tabulator, from);
        const order = this.#bytes.compare(one.key, 0, one.key.length, from, tab);
        if (order > 0) break;
        const end = this.#bytes.indexOf(lineBreak, tab) + 1;
        if (order === 0) {
          // The old value is left out.
          parts.push(this.#bytes.subarray(kept, from));
          kept = end;
        }
        from = end;
      }
      parts.push(this.#bytes.subarray(kept, from));
      kept = from;
      add(one);
    }
    return Buffer.concat([...parts, this.#bytes.subarray(kept)]);
  }
}

export const noTable = new RowTable(Buffer.alloc(0));

const lineBreak = 0x0a;
const tabulator = 0x09;

function keyOf(key: string): Buffer {
  return Buffer.from(JSON.stringify(key));
}

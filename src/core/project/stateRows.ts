// The part of the log's state that is looked up by a key: what is known about a change, a request, a hash. A state may
// have many thousand rows, of which one call needs a few. So the rows of a checkpoint are read one by one.

export interface RowSource {
  /** Returns a new value for each call, because the caller may change it. */
  find(key: string): unknown;
}

export const noRows: RowSource = { find: () => undefined };

export class StateRows {
  readonly #source: RowSource;
  readonly #changed = new Map<string, unknown>();

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** The caller that made a row knows its type. Undefined when there is none. */
  get<T>(key: string): T | undefined {
    return (this.#changed.has(key) ? this.#changed.get(key) : this.#source.find(key)) as T | undefined;
  }

  set(key: string, value: unknown): void {
    this.#changed.set(key, value);
  }

  /** What differs from the source. */
  get changed(): ReadonlyMap<string, unknown> {
    return this.#changed;
  }
}

import type { Disposable } from '../../core/base/event.ts';

/** Several disposables as one. */
export function together(parts: readonly { dispose(): unknown }[]): Disposable {
  return {
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}

/** One thing for each item of a changing list: created when the item appears, disposed of when it goes. */
export class DisposableMap<Item, Thing extends { dispose(): unknown } = Disposable> implements Disposable {
  readonly #keyOf: (item: Item) => string;
  readonly #make: (item: Item) => Thing;
  readonly #things = new Map<string, Thing>();
  #disposed = false;

  constructor(keyOf: (item: Item) => string, make: (item: Item) => Thing) {
    this.#keyOf = keyOf;
    this.#make = make;
  }

  get(item: Item): Thing | undefined {
    return this.#things.get(this.#keyOf(item));
  }

  /** Creates nothing once the map is disposed of. */
  sync(items: Iterable<Item>): void {
    if (this.#disposed) return;
    const wanted = new Map([...items].map((item) => [this.#keyOf(item), item]));
    for (const [key, gone] of [...this.#things]) {
      if (wanted.has(key)) continue;
      this.#things.delete(key);
      gone.dispose();
    }
    for (const [key, item] of wanted) if (!this.#things.has(key)) this.#things.set(key, this.#make(item));
  }

  dispose(): void {
    this.sync([]);
    this.#disposed = true;
  }
}

// Events with the shape of VS Code's own, so that a tree view can use a core event directly.

export interface Disposable {
  dispose(): void;
}

export type Event<T> = (listener: (value: T) => unknown, thisArgs?: unknown, disposables?: Disposable[]) => Disposable;

export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener, thisArgs, disposables) => {
    const bound = thisArgs === undefined ? listener : listener.bind(thisArgs);
    this.#listeners.add(bound);
    const disposable = { dispose: () => void this.#listeners.delete(bound) };
    disposables?.push(disposable);
    return disposable;
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

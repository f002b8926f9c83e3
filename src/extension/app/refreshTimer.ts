// Decides when the model refreshes. Without a party, only a changed file triggers it. With a party, tmux and files report
// what happens, and the model is read from time to time all the same: a network drive may report no change. Where nothing
// reports, a party is read every second.

import type { Disposable, Event } from '../../core/base/event.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import { watchFolder } from './watchFolder.ts';

export interface RefreshOptions {
  readonly refresh: () => Promise<void>;
  readonly onDidChange: Event<void>;
  /** Until the next look without an event; undefined when none is needed. */
  readonly pauseMs: () => number | undefined;
}

/** Until the next look at live parties. `reported`: changes are noticed without it; `seen`: the user would see a change. */
export function pauseBetweenLooks({ reported, seen }: { readonly reported: boolean; readonly seen: boolean }): number {
  if (reported) return seen ? 30_000 : 60_000;
  return seen ? 1000 : 5000;
}

export class RefreshTimer implements Disposable {
  readonly #options: RefreshOptions;
  readonly #subscription: Disposable;
  readonly #watched = new DisposableMap<string>(
    (folder) => folder,
    (folder) => watchFolder(folder, () => this.look()),
  );
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: RefreshOptions) {
    this.#options = options;
    // A refresh from elsewhere may have found a party, which keeps the timer going.
    this.#subscription = options.onDidChange(() => this.#rest());
  }

  /** Watches these folders and no others. */
  follow(folders: readonly string[]): void {
    this.#watched.sync(folders);
  }

  /** Refreshes now, after an event that may have changed everything. */
  look(): void {
    void this.#options.refresh().finally(() => this.#rest());
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    together([this.#subscription, this.#watched]).dispose();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    const pause = this.#disposed ? undefined : this.#options.pauseMs();
    if (pause !== undefined) this.#timer = setTimeout(() => this.look(), pause);
  }
}

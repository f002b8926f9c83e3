// Decides when the model refreshes. Without a party, only a changed file triggers it. A live party is read every
// second, because tmux does not report that an agent has started to wait.

import type { Disposable, Event } from '../../core/base/event.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import { watchFolder } from './watchFolder.ts';

export interface RefreshOptions {
  readonly refresh: () => Promise<void>;
  readonly onDidChange: Event<void>;
  readonly isLive: () => boolean;
  /** Whether the window is visible, so that the user could see a change. */
  readonly isSeen: () => boolean;
  readonly seenMs?: number;
  readonly unseenMs?: number;
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
    const { isLive, isSeen, seenMs = 1000, unseenMs = 5000 } = this.#options;
    clearTimeout(this.#timer);
    if (this.#disposed || !isLive()) return;
    this.#timer = setTimeout(() => this.look(), isSeen() ? seenMs : unseenMs);
  }
}

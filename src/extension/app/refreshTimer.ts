// Decides when to look again. Without a party only a change of files asks for it; a live one is looked at every second,
// because tmux tells nobody when an agent starts to wait.

import type { Disposable, Event } from '../../core/base/event.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import { watchFolder } from './watchFolder.ts';

export interface RefreshOptions {
  readonly refresh: () => Promise<void>;
  readonly onDidChange: Event<void>;
  readonly isLive: () => boolean;
  /** Whether anybody could see a change. */
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
    // A party that another look found keeps the timer going, too.
    this.#subscription = options.onDidChange(() => this.#rest());
  }

  /** Watches these folders, and no longer those before. */
  follow(folders: readonly string[]): void {
    this.#watched.sync(folders);
  }

  /** Something happened that may have changed everything: a look now. */
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

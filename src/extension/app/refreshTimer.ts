// Decides when to look again. Without a party only a change of files asks for it; a live one is looked at every second,
// because tmux tells nobody when an agent starts to wait.

import type { Disposable, Event } from '../../core/base/event.ts';
import { watchFolder } from './watchFolder.ts';

export interface Pulse extends Disposable {
  /** Watches these folders, and no longer those before. */
  follow(folders: readonly string[]): void;
  /** Something happened that may have changed everything: a look now. */
  look(): void;
}

export interface PulseOptions {
  readonly refresh: () => Promise<void>;
  readonly onDidChange: Event<void>;
  readonly isLive: () => boolean;
  /** Whether anybody could see a change. */
  readonly isSeen: () => boolean;
  readonly seenMs?: number;
  readonly unseenMs?: number;
}

export function createPulse(options: PulseOptions): Pulse {
  const { refresh, isLive, isSeen, seenMs = 1000, unseenMs = 5000 } = options;
  let watchers = new Map<string, Disposable>();
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;
  // A party that somebody else's look found keeps the pulse going too.
  const subscription = options.onDidChange(rest);

  function look(): void {
    void refresh().finally(rest);
  }

  function rest(): void {
    clearTimeout(timer);
    if (disposed || !isLive()) return;
    timer = setTimeout(look, isSeen() ? seenMs : unseenMs);
  }

  return {
    look,
    follow(folders) {
      for (const [folder, watcher] of watchers) if (!folders.includes(folder)) watcher.dispose();
      watchers = new Map(folders.map((folder) => [folder, watchers.get(folder) ?? watchFolder(folder, look)]));
    },
    dispose() {
      disposed = true;
      subscription.dispose();
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.dispose();
    },
  };
}

// Reports changes in a folder and in the folders directly inside it. The folder may not exist yet, and may be removed.

import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';

/** A burst of changes, such as a start causes, leads to one call. */
const quietMs = 100;

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string | undefined;
}

export function watchFolder(folder: string, onChange: () => void): Disposable {
  return new FolderWatch(folder, onChange);
}

class FolderWatch implements Disposable {
  readonly #folder: string;
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;
  #existed: boolean;

  constructor(folder: string, onChange: () => void) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#existed = isDirectory(folder);
    this.#rewatch();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Not recursive: recursive watching is new on Linux, and one level is enough here. */
  #rewatch(): void {
    const folder = this.#folder;
    const wanted = new Set(isDirectory(folder) ? [folder, ...subfolders(folder)] : [nearestExisting(folder)]);
    for (const [path, { watcher, identity }] of [...this.#watchers]) {
      // When a folder is replaced by a new one of the same name, the old watcher reports nothing about it.
      if (!wanted.has(path) || identity !== identityOf(path)) this.#forget(path, watcher);
    }
    for (const path of wanted) if (!this.#watchers.has(path)) this.#add(path);
  }

  #add(path: string): void {
    try {
      const identity = identityOf(path);
      const watcher = watch(path, { persistent: false }, () => this.#noticed());
      // The folder was removed, or the system has no more watches. The next change around it, or the next focus,
      // repairs this.
      watcher.on('error', () => this.#forget(path, watcher));
      this.#watchers.set(path, { watcher, identity });
    } catch {}
  }

  #forget(path: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#watchers.get(path)?.watcher === watcher) this.#watchers.delete(path);
  }

  #noticed(): void {
    this.#timer ??= setTimeout(() => this.#settle(), quietMs);
  }

  #settle(): void {
    this.#timer = undefined;
    const exists = isDirectory(this.#folder);
    this.#rewatch();
    // While the folder is missing, changes around it do not matter.
    if (exists || this.#existed) this.#onChange();
    this.#existed = exists;
  }
}

function identityOf(path: string): string | undefined {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry && `${entry.dev} ${entry.ino} ${entry.birthtimeMs}`;
}

function nearestExisting(path: string): string {
  const parent = dirname(path);
  return parent === path || isDirectory(path) ? path : nearestExisting(parent);
}

function subfolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

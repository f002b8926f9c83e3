// Says when something changes in a folder or in the folders directly in it. The folder may not exist yet, and may go.

import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';

/** A burst of changes, such as a start makes, is one call. */
const quietMs = 100;

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string | undefined;
}

export function watchFolder(folder: string, onChange: () => void): Disposable {
  const watchers = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let existed = isDirectory(folder);

  /** Recursive watching is young on Linux, and one level is all that is needed. */
  function rewatch(): void {
    const wanted = new Set(isDirectory(folder) ? [folder, ...subfolders(folder)] : [nearestExisting(folder)]);
    for (const [path, { watcher, identity }] of [...watchers]) {
      // A watched folder that was replaced is another one of the same name, and nothing is heard of the new one.
      if (!wanted.has(path) || identity !== identityOf(path)) forget(path, watcher);
    }
    for (const path of wanted) if (!watchers.has(path)) add(path);
  }

  function add(path: string): void {
    try {
      const identity = identityOf(path);
      const watcher = watch(path, { persistent: false }, noticed);
      // A folder that is removed, or a system out of watches: the next change around it, or a look on focus, repairs it.
      watcher.on('error', () => forget(path, watcher));
      watchers.set(path, { watcher, identity });
    } catch {}
  }

  function forget(path: string, watcher: FSWatcher): void {
    watcher.close();
    if (watchers.get(path)?.watcher === watcher) watchers.delete(path);
  }

  function noticed(): void {
    timer ??= setTimeout(settle, quietMs);
  }

  function settle(): void {
    timer = undefined;
    const exists = isDirectory(folder);
    rewatch();
    // While the folder is missing, what happens around it is nobody's business.
    if (exists || existed) onChange();
    existed = exists;
  }

  rewatch();
  return {
    dispose() {
      clearTimeout(timer);
      for (const { watcher } of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
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

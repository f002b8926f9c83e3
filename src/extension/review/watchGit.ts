// Reports when git's own state of a repository has changed: a commit, a checkout, a reset, a staged file. Only the file
// names that such an operation writes count, because git creates and removes many others even when it only reads.

import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { gitDirectory } from '../../node/worktree/repositoryFiles.ts';

const quietMs = 150;
const telling = /^(HEAD|index|packed-refs|(ORIG|MERGE|FETCH|REBASE|CHERRY_PICK|REVERT)_HEAD)$/;

export function watchGit(top: string, onChange: () => void): Disposable {
  const directory = gitDirectory(top);
  let timer: NodeJS.Timeout | undefined;

  function noticed(_: string, name: string | null): void {
    // Some systems do not name the file.
    if (name === null || telling.test(name)) timer ??= setTimeout(tell, quietMs);
  }

  function tell(): void {
    timer = undefined;
    onChange();
  }

  // A commit on a branch always adds a line to logs/HEAD, even when nothing else at the top level changes.
  const watchers = directory === undefined ? [] : [directory, join(directory, 'logs')].map((path) => begin(path));

  function begin(path: string): FSWatcher | undefined {
    try {
      const watcher = watch(path, { persistent: false }, noticed);
      // The repository was removed, or the system has no more watches. The next focus of the window refreshes anyway.
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }

  return {
    dispose() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher?.close();
    },
  };
}

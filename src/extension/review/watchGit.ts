// Says when git's own state of a repository has changed: a commit, a checkout, a reset, something staged. Only the names
// that such a step leaves behind count, because git makes and removes many others while it only looks.

import { type FSWatcher, readFileSync, statSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';

const quietMs = 150;
const telling = /^(HEAD|index|packed-refs|(ORIG|MERGE|FETCH|REBASE|CHERRY_PICK|REVERT)_HEAD)$/;

export function watchGit(top: string, onChange: () => void): Disposable {
  const directory = gitDirectory(top);
  let timer: NodeJS.Timeout | undefined;

  function noticed(_: string, name: string | null): void {
    // Some systems do not say what it was.
    if (name === null || telling.test(name)) timer ??= setTimeout(tell, quietMs);
  }

  function tell(): void {
    timer = undefined;
    onChange();
  }

  // A commit on a branch always adds a line to logs/HEAD, also when nothing else in the first level changes.
  const watchers = directory === undefined ? [] : [directory, join(directory, 'logs')].map((path) => begin(path));

  function begin(path: string): FSWatcher | undefined {
    try {
      const watcher = watch(path, { persistent: false }, noticed);
      // A repository that goes, or a system out of watches: the next focus of the window looks anyway.
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

/** Of a worktree it is elsewhere, and a file says where. */
function gitDirectory(top: string): string | undefined {
  const git = join(top, '.git');
  const entry = statSync(git, { throwIfNoEntry: false });
  if (entry?.isDirectory() === true) return git;
  if (entry === undefined) return undefined;
  try {
    const [, path] = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8')) ?? [];
    return path === undefined ? undefined : resolve(top, path.trim());
  } catch {
    return undefined;
  }
}

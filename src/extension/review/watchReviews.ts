// Connects what happens to the code and to git with the reading of reviews: a file saved here or written by an agent, a
// git operation, a window that gets the focus, and time, after which a request is overdue.

import { type FileSystemWatcher, RelativePattern, Uri, window, workspace } from 'vscode';
import { type Disposable, Emitter, type Event } from '../../core/base/event.ts';
import type { Model } from '../app/model.ts';
import type { Folder } from '../app/snapshot.ts';
import { watchGit } from '../app/watchGit.ts';
import { paced } from '../ui/paced.ts';
import type { Reviews } from './reviews.ts';

export interface ReviewWatch extends Disposable {
  /** A file of a folder was made, changed or removed on the disk. */
  readonly onDidChangeFile: Event<Uri>;
}

/** A build writes many files; the review is read once for all of them, and not all the time. */
const everyMs = 700;
const overdueLookMs = 60_000;

export function watchReviews(reviews: Reviews, model: Model): ReviewWatch {
  const files = new Emitter<Uri>();
  const looks = paced(() => model.refresh(), everyMs);
  let watched = new Map<string, Disposable>();
  let overdueTimer: NodeJS.Timeout | undefined;

  function changed(folder?: Folder): void {
    reviews.touch(folder);
    looks.nudge();
  }

  function watchFiles(folder: Folder): FileSystemWatcher {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder.path), '**/*'));
    const noticed = (uri: Uri) => {
      if (uri.path.includes('/.git/')) return;
      files.fire(uri);
      changed(folder);
    };
    watcher.onDidChange(noticed);
    watcher.onDidCreate(noticed);
    watcher.onDidDelete(noticed);
    return watcher;
  }

  /** In a folder that is not trusted nothing is watched, as nothing runs. */
  function follow(): void {
    const { trusted = false, folders = [], reviews: known = [] } = model.snapshot ?? {};
    const wanted = new Map(trusted ? folders.map((folder) => [folder.path, folder]) : []);
    for (const [path, gone] of watched) if (!wanted.has(path)) gone.dispose();
    watched = new Map([...wanted].map(([path, folder]) => [path, watched.get(path) ?? watch(folder)]));
    clearTimeout(overdueTimer);
    const waits = known.some(({ review: { status } }) => status.kind === 'requested' && !status.overdue);
    if (waits) overdueTimer = setTimeout(() => looks.nudge(), overdueLookMs);
  }

  function watch(folder: Folder): Disposable {
    const both = [watchFiles(folder), watchGit(folder.top, () => changed(folder))];
    return { dispose: () => both.forEach((one) => void one.dispose()) };
  }

  const subscriptions = [
    model.onDidChange(follow),
    workspace.onDidSaveTextDocument(() => changed()),
    window.onDidChangeWindowState(({ focused }) => focused && changed()),
  ];
  follow();
  return {
    onDidChangeFile: files.event,
    dispose() {
      clearTimeout(overdueTimer);
      for (const subscription of subscriptions) subscription.dispose();
      for (const one of watched.values()) one.dispose();
      looks.dispose();
      files.dispose();
    },
  };
}

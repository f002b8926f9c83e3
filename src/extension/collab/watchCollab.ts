// Looks at collab as soon as one of its files changes, whoever writes it: a Stop of Claude, a person in a terminal.

import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { collabFolder, collabStateFile } from '../../core/collab/collab.ts';
import type { Model } from '../app/model.ts';
import type { Folder, FolderCollab } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import type { Collabs } from './collabs.ts';

/** A review that was killed leaves nothing behind that could be watched. */
const reviewingLookMs = 2000;

export function watchCollab(collabs: Collabs, model: Model): Disposable {
  let watched = new Map<string, Disposable>();
  let disposed = false;
  let timer: NodeJS.Timeout | undefined;

  function watch(folder: Folder): Disposable {
    // The second one has the folder of the reviews in it.
    const both = [dirname(collabStateFile), collabFolder].map((path) =>
      watchFolder(join(folder.top, path), () => void lookAt([folder])),
    );
    return { dispose: () => both.forEach((one) => void one.dispose()) };
  }

  /** In a folder that is not trusted nothing is watched, as nothing runs. */
  function follow(): void {
    if (disposed) return;
    const { trusted = false, folders = [], collabs: known = [] } = model.snapshot ?? {};
    const wanted = new Map(trusted ? folders.map((folder) => [folder.top, folder]) : []);
    for (const [top, gone] of watched) if (!wanted.has(top)) gone.dispose();
    watched = new Map([...wanted].map(([top, folder]) => [top, watched.get(top) ?? watch(folder)]));
    clearTimeout(timer);
    const reviewing = trusted ? known.filter((one) => one.reviewing).map(({ folder }) => folder) : [];
    if (reviewing.length > 0) timer = setTimeout(() => void lookAt(reviewing).then(follow), reviewingLookMs);
  }

  /** At collab alone: others write into `.claude` as well. Everybody else looks when something is another. */
  async function lookAt(folders: readonly Folder[]): Promise<void> {
    const revisions = (all: readonly FolderCollab[]) =>
      folders.map(({ top }) => all.find(({ folder }) => folder.top === top)?.revision).join();
    const { collabs: found } = await collabs.read(folders);
    if (revisions(found) !== revisions(model.snapshot?.collabs ?? [])) await model.refresh();
  }

  const subscription = model.onDidChange(follow);
  follow();
  return {
    dispose() {
      clearTimeout(timer);
      disposed = true;
      subscription.dispose();
      for (const one of watched.values()) one.dispose();
    },
  };
}

// Looks at collab as soon as one of its files changes, whoever writes it: a Stop of Claude, a person in a terminal.

import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { collabFolder, collabStateFile } from '../../core/collab/collab.ts';
import type { Model } from '../app/model.ts';
import { type Folder, type FolderCollab, watchedFolders } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import type { Collabs } from './collabs.ts';

/** A review that was killed leaves nothing behind that could be watched. */
const reviewingLookMs = 2000;

export class CollabWatch implements Disposable {
  readonly #collabs: Collabs;
  readonly #model: Model;
  readonly #watched = new DisposableMap<Folder>(
    ({ top }) => top,
    // The second one has the folder of the reviews in it.
    (folder) =>
      together(
        [dirname(collabStateFile), collabFolder].map((path) =>
          watchFolder(join(folder.top, path), () => void this.#lookAt([folder])),
        ),
      ),
  );
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(collabs: Collabs, model: Model) {
    this.#collabs = collabs;
    this.#model = model;
    this.#subscription = model.onDidChange(() => this.#follow());
    this.#follow();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    together([this.#subscription, this.#watched]).dispose();
  }

  #follow(): void {
    if (this.#disposed) return;
    const { snapshot } = this.#model;
    const folders = watchedFolders(snapshot);
    this.#watched.sync(folders);
    clearTimeout(this.#timer);
    const busy = folders.length === 0 ? [] : (snapshot?.collabs ?? []).filter(({ reviewing }) => reviewing);
    if (busy.length === 0) return;
    const lookAgain = () => this.#lookAt(busy.map(({ folder }) => folder)).then(() => this.#follow());
    this.#timer = setTimeout(() => void lookAgain(), reviewingLookMs);
  }

  /** At collab alone: others write into `.claude` as well. Everybody else looks when something is another. */
  async #lookAt(folders: readonly Folder[]): Promise<void> {
    const revisions = (all: readonly FolderCollab[]) =>
      folders.map(({ top }) => all.find(({ folder }) => folder.top === top)?.revision).join();
    const { collabs: found } = await this.#collabs.read(folders);
    if (revisions(found) !== revisions(this.#model.snapshot?.collabs ?? [])) await this.#model.refresh();
  }
}

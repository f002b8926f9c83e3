// Reads collab as soon as one of its files changes, whether a Stop of Claude or a person in a terminal wrote it.

import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { collabFolder, collabStateFile } from '../../core/collab/collab.ts';
import type { Model } from '../app/model.ts';
import { type Folder, type FolderCollab, watchedFolders } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import type { Collabs } from './collabs.ts';

/** A killed review leaves no file that could be watched. */
const reviewingLookMs = 2000;

export class CollabWatch implements Disposable {
  readonly #collabs: Collabs;
  readonly #model: Model;
  readonly #watched = new DisposableMap<Folder>(
    ({ top }) => top,
    // The second folder contains the reviews folder.
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

  /**
   * Reads collab alone, because other programs write into `.claude` as well. The whole model refreshes only on a
   * change.
   */
  async #lookAt(folders: readonly Folder[]): Promise<void> {
    const revisions = (all: readonly FolderCollab[]) =>
      folders.map(({ top }) => all.find(({ folder }) => folder.top === top)?.revision).join();
    const { collabs: found } = await this.#collabs.read(folders);
    if (revisions(found) !== revisions(this.#model.snapshot?.collabs ?? [])) await this.#model.refresh();
  }
}

// Reads a plan as soon as its file, or one below `.claude/review`, changes for any reason. This does not wait for the
// model: Party has to withdraw an approval within a second, and a full refresh calls git and tmux as well.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { planFolder, planPath } from '../../core/plan/plan.ts';
import type { Model } from '../app/model.ts';
import { type Folder, type FolderPlan, watchedFolders } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import type { Plans } from './plans.ts';

/** A killed review leaves no file that could be watched. */
const reviewingLookMs = 2000;
/** Party has to withdraw an approval within a second, even where the system reports no change. */
const approvedLookMs = 400;

export interface PlanWatching {
  readonly watchAround?: typeof watchFolder;
  /** A Claude that a user starts here without our hooks leaves no file that could be watched either. */
  readonly gatedLookMs?: number;
}

export class PlanWatch implements Disposable {
  readonly #plans: Plans;
  readonly #model: Model;
  readonly #gatedLookMs: number;
  readonly #watched: DisposableMap<Folder>;
  readonly #approved = new DisposableMap<Folder>(
    ({ top }) => top,
    (folder) => this.#watchFileItself(folder),
  );
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(plans: Plans, model: Model, { watchAround = watchFolder, gatedLookMs = 5000 }: PlanWatching = {}) {
    this.#plans = plans;
    this.#model = model;
    this.#gatedLookMs = gatedLookMs;
    this.#watched = new DisposableMap<Folder>(
      ({ top }) => top,
      (folder) =>
        together(
          [dirname(planPath), planFolder].map((path) => watchAround(join(folder.top, path), () => this.#look(folder))),
        ),
    );
    this.#subscription = model.onDidChange(() => this.#follow());
    this.#follow();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    together([this.#subscription, this.#watched, this.#approved]).dispose();
  }

  #follow(): void {
    if (this.#disposed) return;
    const { snapshot } = this.#model;
    const folders = watchedFolders(snapshot);
    const gated = folders.length === 0 ? [] : (snapshot?.plans ?? []).filter(({ plan }) => plan.gated);
    const approved = gated.filter(({ plan }) => plan.approval !== undefined);
    this.#watched.sync(folders);
    this.#approved.sync(approved.map(({ folder }) => folder));
    clearTimeout(this.#timer);
    if (gated.length === 0) return;
    const isReviewing = snapshot?.plans.some(({ plan }) => plan.reviewing);
    this.#timer = setTimeout(() => void this.#lookAgain(folders), isReviewing ? reviewingLookMs : this.#gatedLookMs);
  }

  #look(folder: Folder): void {
    void this.#plans.read([folder]).then(this.#model.refresh);
  }

  /** Reads the plans alone. The whole model refreshes only on a change. */
  async #lookAgain(folders: readonly Folder[]): Promise<void> {
    const revisions = (all: readonly FolderPlan[]) => all.map(({ revision }) => revision).join();
    const known = this.#model.snapshot?.plans ?? [];
    const { plans: found } = await this.#plans.read(folders);
    if (revisions(found) !== revisions(known)) await this.#model.refresh();
    // Without a change no event fires, so schedule the next read here.
    this.#follow();
  }

  /**
   * Polls the file: a network drive or a container may report no change, and no system reports writes to a
   * memory-mapped file.
   */
  #watchFileItself(folder: Folder): Disposable {
    let last: string | undefined;
    const compare = async () => {
      const now = await signOf(join(folder.top, planPath));
      if (now === last) return;
      // The first comparison always reads: the plan may have changed since the model saw it approved.
      last = now;
      this.#look(folder);
    };
    const timer = setInterval(() => void compare(), approvedLookMs);
    return { dispose: () => clearInterval(timer) };
  }
}

/** Changes with the content of the file; empty when there is no file. */
async function signOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

// Looks at a plan as soon as its file, or one below `.claude/review`, changes by whatever channel. On a path of its own:
// an approval has to be withdrawn within a second, and a look at everything asks git and tmux as well.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { planPath, reviewFolder } from '../../core/plan/plan.ts';
import type { Model } from '../app/model.ts';
import { type Folder, type FolderPlan, watchedFolders } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import type { Plans } from './plans.ts';

/** A review that was killed leaves nothing behind that could be watched. */
const reviewingLookMs = 2000;
/** An approval has to go within a second, also where nobody is told of a change. */
const approvedLookMs = 400;

export interface PlanWatching {
  readonly watchAround?: typeof watchFolder;
  /** A Claude that somebody starts here without our hooks leaves no trace either. */
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
          [dirname(planPath), reviewFolder].map((path) =>
            watchAround(join(folder.top, path), () => this.#look(folder)),
          ),
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

  /** At the plans alone; everybody else looks when something is another. */
  async #lookAgain(folders: readonly Folder[]): Promise<void> {
    const revisions = (all: readonly FolderPlan[]) => all.map(({ revision }) => revision).join();
    const known = this.#model.snapshot?.plans ?? [];
    const { plans: found } = await this.#plans.read(folders);
    if (revisions(found) !== revisions(known)) await this.#model.refresh();
    // What has not changed fires nothing, so that the next look is planned here.
    this.#follow();
  }

  /** A network or a container may keep silent about a change, and so does every system about a file mapped into memory. */
  #watchFileItself(folder: Folder): Disposable {
    let last: string | undefined;
    const compare = async () => {
      const now = await signOf(join(folder.top, planPath));
      if (now === last) return;
      // The first time in any case: it may have changed since it was seen to be approved.
      last = now;
      this.#look(folder);
    };
    const timer = setInterval(() => void compare(), approvedLookMs);
    return { dispose: () => clearInterval(timer) };
  }
}

/** Another one for every other content; empty when there is no file. */
async function signOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

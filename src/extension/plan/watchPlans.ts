// Looks at a plan as soon as its file, or one below `.claude/review`, changes by whatever channel. On a path of its own:
// an approval has to be withdrawn within a second, and a look at everything asks git and tmux as well.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { planPath, reviewFolder } from '../../core/plan/plan.ts';
import type { Model } from '../app/model.ts';
import type { Folder, FolderPlan } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
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

export function watchPlans(
  plans: Plans,
  model: Model,
  { watchAround = watchFolder, gatedLookMs = 5000 }: PlanWatching = {},
): Disposable {
  let watched = new Map<string, Disposable>();
  let approved = new Map<string, Disposable>();
  let disposed = false;
  let timer: NodeJS.Timeout | undefined;

  const look = (folder: Folder) => void plans.read([folder]).then(model.refresh);

  function watch(folder: Folder): Disposable {
    const both = [dirname(planPath), reviewFolder].map((path) =>
      watchAround(join(folder.top, path), () => look(folder)),
    );
    return { dispose: () => both.forEach((one) => void one.dispose()) };
  }

  /** A network or a container may keep silent about a change, and so does every system about a file mapped into memory. */
  function watchFileItself(folder: Folder): Disposable {
    let last: string | undefined;
    const compare = async () => {
      const now = await signOf(join(folder.top, planPath));
      if (now === last) return;
      // The first time in any case: it may have changed since it was seen to be approved.
      last = now;
      look(folder);
    };
    const timer = setInterval(() => void compare(), approvedLookMs);
    return { dispose: () => clearInterval(timer) };
  }

  /** In a folder that is not trusted nothing is watched, as nothing runs. */
  function follow(): void {
    if (disposed) return;
    const { trusted = false, folders = [], plans: known = [] } = model.snapshot ?? {};
    const withApproval = known.filter(({ plan }) => plan.gated && plan.approval !== undefined);
    watched = kept(watched, trusted ? folders : [], watch);
    approved = kept(approved, trusted ? withApproval.map(({ folder }) => folder) : [], watchFileItself);
    clearTimeout(timer);
    if (!trusted || !known.some(({ plan }) => plan.gated)) return;
    const isReviewing = known.some(({ plan }) => plan.reviewing);
    timer = setTimeout(() => void lookAgain(folders, known), isReviewing ? reviewingLookMs : gatedLookMs);
  }

  /** At the plans alone; everybody else looks when something is another. */
  async function lookAgain(folders: readonly Folder[], known: readonly FolderPlan[]): Promise<void> {
    const { plans: found } = await plans.read(folders);
    const revisions = (all: readonly FolderPlan[]) => all.map(({ revision }) => revision).join();
    if (revisions(found) !== revisions(known)) await model.refresh();
    // What has not changed fires nothing, so that the next look is planned here.
    follow();
  }

  const subscription = model.onDidChange(follow);
  follow();
  return {
    dispose() {
      clearTimeout(timer);
      disposed = true;
      subscription.dispose();
      for (const one of [...watched.values(), ...approved.values()]) one.dispose();
    },
  };
}

/** Another one for every other content; empty when there is no file. */
async function signOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

/** Those of the folders that are wanted, which may be there already. */
function kept(
  before: ReadonlyMap<string, Disposable>,
  folders: readonly Folder[],
  make: (folder: Folder) => Disposable,
): Map<string, Disposable> {
  const wanted = new Map(folders.map((folder) => [folder.top, folder]));
  for (const [top, gone] of before) if (!wanted.has(top)) gone.dispose();
  return new Map([...wanted].map(([top, folder]) => [top, before.get(top) ?? make(folder)]));
}

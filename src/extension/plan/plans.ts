// The plans of the window's projects. A look comes every second, so that a plan is read anew only when its file or one of
// those below `.claude/review` is another, or while Codex reviews, which may end without a file to tell. An approval
// that is for another plan than the one there is withdrawn by whoever sees it first: here, within a second.

import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type GatelessClaude, type PlanState, planPath, reviewFolder } from '../../core/plan/plan.ts';
import { planStatus } from '../../core/plan/planStatus.ts';
import { lookAtFolders } from '../app/lookAtFolders.ts';
import type { Folder, FolderPlan, Snapshot } from '../app/snapshot.ts';

export type ReadPlans = Pick<Snapshot, 'plans' | 'planProblem'>;

export interface Plans {
  /** What is known about these folders; reads only what may have changed. */
  read(folders: readonly Folder[]): Promise<ReadPlans>;
}

export interface PlanSource {
  readonly read: (top: string) => Promise<PlanState>;
  /** Takes an approval away that is not of the plan that is there. */
  readonly withdraw: (top: string) => Promise<unknown>;
  /** Who runs there without our hooks; that changes without a file of the plan to tell. */
  readonly gateless?: (top: string) => Promise<readonly GatelessClaude[]>;
}

interface Known {
  readonly identity: string;
  /** As it was read from the files. */
  readonly state: PlanState | undefined;
  readonly entry: FolderPlan | undefined;
  readonly problem: string | undefined;
}

export function createPlans({ read, withdraw, gateless = async () => [] }: PlanSource): Plans {
  const known = new Map<string, Known>();
  let revisions = 0;

  /** Also without its withdrawal an approval of another plan is none. */
  async function readState(top: string): Promise<Pick<Known, 'problem'> & { readonly state: PlanState }> {
    const state = await read(top);
    if (state.approvalProblem === undefined) return { state, problem: undefined };
    try {
      await withdraw(top);
    } catch (error) {
      return { state, problem: messageOf(error) };
    }
    return { state: await read(top), problem: undefined };
  }

  async function look(folder: Folder): Promise<Known> {
    // Beside the rest: an approval that has to go does not wait for a look at the processes.
    const looking = gateless(folder.top).catch(() => []);
    // Before the reading: what is written meanwhile is for the next look.
    const identity = await identityOf(folder.top);
    const before = known.get(folder.top);
    const isDone = before?.problem === undefined && before?.state?.reviewing !== true;
    try {
      const isKnown = before?.state !== undefined && before.identity === identity && isDone;
      const { state, problem } = isKnown ? { state: before.state, problem: undefined } : await readState(folder.top);
      const ungated = await looking;
      const plan = ungated.length === 0 ? state : { ...state, gateless: ungated };
      const same = before?.entry !== undefined && JSON.stringify(before.entry.plan) === JSON.stringify(plan);
      const entry = same ? before.entry : { folder, plan, status: planStatus(plan), revision: ++revisions };
      return { identity, state, entry, problem };
    } catch (error) {
      // What was known stays, marked as possibly old.
      return { identity, state: before?.state, entry: before?.entry, problem: messageOf(error) };
    }
  }

  return {
    async read(folders) {
      const { entries, problem } = await lookAtFolders(folders, known, look);
      return { plans: entries, planProblem: problem };
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Another text means that something about the plan may be another; without reading any of it. */
async function identityOf(top: string): Promise<string> {
  const folder = join(top, reviewFolder);
  const names = await readdir(folder).catch(() => []);
  const files = [dirname(planPath), planPath, reviewFolder].map((path) => join(top, path));
  const all = [...files, ...names.sort().map((name) => join(folder, name))];
  return (await Promise.all(all.map(identity))).join('\n');
}

async function identity(path: string): Promise<string> {
  try {
    const { ino, size, mode, nlink, mtimeMs, ctimeMs } = await lstat(path);
    return [path, ino, size, mode, nlink, mtimeMs, ctimeMs].join(' ');
  } catch {
    return path;
  }
}

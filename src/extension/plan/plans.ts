// The plans of the window's projects. A plan is read again only when its file or one of those below `.claude/review` has
// changed, or while Codex reviews, which may end without a file to tell. An approval that is for another plan than the
// one there is withdrawn by the first who sees it: here, within a second.

import { dirname } from 'node:path';
import { type GatelessClaude, type PlanState, planPath, reviewFolder } from '../../core/plan/plan.ts';
import { planStatus } from '../../core/plan/planStatus.ts';
import { gatelessClaudes } from '../../node/gates/gatelessClaudes.ts';
import { readPlan } from '../../node/plan/readPlan.ts';
import { withdrawPlan } from '../../node/plan/withdrawPlan.ts';
import { filesIdentity } from '../app/fileIdentity.ts';
import { FolderCache, type FolderEntry, type Looked, Revisions } from '../app/folderCache.ts';
import type { Host } from '../app/host.ts';
import type { Folder, FolderPlan, Snapshot } from '../app/snapshot.ts';

export type ReadPlans = Pick<Snapshot, 'plans' | 'planProblem'>;

export interface PlanSource {
  readonly read: (top: string) => Promise<PlanState>;
  /** Takes an approval away that is not of the plan that is there. */
  readonly withdraw: (top: string) => Promise<unknown>;
  /** Who runs there without our hooks; that changes without a file of the plan to tell. */
  readonly gateless?: (top: string) => Promise<readonly GatelessClaude[]>;
}

/** What the machine says about plans. */
export function planSource({ env, paths, log }: Pick<Host, 'env' | 'paths' | 'log'>): PlanSource {
  return {
    read: (top) => readPlan(paths, top),
    gateless: (top) => gatelessClaudes(env, top),
    async withdraw(top) {
      if (await withdrawPlan({ env, paths }, top))
        log.info(`The plan of ${top} has changed: its approval is withdrawn`);
    },
  };
}

/** As it was read from the files. */
interface Facts {
  readonly state: PlanState;
}

export class Plans {
  readonly #source: PlanSource;
  readonly #states: FolderCache<Facts>;
  readonly #revisions = new Revisions();

  constructor(source: PlanSource) {
    this.#source = source;
    this.#states = new FolderCache<Facts>({
      identity: ({ top }) => filesIdentity(top, [dirname(planPath), planPath], reviewFolder),
      read: ({ top }) => this.#readState(top),
      isStale: ({ facts, problem }) => problem !== undefined || facts === undefined || facts.state.reviewing,
      face: ({ state }) => JSON.stringify(state),
    });
  }

  /** What is known about these folders; reads only what may have changed. */
  readonly read = async (folders: readonly Folder[]): Promise<ReadPlans> => {
    // Beside the rest: an approval that has to go does not wait for a look at the processes.
    const looking = new Map(folders.map(({ top }) => [top, this.#gateless(top)]));
    const { entries, problem } = await this.#states.read(folders);
    const plans = await Promise.all(
      entries.map(async (entry) => this.#withGateless(entry, (await looking.get(entry.folder.top)) ?? [])),
    );
    return { plans, planProblem: problem };
  };

  /** Also without its withdrawal an approval of another plan is none. */
  async #readState(top: string): Promise<Looked<Facts>> {
    const { read, withdraw } = this.#source;
    const state = await read(top);
    if (state.approvalProblem === undefined) return { facts: { state } };
    try {
      await withdraw(top);
    } catch (error) {
      return { facts: { state }, problem: error instanceof Error ? error.message : String(error) };
    }
    return { facts: { state: await read(top) } };
  }

  #withGateless({ folder, state, revision }: FolderEntry<Facts>, gateless: readonly GatelessClaude[]): FolderPlan {
    const plan = gateless.length === 0 ? state : { ...state, gateless };
    const face = `${revision} ${JSON.stringify(gateless)}`;
    return { folder, plan, status: planStatus(plan), revision: this.#revisions.of(folder.top, face) };
  }

  async #gateless(top: string): Promise<readonly GatelessClaude[]> {
    return (await this.#source.gateless?.(top).catch(() => [])) ?? [];
  }
}

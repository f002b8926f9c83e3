// The plans of the window's projects. A plan is read again only when its file or one below `.claude/review` has
// changed, or while Codex reviews, because a review may end without a changed file. When the plan differs from the
// approved one, the first program that sees it withdraws the approval: here, within a second.

import { dirname } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import { type GatelessClaude, type PlanState, planFolder, planPath } from '../../core/plan/plan.ts';
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
  /** Withdraws an approval that does not match the current plan. */
  readonly withdraw: (top: string) => Promise<unknown>;
  /** Finds Claudes that run there without our hooks. They come and go without a change to the plan's files. */
  readonly gateless?: (top: string) => Promise<readonly GatelessClaude[]>;
}

/** Reads plans from this machine. */
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

/** What was read from the files. */
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
      identity: ({ top }) => filesIdentity(top, [dirname(planPath), planPath], planFolder),
      read: ({ top }) => this.#readState(top),
      isStale: ({ facts, problem }) => problem !== undefined || facts === undefined || facts.state.reviewing,
      face: ({ state }) => JSON.stringify(state),
    });
  }

  /** What is known about these folders; reads only what may have changed. */
  readonly read = async (folders: readonly Folder[]): Promise<ReadPlans> => {
    // In parallel: a withdrawal must not wait for the search through the processes.
    const looking = new Map(folders.map(({ top }) => [top, this.#gateless(top)]));
    const { entries, problem } = await this.#states.read(folders);
    const plans = await Promise.all(
      entries.map(async (entry) => this.#withGateless(entry, (await looking.get(entry.folder.top)) ?? [])),
    );
    return { plans, planProblem: problem };
  };

  /** An approval of another plan does not count, even if the withdrawal fails. */
  async #readState(top: string): Promise<Looked<Facts>> {
    const { read, withdraw } = this.#source;
    const state = await read(top);
    if (state.approvalProblem === undefined) return { facts: { state } };
    try {
      await withdraw(top);
    } catch (error) {
      return { facts: { state }, problem: messageOf(error) };
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

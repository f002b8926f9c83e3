// The commands for the gate and the approval of a plan. Each decides under the project's lock and records in its log
// what was done, by which actor and why.

import { refused } from '../../core/base/errors.ts';
import { type PlanState, planPath, snapshotFile } from '../../core/plan/plan.ts';
import { topWithGate } from '../gates/gatedTop.ts';
import { removePlanHooks, writePlanHooks } from '../gates/planHooks.ts';
import { removePlanSkills, writePlanSkills } from '../gates/planSkills.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import type { Paths } from '../project/paths.ts';
import type { Project } from '../project/project.ts';
import { openProjectLog } from '../project/projectLog.ts';
import { writeAtomic } from '../system/store.ts';
import { mustBeHuman, mustBeHumanWithReason } from '../tmux/caller.ts';
import { forgetDrift, rememberTree } from './drift.ts';
import { readPlanFile } from './planFile.ts';
import {
  beginCycle,
  checkFolder,
  forgetThread,
  isGated,
  readCounter,
  removeApproval,
  restoreGateFile,
  turnOff,
  turnOn,
  writeApproval,
  writeCounter,
} from './planFolder.ts';
import { readPlan } from './readPlan.ts';
import { recordPlan } from './recordPlan.ts';

export interface PlanActed {
  readonly top: string;
  readonly state: PlanState;
  /** False when the state already was as asked. */
  readonly changed: boolean;
}

export interface PlanStart {
  /** Also gate a Claude that the user starts here without Party. */
  readonly local?: boolean;
  /** The project's files are not checked out yet; the caller calls rememberPlannedFiles when they are. */
  readonly filesFollow?: boolean;
  /** After this many revisions a human decides; by default, what the user's configuration says. */
  readonly revisions?: number | undefined;
}

/** Needs neither Codex nor tmux nor a plan. Starts a new cycle: an approval from before does not count. */
export async function startPlan(
  machine: Machine,
  { local = false, filesFollow = false, revisions }: PlanStart = {},
): Promise<PlanActed> {
  const { top, log } = planProject(machine);
  await checkFolder(top);
  if (revisions !== undefined) await mustBeHuman(machine, 'Only the human sets how many revisions a plan may have');
  const { plan } = await loadUserConfig(machine.env);
  const gate = { version: 1, since: new Date().toISOString(), revisions: revisions ?? plan.revisions };
  // Write the hooks before the gate: if that fails, nothing has been changed.
  if (local) {
    await writePlanHooks(machine, top, 'local');
    await writePlanSkills(machine, top);
  }
  const changed = await log.transaction(async () => {
    if (await isGated(machine.paths, top)) {
      if (revisions === undefined) await restoreGateFile(machine.paths, top, gate);
      else await turnOn(machine.paths, top, gate);
      return false;
    }
    // Remove the old approval first, so that the gate is never on with it.
    await removeApproval(top);
    await beginCycle(top);
    await forgetThread(top);
    await turnOn(machine.paths, top, gate);
    await recordPlan(machine, log, { what: 'started', state: await readPlan(machine.paths, top) });
    return true;
  });
  if (changed && !filesFollow) await rememberPlannedFiles(machine.paths, top);
  return { top, state: await readPlan(machine.paths, top), changed };
}

/** If this fails, the gate is on all the same, and changes count from the first command on. */
export async function rememberPlannedFiles(paths: Paths, top: string): Promise<void> {
  await rememberTree(paths, top).catch(() => forgetDrift(paths, top));
}

/** Keeps the reviews of the plan, and removes the hooks that were written for it. */
export async function stopPlan(machine: Machine): Promise<PlanActed> {
  await mustBeHuman(machine, 'Only the human turns the gate off: ask for it, and wait');
  const { top, log } = planProject(machine);
  const changed = await log.transaction(async () => {
    if (!(await isGated(machine.paths, top))) return false;
    const before = await readPlan(machine.paths, top);
    // Write the log first: a gate that the log does not call stopped is on.
    await recordPlan(machine, log, { what: 'stopped', state: before });
    await turnOff(machine.paths, top);
    return true;
  });
  await forgetDrift(machine.paths, top);
  await removePlanSkills(top);
  await removePlanHooks(machine, top);
  return { top, state: await readPlan(machine.paths, top), changed };
}

/**
 * The user's own approval of the current plan, with a reason for the log. `hash` is of the plan that the user looked
 * at.
 */
export async function approvePlan(machine: Machine, reason: string, hash?: string): Promise<PlanActed> {
  const refusal = 'Only the human approves a plan by hand: ask for it, and wait';
  await mustBeHumanWithReason(machine, reason, { act: 'approvePlan', refusal });
  const { top, log } = planProject(machine);
  return log.transaction(async () => {
    await mustBeGated(machine.paths, top);
    const file = await readPlanFile(top);
    if (file.kind === 'problem') throw refused(`${file.problem}. Nothing was approved`);
    if (hash !== undefined && hash !== file.hash) {
      throw refused(`${planPath} has changed since you looked at it. Nothing was approved: look at it again`);
    }
    const state = await readPlan(machine.paths, top);
    if (state.approval !== undefined) return { top, state, changed: false };
    if (state.missingHeadings.length > 0) {
      throw refused(`${planPath} has no heading for: ${state.missingHeadings.join(', ')}. Nothing was approved`);
    }
    if (state.reviewing) {
      throw refused('Codex is reviewing the plan right now. Wait for it, or cancel the review first', {
        act: 'cancelPlanReview',
      });
    }
    await mayBeginCycle(top, state);
    const last = (await readPlan(machine.paths, top)).versions.at(-1);
    const version = last?.hash === file.hash ? last.version : (await readCounter(top)) + 1;
    if (last?.hash !== file.hash) await writeAtomic(`${top}/${snapshotFile(version)}`, file.text);
    await writeCounter(top, Math.max(version, await readCounter(top)));
    // Write the log first: an approval.json that the log does not know does not count.
    await recordPlan(machine, log, { what: 'forced', state: { ...state, hash: file.hash }, version, reason });
    await writeApproval(top, {
      is_optimal: true,
      plan_hash: file.hash,
      review_version: version,
      approved_at: new Date().toISOString(),
      codex_thread_id: null,
      reason,
    });
    await forgetDrift(machine.paths, top);
    return { top, state: await readPlan(machine.paths, top), changed: true };
  });
}

export function planProject({ cwd, paths }: Machine): Pick<Project, 'top' | 'log'> {
  const top = topWithGate(paths, cwd);
  return { top, log: openProjectLog(paths, top) };
}

export async function mustBeGated(paths: Paths, top: string): Promise<void> {
  if (await isGated(paths, top)) return;
  throw refused('The plan gate is off here', { act: 'startPlan' });
}

/** After a withdrawn approval, the versions count from 1 again. */
export async function mayBeginCycle(top: string, { withdrawn }: PlanState): Promise<void> {
  if (withdrawn) await beginCycle(top);
}

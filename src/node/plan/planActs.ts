// What can be done about the gate and the approval of a plan. Each is decided under the project's lock and written down
// in its log, with who did it and why.

import { mustBeHuman } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import { type PlanState, planPath, snapshotFile } from '../../core/plan/plan.ts';
import { gatedTop } from '../gates/gatedTop.ts';
import { removePlanHooks, writePlanHooks } from '../gates/planHooks.ts';
import type { Machine } from '../project/machine.ts';
import { type Paths, projectTop } from '../project/paths.ts';
import { openProjectLog, type ProjectLog } from '../project/projectLog.ts';
import { writeAtomic } from '../system/store.ts';
import { forgetDrift, rememberTree } from './drift.ts';
import { readPlanFile } from './planFile.ts';
import {
  beginCycle,
  checkFolder,
  forgetThread,
  isGated,
  readCounter,
  removeApproval,
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
  /** False when it was so before. */
  readonly changed: boolean;
}

export interface PlanStart {
  /** Also gate a Claude that is started here by hand. */
  readonly local?: boolean;
  /** The project's files are still to be checked out; rememberPlannedFiles is called when they are there. */
  readonly filesFollow?: boolean;
}

/** Needs neither Codex nor tmux nor a plan. A new cycle: what was approved before the gate was on does not count. */
export async function startPlan(
  machine: Machine,
  { local = false, filesFollow = false }: PlanStart = {},
): Promise<PlanActed> {
  const { top, log } = planDesk(machine);
  await checkFolder(top);
  // Before the gate is on: when they cannot be written, nothing has been begun.
  if (local) await writePlanHooks(machine, top, 'local');
  const changed = await log.transaction(async () => {
    if (await isGated(top)) return false;
    // First what belongs to the time before, so that the gate is never on with an old approval.
    await removeApproval(top);
    await beginCycle(top);
    await forgetThread(top);
    await turnOn(top, { version: 1, since: new Date().toISOString() });
    await recordPlan(machine, log, { what: 'started', state: await readPlan(machine.paths, top) });
    return true;
  });
  if (changed && !filesFollow) await rememberPlannedFiles(machine.paths, top);
  return { top, state: await readPlan(machine.paths, top), changed };
}

/** Also without it the gate is on: what changes is then compared from the first command on. */
export async function rememberPlannedFiles(paths: Paths, top: string): Promise<void> {
  await rememberTree(paths, top).catch(() => forgetDrift(paths, top));
}

/** What was said about the plan stays; the hooks that were written for it go. */
export async function stopPlan(machine: Machine): Promise<PlanActed> {
  mustBeHuman(machine.env, 'Only the human switches the gate off: ask for it, and wait');
  const { top, log } = planDesk(machine);
  const changed = await log.transaction(async () => {
    if (!(await isGated(top))) return false;
    const before = await readPlan(machine.paths, top);
    await turnOff(top);
    await recordPlan(machine, log, { what: 'stopped', state: before });
    return true;
  });
  await forgetDrift(machine.paths, top);
  await removePlanHooks(machine, top);
  return { top, state: await readPlan(machine.paths, top), changed };
}

/** By a human's hand, for the plan as it is, with a reason that is kept. `hash` is of the plan that the human looked at. */
export async function approvePlan(machine: Machine, reason: string, hash?: string): Promise<PlanActed> {
  if (reason.trim() === '') throw new PartyError('USAGE', 'Say why: party plan approve --reason TEXT');
  mustBeHuman(machine.env, 'Only the human approves a plan by hand: ask for it, and wait');
  const { top, log } = planDesk(machine);
  return log.transaction(async () => {
    await mustBeGated(top);
    const file = await readPlanFile(top);
    if (file.kind === 'problem') throw refused(`${file.problem}. Nothing was approved`);
    if (hash !== undefined && hash !== file.hash) {
      throw refused(`${planPath} was changed after you looked at it. Nothing was approved: look at it again`);
    }
    const state = await readPlan(machine.paths, top);
    if (state.approval !== undefined) return { top, state, changed: false };
    if (state.missingHeadings.length > 0) {
      throw refused(`${planPath} has no heading for: ${state.missingHeadings.join(', ')}. Nothing was approved`);
    }
    if (state.reviewing)
      throw refused('Codex is reviewing the plan this moment. Wait for it, or end it first: party plan cancel');
    await mayBeginCycle(top, state);
    const last = (await readPlan(machine.paths, top)).versions.at(-1);
    const version = last?.hash === file.hash ? last.version : (await readCounter(top)) + 1;
    if (last?.hash !== file.hash) await writeAtomic(`${top}/${snapshotFile(version)}`, file.text);
    await writeCounter(top, Math.max(version, await readCounter(top)));
    // First the log: a file that it does not know of is reported.
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

export function planDesk({ cwd, paths }: Machine): { readonly top: string; readonly log: ProjectLog } {
  const top = gatedTop(cwd) ?? projectTop(cwd);
  return { top, log: openProjectLog(paths, top) };
}

export async function mustBeGated(top: string): Promise<void> {
  if (await isGated(top)) return;
  throw refused('The plan gate is off here. Switch it on with: party plan start');
}

/** After an approval was withdrawn, the versions are counted anew. */
export async function mayBeginCycle(top: string, { withdrawn }: PlanState): Promise<void> {
  if (withdrawn) await beginCycle(top);
}

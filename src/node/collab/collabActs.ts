// The commands of collab: start, pause, resume, skip, cancel, complete. Each decides on the current state, and records
// in the project's log what was done and which actor did it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Act } from '../../core/base/acts.ts';
import { type PartyError, refused } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Remark, WayOut } from '../../core/base/remark.ts';
import { english } from '../../core/base/translate.ts';
import { type CollabState, collabReviewsFolder } from '../../core/collab/collab.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { collabWords } from '../../core/collab/collabText.ts';
import {
  type CollabEvent,
  collabNext,
  idleCollab,
  isActivePhase,
  isFlagged,
  isHeld,
} from '../../core/collab/machine.ts';
import { countTasks } from '../../core/collab/tasks.ts';
import { planPath } from '../../core/plan/plan.ts';
import type { Machine } from '../project/machine.ts';
import { readHead } from '../review/changeBase.ts';
import { forgetCheckpoint, takeCheckpoint } from '../review/checkpoint.ts';
import { callerOf, mustBeHuman } from '../tmux/caller.ts';
import {
  askToSkip,
  changeCollab,
  checkCollabFolder,
  forgetState,
  isSkipAsked,
  prepare,
  type ReadCollab,
  readCollab,
  takeSkip,
} from './collabFiles.ts';
import { nameDesign, readDesign } from './designFile.ts';
import { type CollabRecord, collabChanges, knownBase, openCollab, recordCollab } from './openCollab.ts';

export interface CollabActed {
  readonly top: string;
  /** Null: collab is off. */
  readonly state: CollabState | null;
  /** False when the state already was as asked. */
  readonly changed: boolean;
  /** Further remarks for the user. */
  readonly notes: readonly Remark[];
}

/** Changes made before the start are not reviewed. If the design is the plan, its file may not exist yet. */
export async function startCollab(
  machine: Machine,
  { design: given }: { readonly design?: string | undefined } = {},
): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { top } = opened.git;
  await checkCollabFolder(top);
  const design = given === undefined ? planPath : await nameDesign(top, machine.cwd, given);
  const found = await readDesign(top, design);
  if (found.kind === 'problem') throw refused(`${found.problem}. Nothing was started`);
  const total = found.kind === 'design' ? countTasks(found.text) : null;
  const { state, ...read } = await changeCollab(top, machine, async (before, gone) => {
    if (before !== null && isActivePhase(before.phase)) throw refused(alreadyOn(before));
    if (gone !== null) await mustNotBeHeld(machine, gone, 'startCollab', 'starts it again');
    await prepare(top, machine);
    await takeSkip(top);
    const checkpoint = await takeCheckpoint(opened.git);
    const { commit = null } = await readHead(opened.git);
    const base = (await knownBase(opened, await opened.log.state())) ?? null;
    const start = { kind: 'start', project: top, design, total, checkpoint, commit, base } as const;
    return next(before ?? idleCollab(top), start);
  });
  await recordCollab(machine, opened, { what: 'started', state, reason: design });
  const missing = found.kind === 'none' ? [note(`${found.problem}. Codex reviews it when it is written`)] : [];
  return { top, state, changed: true, notes: [...said(read, state), ...missing] };
}

export function pauseCollab(machine: Machine): Promise<CollabActed> {
  const check = (state: CollabState) => {
    if (!isActivePhase(state.phase)) throw refused('Collab is complete here: there is nothing to pause');
  };
  return act(machine, { what: 'paused', verb: 'pause', event: { kind: 'pause' }, check });
}

/** If collab has paused itself because of too many findings, only the user may resume it. */
export function resumeCollab(machine: Machine): Promise<CollabActed> {
  const check = (state: CollabState) => mustNotBeHeld(machine, state, 'resumeCollab', 'resumes it');
  return act(machine, { what: 'resumed', verb: 'resume', event: { kind: 'resume' }, check });
}

/**
 * The next Stop that would be reviewed passes without a review; its changes are reviewed with the Stop after it.
 * `afterTurn` is for a request from inside a turn of Claude: the skip then counts from the next turn on.
 */
export async function skipCollab(
  machine: Machine,
  { afterTurn = false }: { readonly afterTurn?: boolean } = {},
): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { top } = opened.git;
  const { state, ...read } = await readCollab(top, machine);
  if (state === null || !isActivePhase(state.phase)) throw off('skip', read);
  if (state.paused) throw refused('Collab is paused, so there is no review to skip', { act: 'resumeCollab' });
  const changed = !(await isSkipAsked(top));
  if (changed) {
    await askToSkip(top, { afterTurn });
    await recordCollab(machine, opened, { what: 'skipped', state });
  }
  return { top, state, changed, notes: said(read, state) };
}

/** Removes the state; keeps the reviews and their findings. */
export async function cancelCollab(machine: Machine): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { top } = opened.git;
  let was: CollabState | null = null;
  const read = await changeCollab(top, machine, async (state, gone) => {
    const last = state ?? gone;
    if (last !== null) await mustNotBeHeld(machine, last, 'cancelCollab', 'cancels it');
    was = state;
    return null;
  });
  await forgetState(top, machine);
  await takeSkip(top);
  await forgetCheckpoint(opened.git);
  if (was !== null) await recordCollab(machine, opened, { what: 'cancelled', state: was });
  const kept = existsSync(join(top, collabReviewsFolder))
    ? `The reviews in ${collabReviewsFolder} and their findings are kept`
    : 'There were no reviews. Earlier findings are kept';
  const notes = [...said(read, null), note(kept, { act: 'showFindings' })];
  return { top, state: null, changed: was !== null, notes };
}

/**
 * For a design that does not say how many tasks it has. If it does say, the review of the last task completes collab.
 * An agent cannot use this command to leave work unreviewed or undone.
 */
export async function completeCollab(machine: Machine): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { state } = await readCollab(opened.git.top);
  const left = state === null || !isActivePhase(state.phase) ? [] : (await collabChanges(opened, state)).files;
  const agent = (await callerOf(machine)) !== 'human';
  const check = async (now: CollabState) => {
    await mustNotBeHeld(machine, now, 'completeCollab', 'completes it');
    if (!agent || !isActivePhase(now.phase)) return;
    if (isFlagged(now)) throw refused(`What Codex found in task ${now.task_index} still blocks. Fix it, and stop`);
    if (now.task_index === 0) throw refused('The design has not been reviewed yet. Stop, and Codex reviews it');
    if (left.length > 0) throw refused(`${files(left.length)} not reviewed yet. Stop, and Codex reviews it first`);
    if (now.total_tasks !== null)
      throw refused(tasksLeft(now.task_index, now.total_tasks), { act: 'completeCollab', by: 'human' });
  };
  const acted = await act(machine, { what: 'completed', verb: 'complete', event: { kind: 'complete' }, check });
  if (acted.changed) await forgetCheckpoint(opened.git);
  const unseen = acted.changed && left.length > 0 ? [note(`${files(left.length)} not reviewed`)] : [];
  return { ...acted, notes: [...acted.notes, ...unseen] };
}

interface CollabAct {
  readonly what: CollabRecord['what'];
  readonly verb: string;
  readonly event: CollabEvent;
  /** Throws when the current state does not allow the command. */
  readonly check: (state: CollabState) => void | Promise<void>;
}

async function act(machine: Machine, { what, verb, event, check }: CollabAct): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { top } = opened.git;
  let changed = false;
  const { state, ...read } = await changeCollab(top, machine, async (before) => {
    if (before === null) return null;
    await check(before);
    const after = next(before, event);
    changed = after !== before;
    return after;
  });
  if (state === null) throw off(verb, read);
  if (changed) await recordCollab(machine, opened, { what, state });
  return { top, state, changed, notes: said(read, state) };
}

function next(state: CollabState, event: CollabEvent): CollabState {
  return collabNext(state, event, new Date().toISOString());
}

/** Without this check, an agent could lift the pause that waits for the user. */
async function mustNotBeHeld(machine: Machine, state: CollabState, act: Act, does: string): Promise<void> {
  if (!isHeld(state)) return;
  const reason = oneLine(state.pause_reason ?? '', 300);
  await mustBeHuman(machine, {
    problem: `Collab waits for the human: ${reason}. Only the human ${does}, in their own terminal and not through an agent. Ask for it, and wait`,
    next: [{ act, by: 'human' }],
  });
}

function alreadyOn(state: CollabState): Remark {
  const where = collabWords({ collab: collabStatus(state) }, english);
  const problem = `Collab is already on here (${where}, ${oneLine(state.design, 200)}). To start over, end it first`;
  return { problem, next: [{ act: 'showCollab' }, { act: 'cancelCollab' }] };
}

type Told = Pick<ReadCollab, 'setAside' | 'edited'>;

function off(verb: string, { setAside, edited }: Told): PartyError {
  return refused(setAside ?? edited ?? `Collab is off here: there is nothing to ${verb}`, { act: 'startCollab' });
}

function tasksLeft(task: number, total: number): string {
  return `The design has ${total === 1 ? '1 task' : `${total} tasks`}, and task ${task} is still open. Build it, and stop: collab completes automatically after the review of the last one. If there is nothing left to build, ask the human to complete it`;
}

function files(count: number): string {
  return count === 1 ? '1 changed file is' : `${count} changed files are`;
}

/** When collab is off because its state was lost, the user can start it again. */
function said({ setAside, edited }: Told, state: CollabState | null): Remark[] {
  const next: WayOut[] = state === null ? [{ act: 'startCollab' }] : [];
  return [setAside, edited].filter((text) => text !== null).map((text) => note(text, ...next));
}

function note(problem: string, ...next: readonly WayOut[]): Remark {
  return { problem, next };
}

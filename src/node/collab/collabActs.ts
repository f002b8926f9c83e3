// The commands of collab: start, pause, resume, skip, cancel, complete. Each decides on the current state, and records
// in the project's log what was done and which actor did it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { actorOf, mustBeHuman } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { english } from '../../core/base/translate.ts';
import { type CollabState, collabReviewsFolder } from '../../core/collab/collab.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { collabWords } from '../../core/collab/collabText.ts';
import { type CollabEvent, collabNext, idleCollab, isFlagged, isHeld, isRunning } from '../../core/collab/machine.ts';
import { countTasks } from '../../core/collab/tasks.ts';
import { planPath } from '../../core/plan/plan.ts';
import type { collabEvents, ProjectEvent } from '../../core/project/event.ts';
import type { Machine } from '../project/machine.ts';
import { isRepository, projectTop } from '../project/paths.ts';
import { readHead } from '../review/changeBase.ts';
import {
  type ChangesSince,
  changesSince,
  forgetCheckpoint,
  moveCheckpoint,
  takeCheckpoint,
} from '../review/checkpoint.ts';
import { type OpenReview, openReview } from '../review/openReview.ts';
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

export interface CollabActed {
  readonly top: string;
  /** Null: collab is off. */
  readonly state: CollabState | null;
  /** False when the state already was as asked. */
  readonly changed: boolean;
  /** Further sentences for the user. */
  readonly notes: readonly string[];
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
    if (before !== null && isRunning(before.phase)) throw refused(alreadyOn(before));
    if (gone !== null) mustNotBeHeld(machine, gone, 'start', 'starts it again');
    await prepare(top, machine);
    await takeSkip(top);
    const checkpoint = await takeCheckpoint(opened.git);
    const { commit = null } = await readHead(opened.git);
    const base = (await knownBase(opened, await opened.log.events())) ?? null;
    const start = { kind: 'start', project: top, design, total, checkpoint, commit, base } as const;
    return next(before ?? idleCollab(top), start);
  });
  await recordCollab(machine, opened, { what: 'started', state, reason: design });
  const missing = found.kind === 'none' ? [`${found.problem}. Codex reviews it when it is written`] : [];
  return { top, state, changed: true, notes: [...said(read), ...missing] };
}

export function pauseCollab(machine: Machine): Promise<CollabActed> {
  const check = (state: CollabState) => {
    if (!isRunning(state.phase)) throw refused('Collab is complete here: there is nothing to pause');
  };
  return act(machine, { what: 'paused', verb: 'pause', event: { kind: 'pause' }, check });
}

/** If collab has paused itself because of too many findings, only the user may resume it. */
export function resumeCollab(machine: Machine): Promise<CollabActed> {
  const check = (state: CollabState) => mustNotBeHeld(machine, state, 'resume', 'lets it go on');
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
  if (state === null || !isRunning(state.phase)) throw refused(off('skip', read));
  if (state.paused) throw refused('Collab is paused, so that nothing is reviewed anyway. Go on: party collab resume');
  const changed = !(await isSkipAsked(top));
  if (changed) {
    await askToSkip(top, { afterTurn });
    await recordCollab(machine, opened, { what: 'skipped', state });
  }
  return { top, state, changed, notes: said(read) };
}

/** Removes the state; keeps the reviews and their findings. */
export async function cancelCollab(machine: Machine): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { top } = opened.git;
  let was: CollabState | null = null;
  const read = await changeCollab(top, machine, (state, gone) => {
    const last = state ?? gone;
    if (last !== null) mustNotBeHeld(machine, last, 'cancel', 'cancels it');
    was = state;
    return null;
  });
  await forgetState(top, machine);
  await takeSkip(top);
  await forgetCheckpoint(opened.git);
  if (was !== null) await recordCollab(machine, opened, { what: 'cancelled', state: was });
  const kept = existsSync(join(top, collabReviewsFolder))
    ? `The reviews stay in ${collabReviewsFolder}, and their findings in: party findings list`
    : 'There were no reviews. What was found stays in: party findings list';
  return { top, state: null, changed: was !== null, notes: [...said(read), kept] };
}

/**
 * For a design that does not say how many tasks it has. If it does say, the review of the last task completes collab.
 * An agent cannot use this command to leave work unreviewed or undone.
 */
export async function completeCollab(machine: Machine): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { state } = await readCollab(opened.git.top);
  const left = state === null || !isRunning(state.phase) ? [] : (await collabChanges(opened, state)).files;
  const agent = actorOf(machine.env) !== 'human';
  const check = (now: CollabState) => {
    mustNotBeHeld(machine, now, 'complete', 'completes it');
    if (!agent || !isRunning(now.phase)) return;
    if (isFlagged(now)) throw refused(`What Codex found in task ${now.task_index} still blocks. Fix it, and stop`);
    if (now.task_index === 0) throw refused('The design has not been reviewed yet. Stop, and Codex reviews it');
    if (left.length > 0) throw refused(`${files(left.length)} not reviewed yet. Stop, and Codex reviews it first`);
    if (now.total_tasks !== null) throw refused(tasksLeft(now.task_index, now.total_tasks));
  };
  const acted = await act(machine, { what: 'completed', verb: 'complete', event: { kind: 'complete' }, check });
  if (acted.changed) await forgetCheckpoint(opened.git);
  const unseen = acted.changed && left.length > 0 ? [`${files(left.length)} not reviewed`] : [];
  return { ...acted, notes: [...acted.notes, ...unseen] };
}

/** The changes that a review would cover now. */
export async function collabChanges(opened: OpenReview, state: CollabState): Promise<ChangesSince> {
  const { design, git_checkpoint, start_commit, checkpoint_base } = state;
  return changesSince(opened.git, git_checkpoint, {
    ignore: opened.options.ignore,
    design,
    startCommit: start_commit,
    base: checkpoint_base,
    baseNow: async () => knownBase(opened, await opened.log.events()),
  });
}

/**
 * Keeps the tree that Codex was shown, for the state that is written next. Call it after the verdict is recorded.
 * Returns the `base` of the event.
 */
export async function keepReviewed(opened: OpenReview, state: CollabState, tree: string): Promise<string | null> {
  await moveCheckpoint(opened.git, tree, state.git_checkpoint);
  return (await knownBase(opened, await opened.log.events())) ?? null;
}

/** Throws NOT_A_REPOSITORY. */
export async function openCollab(machine: Machine): Promise<OpenReview> {
  if (isRepository(projectTop(machine.cwd))) return openReview(machine);
  throw new PartyError(
    'NOT_A_REPOSITORY',
    `${machine.cwd} is not in a git repository, by which collab sees what has changed. Run git init, or go to the project`,
  );
}

export interface CollabRecord {
  readonly what: (typeof collabEvents)[number];
  readonly state: Pick<CollabState, 'task_index'> | null;
  readonly reason?: string;
}

export async function recordCollab(
  { env }: Pick<Machine, 'env'>,
  { log }: Pick<OpenReview, 'log'>,
  { what, state, reason }: CollabRecord,
): Promise<void> {
  const task = state === null || state.task_index === 0 ? null : state.task_index;
  await log.append({ event: 'collab', actor: actorOf(env), what, task, ...(reason === undefined ? {} : { reason }) });
}

interface CollabAct {
  readonly what: CollabRecord['what'];
  readonly verb: string;
  readonly event: CollabEvent;
  /** Throws when the current state does not allow the command. */
  readonly check: (state: CollabState) => void;
}

async function act(machine: Machine, { what, verb, event, check }: CollabAct): Promise<CollabActed> {
  const opened = await openCollab(machine);
  const { top } = opened.git;
  let changed = false;
  const { state, ...read } = await changeCollab(top, machine, (before) => {
    if (before === null) return null;
    check(before);
    const after = next(before, event);
    changed = after !== before;
    return after;
  });
  if (state === null) throw refused(off(verb, read));
  if (changed) await recordCollab(machine, opened, { what, state });
  return { top, state, changed, notes: said(read) };
}

function next(state: CollabState, event: CollabEvent): CollabState {
  return collabNext(state, event, new Date().toISOString());
}

async function knownBase(opened: OpenReview, events: readonly ProjectEvent[]): Promise<string | undefined> {
  const { base, baseKnown } = await opened.change(events);
  return baseKnown ? base : undefined;
}

/** Without this check, an agent could lift the pause that waits for the user. */
function mustNotBeHeld({ env }: Machine, state: CollabState, verb: string, does: string): void {
  if (!isHeld(state)) return;
  mustBeHuman(
    env,
    `Collab waits for the human: ${oneLine(state.pause_reason ?? '', 300)}. Only the human ${does}, not through an agent: party collab ${verb}, in their own terminal. Ask for it, and wait`,
  );
}

function alreadyOn(state: CollabState): string {
  const where = collabWords({ collab: collabStatus(state) }, english);
  return `Collab is on here already (${where}, ${oneLine(state.design, 200)}). See it with: party collab status. To start over, end it first: party collab cancel`;
}

type Told = Pick<ReadCollab, 'setAside' | 'edited'>;

function off(verb: string, { setAside, edited }: Told): string {
  return setAside ?? edited ?? `Collab is off here: there is nothing to ${verb}. Start it with: party collab start`;
}

function tasksLeft(task: number, total: number): string {
  return `The design has ${total === 1 ? '1 task' : `${total} tasks`}, and task ${task} is still open. Build it, and stop: collab completes itself with the review of the last one. If there is nothing left to build, ask the human for: party collab complete`;
}

function files(count: number): string {
  return count === 1 ? '1 changed file is' : `${count} changed files are`;
}

function said({ setAside, edited }: Told): string[] {
  return [setAside, edited].filter((text) => text !== null);
}

// Handles a Stop of Claude while collab is on: Codex reviews the design or the task, and its verdict decides the next
// state. A failure is not a verdict: state, checkpoint and counters stay, and the next Stop covers everything.

import { join } from 'node:path';
import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { CollabOutcome, CollabQuiet, CollabState } from '../../core/collab/collab.ts';
import { type CollabEvent, collabNext, isFlagged, isHeld } from '../../core/collab/machine.ts';
import { cachedModelOf, withCachedModel } from '../../core/collab/model/cachedModel.ts';
import { reviewSince, stopStep } from '../../core/collab/stop.ts';
import { countTasks } from '../../core/collab/tasks.ts';
import { isBlocking, isForHuman, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { planPath } from '../../core/plan/plan.ts';
import { collabFindings } from '../../core/review/collabCycles.ts';
import { reduceCycles } from '../../core/review/cycle.ts';
import { budgetProblem } from '../codex/budget.ts';
import { readPlan } from '../plan/readPlan.ts';
import type { Machine } from '../project/machine.ts';
import { readHead } from '../review/changeBase.ts';
import { type ChangesSince, forgetCheckpoint } from '../review/checkpoint.ts';
import type { OpenReview } from '../review/openReview.ts';
import { withLock } from '../system/lock.ts';
import { isHeldByStopped } from '../system/lockHolder.ts';
import { askCollab, type CollabAnswer } from './askCollab.ts';
import { collabChanges, keepReviewed, openCollab, recordCollab } from './collabActs.ts';
import { changeCollab, endSkipTurn, readCollab, takeSkip } from './collabFiles.ts';
import { readDesign } from './designFile.ts';
import { type RecordedReview, recordCollabReview } from './recordCollabReview.ts';
import { reviewLock } from './reviewLock.ts';

export const collabTimeoutMs = 600_000;

export interface StopOptions {
  /** The user or an agent asks for this review with a command. Such a review ignores the skip flag. */
  readonly byHand?: boolean;
  readonly signal: AbortSignal;
  readonly onDoing?: (doing: string) => void;
  readonly timeoutMs?: number | undefined;
}

/** Throws on any failure: NOT_A_REPOSITORY, AGENT_MISSING, COMMAND_FAILED, TIMEOUT, CANCELLED, REFUSED. */
export async function reviewStop(machine: Machine, options: StopOptions): Promise<CollabOutcome> {
  const opened = await openCollab(machine);
  let ours = false;
  try {
    // A second Stop at the same time does not wait: its changes are in the running review, or the next Stop covers
    // them.
    const what = "Collab's review of this project";
    return await withLock(join(opened.log.directory, reviewLock), { what, waitMs: 0 }, () => {
      ours = true;
      return atStop({ machine, options, opened, top: opened.git.top });
    });
  } catch (error) {
    if (ours || !isPartyError(error, 'LOCK_BUSY')) throw error;
    return quiet(
      'review-running',
      isHeldByStopped(error)
        ? error.message
        : 'Codex is reviewing another Stop of this project. What came later is left for the next',
    );
  }
}

interface Stop {
  readonly machine: Machine;
  readonly options: StopOptions;
  readonly opened: OpenReview;
  readonly top: string;
  /** Null when the skip flag does not count. `turn` is true when the skip was requested in the turn that ends here. */
  readonly skip: { readonly turn: boolean } | null;
}

async function atStop(stop: Omit<Stop, 'skip'>): Promise<CollabOutcome> {
  const { machine, options, top } = stop;
  const { state, setAside, edited } = await readCollab(top, machine);
  if (state === null) return quiet('off', setAside ?? edited);
  // A command does not end a turn, and it does not use a skip up.
  const skip = options.byHand ? null : { turn: await endSkipTurn(top) };
  const outcome = await stopOf({ ...stop, skip }, state);
  return edited === null ? outcome : { ...outcome, edited };
}

async function stopOf(stop: Stop, state: CollabState): Promise<CollabOutcome> {
  const { machine, opened, top } = stop;
  const events = await opened.log.events();
  const plan = state.design === planPath ? await readPlan(machine.paths, top) : undefined;
  const design = await readDesign(top, state.design);
  const { overdueMinutes } = opened.options;
  const step = stopStep({
    state,
    reviewSince: reviewSince(reduceCycles(events).all, { now: Date.now(), overdueMinutes }),
    plan: plan?.gated ? { approved: plan.approval !== undefined } : null,
    designProblem: design.kind === 'design' ? null : design.problem,
  });
  const text = design.kind === 'design' ? design.text : '';
  switch (step.kind) {
    case 'quiet':
      return quiet(step.why, step.said);
    case 'clean-up':
      return cleanUp(stop);
    case 'design':
      return review(stop, { state, design: text, changes: null });
    case 'task': {
      const now = step.approved ? await change(stop, { kind: 'design-approved', total: totalOf(state, text) }) : state;
      return now === null ? quiet('off', null) : task(stop, now, text);
    }
    default: {
      const unreachable: never = step;
      return unreachable;
    }
  }
}

/** Keeps the reviews and the findings. */
async function cleanUp({ machine, opened, top }: Stop): Promise<CollabOutcome> {
  await changeCollab(top, machine, (now) => (now?.phase === 'complete' ? null : now));
  await forgetCheckpoint(opened.git);
  return quiet('complete', null);
}

async function task(stop: Stop, state: CollabState, design: string): Promise<CollabOutcome> {
  const { opened } = stop;
  const changes = await collabChanges(opened, state);
  const open = blockingOf(await findingsOf(opened));
  // All blocking findings were rejected with a reason: ask Codex whether it agrees.
  const contested = isFlagged(state) && open.length === 0;
  if (changes.files.length > 0 || contested) return review(stop, { state, design, changes });
  // Blocking findings are about code, so a change of documents alone does not resolve them.
  if (changes.documents.length > 0 && open.length === 0 && !isFlagged(state)) {
    return pass(stop, { state, design, changes });
  }
  return quiet('nothing-changed', unchanged(state, open.length));
}

/** Without this, a task that changes only documents would never be done: Codex has nothing to review in it. */
async function pass(stop: Stop, { state, design, changes }: Due & { changes: ChangesSince }): Promise<CollabOutcome> {
  const { machine, opened } = stop;
  const total = totalOf(state, design);
  const event = { kind: 'task-passed', total, ...(await reviewedUpTo(stop, state, changes.tree)) } as const;
  const after = await change(stop, event);
  if (after === null || after.paused) return quiet(after === null ? 'off' : 'paused', null);
  // Another process has changed the state in the meantime, so the task did not pass.
  if (after.git_checkpoint !== changes.tree) return quiet('nothing-changed', unchanged(after, 0));
  const complete = after.phase === 'complete';
  const { documents } = changes;
  await recordCollab(machine, opened, { what: 'passed', state, reason: oneLine(documents.join(', '), 200) });
  if (complete) await recordCollab(machine, opened, { what: 'completed', state });
  const notes = recounted(state, total);
  const next = complete ? null : after.task_index;
  return { kind: 'passed', task: state.task_index, total, next, complete, documents, notes };
}

function unchanged({ task_index, total_tasks }: CollabState, blocking: number): string {
  const of = total_tasks === null ? '' : ` of ${total_tasks}`;
  const open = blocking === 0 ? '' : `, and ${blocking === 1 ? 'one finding blocks' : `${blocking} findings block`}`;
  return `Nothing that is reviewed was changed since the last time. Task ${task_index}${of} is still open${open}`;
}

interface Due {
  readonly state: CollabState;
  readonly design: string;
  /** Null when Codex reviews the design. */
  readonly changes: ChangesSince | null;
}

async function review(stop: Stop, due: Due): Promise<CollabOutcome> {
  const { machine, opened } = stop;
  const used = await budgetProblem(machine, opened.log);
  if (used !== undefined) return quiet('budget', used);
  // Check the skip only here, so that a Stop with nothing to review does not use it up.
  const skipped = await skipOf(stop);
  if (skipped !== null) return quiet('skipped', skipped);
  const begun = await change(stop, { kind: 'begin-review' });
  if (begun === null || begun.paused) return quiet(begun === null ? 'off' : 'paused', null);
  const askedAt = new Date().toISOString();
  try {
    const answer = await ask(stop, { ...due, state: begun });
    const now = (await readCollab(stop.top)).state;
    if (now?.phase !== begun.phase)
      return quiet('off', 'Collab was ended while Codex was reading, so its answer was dropped');
    const recorded = await recordCollabReview(machine, { ...subject(due), ...answer, askedAt });
    return await goOn(stop, { ...due, state: begun }, answer, recorded);
  } catch (error) {
    const reason = oneLine(messageOf(error), 500);
    // Failures here are ignored: the error that ended the review is the one to report, and a review phase without a
    // process counts as interrupted.
    await change(stop, { kind: 'review-failed' }).catch(() => {});
    await recordCollab(machine, opened, { what: 'failed', state: begun, reason }).catch(() => {});
    throw error;
  }
}

async function skipOf({ skip, top }: Stop): Promise<string | null> {
  if (skip === null) return null;
  if (skip.turn) return 'This Stop was not reviewed: a skip was asked for in its turn, and is for the next one';
  return (await takeSkip(top)) ? 'This Stop was not reviewed, as asked. The next one is, with everything since' : null;
}

async function ask({ machine, options, opened, top }: Stop, due: Due): Promise<CollabAnswer> {
  const { state } = due;
  const { signal, onDoing = () => {}, timeoutMs = collabTimeoutMs } = options;
  return askCollab(machine, {
    ...subject(due),
    top,
    total: totalOf(state, due.design),
    signal,
    onDoing,
    timeoutMs,
    from: due.changes?.from ?? null,
    patch: due.changes?.patch ?? '',
    thread: state.codex_session_id,
    cached: cachedModelOf(state),
    findings: await findingsOf(opened),
  });
}

function subject({ state, design, changes }: Due) {
  const about =
    changes === null ? ({ type: 'design', task: null } as const) : { type: 'task' as const, task: state.task_index };
  const shown = { tree: changes?.to ?? null, files: changes?.files ?? [], lines: changes?.lines ?? 0 };
  return { ...about, ...shown, design: { file: state.design, text: design } };
}

async function goOn(
  stop: Stop,
  { changes, design, state: before }: Due,
  { verdict, thread, cached, notes }: CollabAnswer,
  { file, entry, raised, blocking }: RecordedReview,
): Promise<CollabOutcome> {
  const { opened } = stop;
  const limit = opened.options.rounds;
  const total = totalOf(before, design);
  const said = { review: entry, total, thread };
  const event: CollabEvent =
    changes === null
      ? { kind: 'design-reviewed', ...said, checkpoint: null }
      : { kind: 'task-reviewed', ...said, limit, ...(await reviewedUpTo(stop, before, changes.tree)) };
  const after = await change(stop, event, (state) => withCachedModel(state, cached));
  if (after === null) return quiet('off', null);
  const complete = after.phase === 'complete';
  const unseen = complete ? await changedMeanwhile(opened, after) : [];
  await recordReviewed(stop, before, after);
  const task = changes === null ? null : before.task_index;
  const keys = raised.map(({ key }) => key);
  const blocks = changes !== null && entry.blocking > 0;
  return {
    kind: 'reviewed',
    type: changes === null ? 'design' : 'task',
    task,
    total,
    verdict,
    keys,
    file,
    complete,
    next: complete || (task !== null && total === null && !blocks) ? null : after.task_index,
    open: changes === null ? [] : blocking.filter(({ key }) => !keys.includes(key)).map(openFinding),
    left: Math.max(0, limit - after.rounds),
    held: after.paused ? (after.pause_reason ?? 'it was paused while Codex was reading') : null,
    notes: [...(changes?.lost ? [lostText] : []), ...recounted(before, total), ...unseen, ...notes],
  };
}

async function recordReviewed({ machine, opened }: Stop, state: CollabState, after: CollabState): Promise<void> {
  await recordCollab(machine, opened, { what: 'reviewed', state });
  if (after.phase === 'complete') await recordCollab(machine, opened, { what: 'completed', state });
  else if (isHeld(after))
    await recordCollab(machine, opened, { what: 'held', state, reason: after.pause_reason ?? '' });
}

const lostText = 'The checkpoint was gone, so Codex was shown everything since the base of the change';

/**
 * The number of tasks decides when collab is complete, and Claude can edit the design. So tell the user of a change.
 */
function recounted({ total_tasks: before }: CollabState, total: number | null): string[] {
  if (before === total) return [];
  const words = (count: number | null) =>
    count === null ? 'no number of tasks' : count === 1 ? '1 task' : `${count} tasks`;
  return [`The design says ${words(total)} now, and ${words(before)} before`];
}

/** Collab is complete, so no later Stop covers these changes. */
async function changedMeanwhile(opened: OpenReview, after: CollabState): Promise<string[]> {
  const { files } = await collabChanges(opened, after).catch(() => ({ files: [] }));
  if (files.length === 0) return [];
  const count = files.length === 1 ? '1 file was' : `${files.length} files were`;
  return [`${count} changed while Codex was reading, and not reviewed: ${oneLine(files.join(', '), 200)}`];
}

function openFinding({ key, file, line, description }: LedgerFinding) {
  return { key, file, line, description };
}

async function findingsOf({ git, log }: OpenReview): Promise<readonly LedgerFinding[]> {
  return collabFindings(await log.events(), (await readHead(git)).branch);
}

/** The blocking findings of tasks that Claude must fix. */
function blockingOf(findings: readonly LedgerFinding[]): readonly LedgerFinding[] {
  return findings.filter((finding) => finding.collab === 'task' && isBlocking(finding) && !isForHuman(finding));
}

async function reviewedUpTo({ opened }: Stop, before: CollabState, tree: string) {
  return { checkpoint: tree, base: await keepReviewed(opened, before, tree) };
}

/** If the design is gone, the last known number counts. */
function totalOf({ total_tasks }: CollabState, design: string): number | null {
  return design === '' ? total_tasks : countTasks(design);
}

/** Null when collab has been switched off in the meantime. */
async function change(
  { machine, top }: Stop,
  event: CollabEvent,
  more: (state: CollabState) => CollabState = (state) => state,
): Promise<CollabState | null> {
  const at = new Date().toISOString();
  const { state } = await changeCollab(top, machine, (now) => (now === null ? null : more(collabNext(now, event, at))));
  return state;
}

function quiet(why: CollabQuiet, said: string | null): CollabOutcome {
  return { kind: 'nothing', why, said };
}

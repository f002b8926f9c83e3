// Handles a Stop of Claude while collab is on: Codex reviews the design or the task, and its verdict decides the next
// state. A failure is not a verdict: state, checkpoint and counters stay, and the next Stop covers everything.

import { join } from 'node:path';
import { actorOf } from '../../core/base/actor.ts';
import { isPartyError, messageOf } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { type Reader, remarkText } from '../../core/base/remark.ts';
import type { CollabOutcome, CollabState } from '../../core/collab/collab.ts';
import { isFlagged } from '../../core/collab/machine.ts';
import { cachedModelOf } from '../../core/collab/model/cachedModel.ts';
import { reviewSince, stopStep } from '../../core/collab/stop.ts';
import { isBlocking, isForHuman, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { planPath } from '../../core/plan/plan.ts';
import { budgetProblem } from '../codex/budget.ts';
import { readPlan } from '../plan/readPlan.ts';
import type { Machine } from '../project/machine.ts';
import { readHead } from '../review/changeBase.ts';
import { forgetCheckpoint } from '../review/checkpoint.ts';
import type { OpenReview } from '../review/openReview.ts';
import { withLock } from '../system/lock.ts';
import { isHeldByStopped } from '../system/lockHolder.ts';
import { askCollab, type CollabAnswer } from './askCollab.ts';
import { changeCollab, endSkipTurn, readCollab, takeSkip } from './collabFiles.ts';
import { reviewLock } from './collabNow.ts';
import { concludeReview, nothingChanged, passTask } from './concludeStop.ts';
import { readDesign } from './designFile.ts';
import { collabChanges, openCollab, recordCollab } from './openCollab.ts';
import { recordCollabReview } from './recordCollabReview.ts';
import { type CollabStop, changeState, type DueReview, quiet, totalOf } from './stopState.ts';

const collabTimeoutMs = 600_000;

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
        : 'Codex is already reviewing this project. The next review covers the later changes',
    );
  }
}

/** After a Stop, the client shows the text to the user. A command prints it for its caller. */
function readerOf({ machine, options }: Pick<Stop, 'machine' | 'options'>): Reader {
  return options.byHand && actorOf(machine.env) !== 'human' ? 'anyone' : 'human';
}

interface Stop extends CollabStop {
  readonly options: StopOptions;
  /** Null when the skip flag does not count. `turn` is true when the skip was requested in the turn that ends here. */
  readonly skip: { readonly turn: boolean } | null;
}

async function atStop(stop: Omit<Stop, 'skip'>): Promise<CollabOutcome> {
  const { machine, options, top } = stop;
  const { state, setAside, edited } = await readCollab(top, machine);
  const isOff = setAside ?? edited;
  if (state === null)
    return quiet(
      'off',
      isOff === null ? null : remarkText({ problem: isOff, next: [{ act: 'startCollab' }] }, readerOf(stop)),
    );
  // A command does not end a turn, and it does not use a skip up.
  const skip = options.byHand ? null : { turn: await endSkipTurn(top) };
  const outcome = await stopOf({ ...stop, skip }, state);
  return edited === null ? outcome : { ...outcome, edited };
}

async function stopOf(stop: Stop, state: CollabState): Promise<CollabOutcome> {
  const { machine, opened, top } = stop;
  const log = await opened.log.state();
  const plan = state.design === planPath ? await readPlan(machine.paths, top) : undefined;
  const design = await readDesign(top, state.design);
  const { overdueMinutes } = opened.options;
  const step = stopStep({
    state,
    reviewSince: reviewSince(log.openRequests(), { now: Date.now(), overdueMinutes }),
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
      const now = step.approved
        ? await changeState(stop, { kind: 'design-approved', total: totalOf(state, text) })
        : state;
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
    return passTask(stop, { state, design, changes });
  }
  return nothingChanged(state, open.length);
}

async function review(stop: Stop, due: DueReview): Promise<CollabOutcome> {
  const { machine, opened } = stop;
  const used = await budgetProblem(machine, opened.log);
  if (used !== undefined) return quiet('budget', remarkText(used, readerOf(stop)));
  // Check the skip only here, so that a Stop with nothing to review does not use it up.
  const skipped = await skipOf(stop);
  if (skipped !== null) return quiet('skipped', skipped);
  const begun = await changeState(stop, { kind: 'begin-review' });
  if (begun === null || begun.paused) return quiet(begun === null ? 'off' : 'paused', null);
  const askedAt = new Date().toISOString();
  try {
    const answer = await ask(stop, { ...due, state: begun });
    const now = (await readCollab(stop.top)).state;
    if (now?.phase !== begun.phase)
      return quiet('off', 'Collab was turned off while Codex was reading, so its answer was dropped');
    const recorded = await recordCollabReview(machine, { ...subject(due), ...answer, askedAt });
    return await concludeReview(stop, { ...due, state: begun }, answer, recorded);
  } catch (error) {
    const reason = oneLine(messageOf(error), 500);
    // Failures here are ignored: the error that ended the review is the one to report, and a review phase without a
    // process counts as interrupted.
    await changeState(stop, { kind: 'review-failed' }).catch(() => {});
    await recordCollab(machine, opened, { what: 'failed', state: begun, reason }).catch(() => {});
    throw error;
  }
}

async function skipOf({ skip, top }: Stop): Promise<string | null> {
  if (skip === null) return null;
  if (skip.turn)
    return 'Codex did not review this Stop: the skip that was requested in this turn applies to the next one';
  return (await takeSkip(top)) ? 'This review was skipped, as requested. The next one covers these changes too' : null;
}

async function ask({ machine, options, opened, top }: Stop, due: DueReview): Promise<CollabAnswer> {
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

function subject({ state, design, changes }: DueReview) {
  const about =
    changes === null ? ({ type: 'design', task: null } as const) : { type: 'task' as const, task: state.task_index };
  const shown = { tree: changes?.to ?? null, files: changes?.files ?? [], lines: changes?.lines ?? 0 };
  return { ...about, ...shown, design: { file: state.design, text: design } };
}

async function findingsOf({ git, log }: OpenReview): Promise<readonly LedgerFinding[]> {
  const cycles = (await log.state()).collabCycles((await readHead(git)).branch);
  return cycles.flatMap(({ findings }) => findings);
}

/** The blocking findings of tasks that Claude must fix. */
function blockingOf(findings: readonly LedgerFinding[]): readonly LedgerFinding[] {
  return findings.filter((finding) => finding.collab === 'task' && isBlocking(finding) && !isForHuman(finding));
}

// What follows when a Stop is settled, by a verdict of Codex or because only documents changed: the next state, the
// entries in the log, and the outcome.

import { oneLine } from '../../core/base/outsideText.ts';
import type { CollabOutcome, CollabState } from '../../core/collab/collab.ts';
import { type CollabEvent, isHeld } from '../../core/collab/machine.ts';
import { withCachedModel } from '../../core/collab/model/cachedModel.ts';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import type { ChangesSince } from '../review/changesSince.ts';
import type { OpenReview } from '../review/openReview.ts';
import type { CollabAnswer } from './askCollab.ts';
import { collabChanges, keepReviewed, recordCollab } from './openCollab.ts';
import type { RecordedReview } from './recordCollabReview.ts';
import { type CollabStop, changeState, type DueReview, quiet, totalOf } from './stopState.ts';

export async function concludeReview(
  stop: CollabStop,
  { changes, design, state: before }: DueReview,
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
  const after = await changeState(stop, event, (state) => withCachedModel(state, cached));
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

/** Without this, a task that changes only documents would never be done: Codex has nothing to review in it. */
export async function passTask(
  stop: CollabStop,
  { state, design, changes }: DueReview & { changes: ChangesSince },
): Promise<CollabOutcome> {
  const { machine, opened } = stop;
  const total = totalOf(state, design);
  const event = { kind: 'task-passed', total, ...(await reviewedUpTo(stop, state, changes.tree)) } as const;
  const after = await changeState(stop, event);
  if (after === null || after.paused) return quiet(after === null ? 'off' : 'paused', null);
  // Another process has changed the state in the meantime, so the task did not pass.
  if (after.git_checkpoint !== changes.tree) return nothingChanged(after, 0);
  const complete = after.phase === 'complete';
  const { documents } = changes;
  await recordCollab(machine, opened, { what: 'passed', state, reason: oneLine(documents.join(', '), 200) });
  if (complete) await recordCollab(machine, opened, { what: 'completed', state });
  const notes = recounted(state, total);
  const next = complete ? null : after.task_index;
  return { kind: 'passed', task: state.task_index, total, next, complete, documents, notes };
}

export function nothingChanged({ task_index, total_tasks }: CollabState, blocking: number): CollabOutcome {
  const of = total_tasks === null ? '' : ` of ${total_tasks}`;
  const open = blocking === 0 ? '' : `, and ${blocking === 1 ? 'one finding blocks' : `${blocking} findings block`}`;
  const said = `Nothing to review: no relevant changes since the last review. Task ${task_index}${of} is still open${open}`;
  return quiet('nothing-changed', said);
}

async function recordReviewed({ machine, opened }: CollabStop, state: CollabState, after: CollabState): Promise<void> {
  await recordCollab(machine, opened, { what: 'reviewed', state });
  if (after.phase === 'complete') await recordCollab(machine, opened, { what: 'completed', state });
  else if (isHeld(after))
    await recordCollab(machine, opened, { what: 'held', state, reason: after.pause_reason ?? '' });
}

const lostText = 'The checkpoint was missing, so Codex reviewed everything since the base of the change';

/**
 * The number of tasks decides when collab is complete, and Claude can edit the design. So tell the user of a change.
 */
function recounted({ total_tasks: before }: CollabState, total: number | null): string[] {
  if (before === total) return [];
  const words = (count: number | null) =>
    count === null ? 'no number of tasks' : count === 1 ? '1 task' : `${count} tasks`;
  return [`The design now has ${words(total)}; before, it had ${words(before)}`];
}

/** Collab is complete, so no later Stop covers these changes. */
async function changedMeanwhile(opened: OpenReview, after: CollabState): Promise<string[]> {
  const { files } = await collabChanges(opened, after).catch(() => ({ files: [] }));
  if (files.length === 0) return [];
  const count = files.length === 1 ? '1 file was' : `${files.length} files were`;
  return [`${count} changed while Codex was reading and not reviewed: ${oneLine(files.join(', '), 200)}`];
}

function openFinding({ key, file, line, description }: LedgerFinding) {
  return { key, file, line, description };
}

async function reviewedUpTo({ opened }: CollabStop, before: CollabState, tree: string) {
  return { checkpoint: tree, base: await keepReviewed(opened, before, tree) };
}

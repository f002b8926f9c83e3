// `pm undo` for a team on GitHub: undoes the last change that was made on this machine.

import { PartyError } from '../../../core/base/errors.ts';
import { fieldChanges, subjectOf } from '../../../core/tasks/applyEvent.ts';
import { isRecordId } from '../../../core/tasks/ids.ts';
import type { MilestoneChange, TaskChange, TaskEvent } from '../../../core/tasks/task.ts';
import { type LoggedEvent, lastChange, laterWork } from '../../../core/tasks/undo.ts';
import { readEventLog } from '../files/eventLog.ts';
import { readCurrent } from '../files/storage.ts';
import { keptText } from '../files/texts.ts';
import type { ChangeOptions } from '../storage.ts';
import { removeTask, restoreTask, updateTask, writeTaskDoc } from './changeTask.ts';
import { removeMilestone, updateMilestone } from './milestones.ts';
import { changedBy } from './pullMilestone.ts';
import { sync } from './sync.ts';
import type { Tracker } from './tracker.ts';

export async function undo(tracker: Tracker, by: ChangeOptions): Promise<TaskEvent | undefined> {
  const { folder } = tracker;
  // Sync first: a later change on GitHub can forbid the undo.
  await sync(tracker);
  const last = lastChange(
    (await readEventLog(folder)).events.filter(({ event }) => !('pulled' in event && event.pulled)),
  );
  const subject = last && subjectOf(last.event);
  if (last === undefined || subject === undefined || !isRecordId(subject.id)) return undefined;
  const current = await readCurrent(folder, subject.of, subject.id);
  const why = laterWork(last, subject.of === 'milestone' ? { ...current, doc: null } : current);
  if (why !== undefined) {
    throw new PartyError('REFUSED', `The last change cannot be undone: ${why}. Change it by hand`, {
      next: [{ act: 'showTaskLog' }],
    });
  }
  await takeBack(tracker, last, by);
  const { events } = await readEventLog(folder);
  return events.findLast(({ event }) => 'undoes' in event && event.undoes === last.line)?.event;
}

async function takeBack(tracker: Tracker, { line, event }: LoggedEvent, { actor }: ChangeOptions): Promise<void> {
  const by = { actor, undoes: line };
  const before = Object.fromEntries(fieldChanges(event).map(({ field, from }) => [field, from]));
  switch (event.event) {
    case 'task_created':
      return removeTask(tracker, await tracker.local.task(event.id), by);
    case 'task_removed':
      await restoreTask(tracker, event.id, by);
      return;
    case 'task_updated':
      await updateTask(tracker, event.id, before as TaskChange, by);
      return;
    case 'milestone_created':
      return removeMilestone(tracker, event.id, changedBy(actor, line));
    case 'milestone_updated':
      await updateMilestone(tracker, event.id, before as MilestoneChange, by);
      return;
    case 'doc_updated': {
      const text = event.from ? keptText(tracker.folder, event.from) : '';
      if (text === undefined) {
        throw new PartyError('REFUSED', `The last change cannot be undone: the text before it is not kept any more`);
      }
      return writeTaskDoc(tracker, event.id, text, by);
    }
    default:
      return;
  }
}

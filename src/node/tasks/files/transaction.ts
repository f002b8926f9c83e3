// Makes one change at a time under the team's lock: first the event, then the file that the event is about. A process
// killed between the two leaves the event; the next writer applies it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PartyError } from '../../../core/base/errors.ts';
import { docAfter, hasSeen, milestoneAfter, nextTime, subjectOf, taskAfter } from '../../../core/tasks/applyEvent.ts';
import type { Counters } from '../../../core/tasks/ids.ts';
import { readTaskEvent } from '../../../core/tasks/read.ts';
import type { Milestone, NewTaskEvent, Subject, Task, TaskEvent } from '../../../core/tasks/task.ts';
import { isFsError } from '../../system/store.ts';
import { withTurn } from '../../system/turnLock.ts';
import { countIds } from './counters.ts';
import { type EventLog, withEventLog } from './eventLog.ts';
import { rememberNumber } from './numbers.ts';
import { brokenRecord, putRecord, type Records, readSubjectRecord, recordPath } from './records.ts';
import { removeDrafts } from './replaceFile.ts';
import { hashOf, putDoc, readDoc } from './texts.ts';

export interface Transaction {
  /**
   * Writes the event and applies it. The texts that it names must be stored before. Several commits run one after the
   * other, and the lock is held until the last one is done.
   */
  commit(event: NewTaskEvent): Promise<TaskEvent>;
  counters(): Counters;
}

export async function transaction<T>(folder: string, decide: (change: Transaction) => T | Promise<T>): Promise<T> {
  const lock = join(folder, 'events.lock');
  try {
    makeLock(folder, lock);
    return await withTurn(lock, { what: "The team's lock", waitMs }, () =>
      withEventLog(folder, async (log) => {
        if (log.last !== undefined) await recover(folder, log, log.last);
        let last = Promise.resolve(log.last);
        const commit = (event: NewTaskEvent) => {
          const next = last.then((before) => carryOut(folder, log, event, before));
          last = next;
          // The caller may not await this promise; the code below does.
          next.catch(() => {});
          return next;
        };
        try {
          return await decide({ commit, counters: () => countIds(folder, log) });
        } finally {
          await last;
        }
      }),
    );
  } catch (error) {
    // This happens to an agent in a sandbox: Codex may read here, but not write.
    if (isFsError(error, 'EROFS', 'EACCES', 'EPERM')) {
      throw new PartyError(
        'REFUSED',
        `The tasks in ${folder} can only be read from here. From inside a sandbox, ask a person or an agent outside it to make the change`,
        { cause: error },
      );
    }
    throw error;
  }
}

export function teamGone(folder: string, cause?: unknown): PartyError {
  const next = [{ act: 'showTeams' }] as const;
  return new PartyError('CONFIG_MISSING', `There is no team in ${folder} any more`, { cause, next });
}

/** Longer than the wait among 16 agents that write without a pause. */
const waitMs = 60_000;

/** Never creates the folder itself: a late process would create a part of a removed team again. */
function makeLock(folder: string, lock: string): void {
  try {
    mkdirSync(lock, { mode: 0o700 });
  } catch (error) {
    if (isFsError(error, 'ENOENT')) throw teamGone(folder, error);
    if (!isFsError(error, 'EEXIST')) throw error;
  }
}

async function carryOut(
  folder: string,
  log: EventLog,
  event: NewTaskEvent,
  last: TaskEvent | undefined,
): Promise<TaskEvent> {
  const subject = subjectOf(event);
  const read = subject && readSubjectRecord(folder, subject.of, subject.id);
  // Refuse to update a broken record: the update would start from nothing and lose the record's content.
  if (subject && read && 'problem' in read && !event.event.endsWith('_removed')) {
    throw brokenRecord(folder, subject.of, subject.id, read.problem);
  }
  const record = read && 'value' in read ? read.value : undefined;
  const timed = readTaskEvent({ ...event, ts: nextTime(Date.now(), last?.ts, record?.updatedAt) });
  if (timed === undefined) throw new PartyError('INTERNAL', `${JSON.stringify(event)} is not an event`);
  log.append(timed);
  const hash = docAfter(timed);
  if (subject && hash !== undefined) {
    await log.sync();
    putDoc(folder, subject.of, subject.id, hash);
  }
  await putAfter(folder, log, timed, record);
  return timed;
}

/** Applies the last event if a killed writer has not. */
async function recover(folder: string, log: EventLog, event: TaskEvent): Promise<void> {
  const subject = subjectOf(event);
  if (subject === undefined) return;
  const { of, id } = subject;
  const read = readSubjectRecord(folder, of, id);
  // Do not replace a broken record: only the user can tell what it should hold.
  if (read !== undefined && 'problem' in read) return;
  if (hasSeen(read?.value, event)) return;
  await log.sync();
  recoverDoc(folder, of, id, event);
  await putAfter(folder, log, event, read?.value);
  removeDrafts(recordPath(folder, of, id));
}

/** Leaves the document alone if the user has edited it since the event. */
function recoverDoc(folder: string, of: Subject, id: string, event: TaskEvent): void {
  const hash = docAfter(event);
  if (hash === undefined) return;
  const { text } = readDoc(folder, of, id);
  const before = event.event === 'doc_updated' ? event.from : null;
  const untouched = (text === null ? null : hashOf(text)) === before;
  if (untouched || event.event.endsWith('_removed')) putDoc(folder, of, id, hash);
}

/** Writes the record last: its `updatedAt` shows that the event has been applied completely. */
async function putAfter(
  folder: string,
  log: EventLog,
  event: TaskEvent,
  record: Task | Milestone | undefined,
): Promise<void> {
  const subject = subjectOf(event);
  if (subject?.of === 'task') {
    const after = taskAfter(record as Records['task'] | undefined, event);
    if (event.event === 'task_created' && after !== undefined) rememberNumber(folder, after);
    await putRecord({ folder, of: 'task', id: subject.id }, after, log.sync);
  } else if (subject?.of === 'milestone') {
    const after = milestoneAfter(record as Records['milestone'] | undefined, event);
    await putRecord({ folder, of: 'milestone', id: subject.id }, after, log.sync);
  }
}

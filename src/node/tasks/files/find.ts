// Finds one task or milestone, or throws with the reason.

import { existsSync } from 'node:fs';
import { PartyError } from '../../../core/base/errors.ts';
import { oneLine } from '../../../core/base/outsideText.ts';
import { isRecordId } from '../../../core/tasks/ids.ts';
import type { Milestone, Subject, Task } from '../../../core/tasks/task.ts';
import { idOfNumber } from './numbers.ts';
import { brokenRecord, type Records, recordPath, tryRead } from './records.ts';
import { teamGone } from './transaction.ts';

/** Looks for the id first, then for the number. */
export async function findTask(folder: string, id: string): Promise<Task> {
  const own = isRecordId(id) && existsSync(recordPath(folder, 'task', id)) ? id : undefined;
  return findRecord(folder, 'task', own ?? (await idOfNumber(folder, id)) ?? id);
}

export async function findSubject(folder: string, of: Subject, id: string): Promise<Task | Milestone> {
  return of === 'task' ? findTask(folder, id) : findRecord(folder, of, id);
}

export function findRecord<S extends Subject>(folder: string, of: S, id: string): Records[S] {
  const record = recordIfThere(folder, of, id);
  if (record !== undefined) return record;
  if (!existsSync(folder)) throw teamGone(folder);
  throw new PartyError('USAGE', `There is no ${of} ${oneLine(id)}. See: party pm ${of} list`);
}

export function recordIfThere<S extends Subject>(folder: string, of: S, id: string): Records[S] | undefined {
  const read = isRecordId(id) ? tryRead(folder, of, id) : undefined;
  if (read === undefined || 'value' in read) return read?.value;
  throw brokenRecord(folder, of, id, read.problem);
}

// Finds a task by its number. If the number is not the id (`1-2` may be the third task), a file maps the number to the
// id.

import { join } from 'node:path';
import { isRecordId, plainNumber } from '../../../core/tasks/ids.ts';
import type { Task } from '../../../core/tasks/task.ts';
import { listRecords } from './records.ts';
import { readFileIfThere, replaceFile } from './replaceFile.ts';

type Numbered = Pick<Task, 'id' | 'number'>;

export function rememberNumber(folder: string, { id, number }: Numbered): void {
  if (id !== String(number)) replaceFile(numberPath(folder, number), `${id}\n`);
}

export async function idOfNumber(folder: string, id: string): Promise<string | undefined> {
  const number = plainNumber(id);
  if (number === undefined) return undefined;
  const known = readFileIfThere(numberPath(folder, number))?.trim();
  if (known !== undefined && isRecordId(known)) return known;
  // The map file was removed, or never written because the tasks came from another program.
  return (await listRecords(folder, 'task')).all.find((task) => task.number === number)?.id;
}

function numberPath(folder: string, number: number): string {
  return join(folder, 'numbers', String(number));
}

// A task is found by its number, too. Where that is not its id (`1-2` may be the third task), a file says whose it is.

import { join } from 'node:path';
import { isPmId, plainNumber } from '../../../core/tasks/ids.ts';
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
  if (known !== undefined && isPmId(known)) return known;
  // Cleared away, or never written because the files came from elsewhere.
  return (await listRecords(folder, 'task')).all.find((task) => task.number === number)?.id;
}

function numberPath(folder: string, number: number): string {
  return join(folder, 'numbers', String(number));
}

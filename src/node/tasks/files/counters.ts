// The next ids, which the whole audit says. So that it need not be read as a whole each time, how far it was counted is
// written down now and then; it is only a note, and whatever is wrong with it means counting from the beginning.

import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Counters, countEvent, noCounters } from '../../../core/tasks/ids.ts';
import type { EventLog } from './eventLog.ts';
import { readFileIfThere, replaceFile } from './replaceFile.ts';

export function countIds(folder: string, log: EventLog): Counters {
  let { offset, counters } = readNote(folder);
  let added = log.eventsFrom(offset);
  if (added === undefined) {
    // The log is not the one that was counted.
    [offset, counters] = [0, noCounters()];
    added = log.eventsFrom(0);
  }
  if (added === undefined) return counters;
  for (const event of added.events) countEvent(counters, event);
  if (added.end - offset > uncounted) writeNote(folder, added.end, counters);
  return counters;
}

/** In bytes. */
const uncounted = 16 * 1024;

const Note = z.object({
  /** Of the first byte that was not counted. */
  offset: z.int(),
  tasks: z.int(),
  milestones: z.int(),
  inMilestone: z.array(z.tuple([z.string(), z.int()])),
});

function readNote(folder: string): { offset: number; counters: Counters } {
  try {
    const { offset, inMilestone, ...counted } = Note.parse(JSON.parse(readFileIfThere(notePath(folder)) ?? ''));
    return { offset, counters: { ...counted, inMilestone: new Map(inMilestone) } };
  } catch {
    return { offset: 0, counters: noCounters() };
  }
}

function writeNote(folder: string, offset: number, { inMilestone, ...counted }: Counters): void {
  replaceFile(notePath(folder), JSON.stringify({ offset, ...counted, inMilestone: [...inMilestone] }));
}

function notePath(folder: string): string {
  return join(folder, 'counters.json');
}

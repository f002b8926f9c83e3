// Counts the ids in use from the audit. counters.json keeps how far the audit was counted, so that each change need not
// read all of it. That file is only a cache: if it is missing or wrong, the count starts from the beginning.

import { join } from 'node:path';
import * as z from '../../../core/base/schema.ts';
import { type Counters, countEvent, noCounters } from '../../../core/tasks/ids.ts';
import type { EventLog } from './eventLog.ts';
import { readFileIfThere, replaceFile } from './replaceFile.ts';

export function countIds(folder: string, log: EventLog): Counters {
  let { offset, counters } = readNote(folder);
  let added = log.eventsFrom(offset);
  if (added === undefined) {
    // The cache belongs to another log.
    [offset, counters] = [0, noCounters()];
    added = log.eventsFrom(0);
  }
  if (added === undefined) return counters;
  for (const event of added.events) countEvent(counters, event);
  if (added.end - offset > uncounted) writeNote(folder, added.end, counters);
  return counters;
}

/** Write the cache after this many new bytes. */
const uncounted = 16 * 1024;

const Note = z.object({
  /** The offset of the first byte that was not counted. */
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

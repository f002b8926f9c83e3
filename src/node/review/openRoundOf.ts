// Finds the review that a party was asked for and has not answered.

import type { EventOf } from '../../core/project/event.ts';
import { partyOfFindings } from '../../core/review/standstill.ts';
import type { Paths } from '../project/paths.ts';
import { openProjectLog } from '../project/projectLog.ts';

/** The last open request that was sent to the party with this id. */
export async function openRoundOf(paths: Paths, top: string, id: string): Promise<EventOf<'requested'> | undefined> {
  const open = (await openProjectLog(paths, top).state()).openRequests();
  return open.findLast((request) => !request.headless && partyOfFindings(request.file) === id);
}

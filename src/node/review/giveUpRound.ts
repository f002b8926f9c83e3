// Takes an open request back: the round does not count, the review is no longer "requested", and a new request works at
// once.

import { actorOf } from '../../core/base/actor.ts';
import type { EventOf } from '../../core/project/event.ts';
import type { Machine } from '../project/machine.ts';
import { openReview } from './openReview.ts';

/** A request by its id, or by its findings file, which reminders of the request also name. */
export type WhichRequest = Pick<EventOf<'requested'>, 'request'> | Pick<EventOf<'requested'>, 'file'>;

/** False when the request is not open; then nothing is written. */
export async function giveUpRound(machine: Machine, which: WhichRequest, reason: string): Promise<boolean> {
  const { log } = await openReview(machine);
  return log.transaction(async (state) => {
    const open = state.openRequests();
    const found = open.find((one) => ('request' in which ? one.request === which.request : one.file === which.file));
    if (found === undefined) return false;
    await log.append({ event: 'abandoned', actor: actorOf(machine.env), request: found.request, reason });
    return true;
  });
}

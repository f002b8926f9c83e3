// Takes an open request back: the round is not spent, the review is no longer "requested", and asking again works at once.

import { actorOf } from '../../core/base/actor.ts';
import type { EventOf } from '../../core/project/event.ts';
import { openRequest, reduceCycles } from '../../core/review/cycle.ts';
import type { Machine } from '../project/machine.ts';
import { openReview } from './openReview.ts';

/** A request by its id; or by the file that its findings go to, which its reminders name, too. */
export type WhichRequest = Pick<EventOf<'requested'>, 'request'> | Pick<EventOf<'requested'>, 'file'>;

/** False when it is not open, or not open any more: then nothing is written. */
export async function giveUpRound(machine: Machine, which: WhichRequest, reason: string): Promise<boolean> {
  const { log } = await openReview(machine);
  return log.transaction(async (events) => {
    const open = reduceCycles(events).all.flatMap((cycle) => openRequest(cycle) ?? []);
    const found = open.find((one) => ('request' in which ? one.request === which.request : one.file === which.file));
    if (found === undefined) return false;
    await log.append({ event: 'abandoned', actor: actorOf(machine.env), request: found.request, reason });
    return true;
  });
}

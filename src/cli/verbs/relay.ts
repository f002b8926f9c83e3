import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPartyError } from '../../core/errors.ts';
import { exits } from '../../core/exits.ts';
import { withMailboxLock } from '../../node/mailboxLock.ts';
import { drain, mustBeLive, openPost, type Post } from '../../node/post.ts';
import type { Command } from '../command.ts';
import type { Host } from '../host.ts';

const longestMs = 30 * 60_000;

/** Leaving copy mode and closing a dialog tell nobody, so somebody has to look. One of these looks for each party. */
export const relay: Command = {
  name: 'relay',
  summary: 'Deliver what is waiting, until nothing waits or half an hour is over',
  operands: '',
  operandCount: [0, 0],
  options: {},
  async run(host) {
    const post = await openPost(host);
    const deadline = Date.now() + longestMs;
    try {
      // A relay that is about to end may have looked just before the message came for which we were started.
      await withMailboxLock(post.stateDir, 'relay', { waitMs: 1500 }, async () => {
        while (await somethingWaits(host, post)) {
          if (Date.now() >= deadline) return;
          await sleep(500);
        }
      });
    } catch (error) {
      // Another one is at it; or the party has ended, and with it everything that waited.
      if (!isPartyError(error, 'LOCK_BUSY') && !isPartyError(error, 'NO_SESSION')) throw error;
    }
    return exits.success;
  },
};

/** Nobody starts another relay for what waits already, so one that could not look once looks again. */
async function somethingWaits(host: Host, post: Post): Promise<boolean> {
  try {
    await mustBeLive(post);
    return (await drain(post)).length > 0;
  } catch (error) {
    if (isPartyError(error, 'NO_SESSION')) throw error;
    // Whoever removed a whole party, its tmux and all, leaves nothing to look for.
    if (!existsSync(post.stateDir)) return false;
    host.trace(`looking again after: ${error instanceof Error ? error.message : error}`);
    return true;
  }
}

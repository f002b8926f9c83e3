import { isPartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { runRelay } from '../../node/messages/relay.ts';
import { openPost } from '../../node/messages/send.ts';
import { wakeRelay } from '../../node/messages/startRelay.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

/** At most one runs for each party. */
export const relay: Command = {
  ...headings.relay,
  operandCount: [0, 0],
  options: {},
  async run(cli) {
    const post = await openPost(cli);
    // A relay that already runs may be in a long pause.
    await wakeRelay(post.stateDir);
    try {
      await runRelay(post, cli.trace);
    } catch (error) {
      // Another relay runs; or the party has ended, and nothing is left to deliver.
      if (!isPartyError(error, 'LOCK_BUSY') && !isPartyError(error, 'NO_SESSION')) throw error;
    }
    return exits.success;
  },
};

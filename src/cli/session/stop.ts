import { exits } from '../../core/base/exits.ts';
import { sessionId } from '../../core/project/ids.ts';
import { stopParty } from '../../node/session/stopParty.ts';
import { discover } from '../../node/tmux/parties.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { backgroundEnd } from './backgroundEnd.ts';

export const stop: Command = {
  ...headings.stop,
  operandCount: [0, 1],
  options: {},
  async run(cli, { operands: [named] }) {
    // When this runs in one of the party's own panes, tmux sends SIGHUP before the party has ended: carry on.
    process.on('SIGHUP', () => {});
    const session = await discover(cli, named);
    const background = await stopParty(cli, session);
    if (background !== undefined) cli.say(backgroundEnd(background));
    cli.print({
      json: {
        stopped: session.id ?? sessionId(session.name),
        ...(background === undefined ? {} : { background }),
      },
      text: `Stopped ${session.name}\n`,
    });
    return exits.success;
  },
};

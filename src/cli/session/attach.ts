import { PartyError } from '../../core/base/errors.ts';
import type { Session } from '../../core/tmux/pane.ts';
import { discover, isInsideServer } from '../../node/tmux/parties.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

/** PARTY_RAW=1 means the same for every call. */
export const rawOption = { help: 'Use plain tmux, even in iTerm2; so does PARTY_RAW=1' };

export const attach: Command = {
  ...headings.attach,
  operandCount: [0, 1],
  options: { raw: rawOption },
  details: 'Detach with Ctrl-b d (tmux’s prefix, then d); the party keeps running.',
  async run(cli, args) {
    const session = await discover(cli, args.operands[0]);
    if (!cli.interactive) {
      throw new PartyError('USAGE', `party attach needs a terminal; ${session.name} is running`);
    }
    return attachTo(cli, session, args.flag('raw'));
  },
};

/** In control mode, tmux lets iTerm2 show its windows as iTerm2's own. */
export async function attachTo(cli: Cli, session: Session, raw: boolean): Promise<number> {
  const controlMode = cli.env['TERM_PROGRAM'] === 'iTerm.app' && !raw && cli.env['PARTY_RAW'] !== '1';
  return cli.tmux.attach(session, { controlMode, insideServer: await isInsideServer(cli) });
}

import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { roleLabels } from '../../core/base/role.ts';
import { sessionId } from '../../core/project/ids.ts';
import type { Pane, Session } from '../../core/tmux/pane.ts';
import { isProgram } from '../../core/tmux/shells.ts';
import { readAgentState } from '../../node/agents/agentState.ts';
import { stopParty } from '../../node/session/stopParty.ts';
import { discover } from '../../node/tmux/parties.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { confirm } from '../party/confirm.ts';
import { headings } from '../party/headings.ts';
import { backgroundEnd } from './backgroundEnd.ts';

export const stop: Command = {
  ...headings.stop,
  operandCount: [0, 1],
  options: { force: { help: 'Do not ask, even if something is running in a pane' } },
  details: 'In a terminal, it asks first when an agent is working or a program runs in another pane.',
  async run(cli, { operands: [named], flag }) {
    // When this runs in one of the party's own panes, tmux sends SIGHUP before the party has ended: carry on.
    process.on('SIGHUP', () => {});
    const session = await discover(cli, named);
    if (cli.interactive && !cli.json && !flag('force')) await mayStop(cli, session);
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

async function mayStop(cli: Cli, session: Session): Promise<void> {
  const found = await Promise.all(session.panes.map((pane) => whatRuns(cli, session, pane)));
  const running = found.filter((one) => one !== undefined);
  if (running.length === 0) return;
  if (await confirm(cli, `Still running: ${running.join(', ')}. Stop ${session.name} all the same?`)) return;
  throw new PartyError('CANCELLED', 'Nothing was stopped');
}

/** Undefined when the pane can end without a loss: an idle agent, a demo, a shell that waits, and our own pane. */
async function whatRuns(cli: Cli, session: Session, pane: Pane): Promise<string | undefined> {
  if (pane.dead || pane.demo || pane.id === cli.env['TMUX_PANE']) return undefined;
  if (pane.role === undefined || pane.role === 'shell') {
    return isProgram(pane.command) ? oneLine(pane.command, 40) : undefined;
  }
  const { kind } = await readAgentState(cli, session, pane);
  return kind === 'busy' || kind === 'waiting' ? roleLabels[pane.role] : undefined;
}

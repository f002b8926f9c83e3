import { exits } from '../../core/base/exits.ts';
import { findPaneOf } from '../../node/messages/registryTargets.ts';
import { usage } from '../party/arguments.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const check: Command = {
  ...headings.check,
  example: 'party check claude',
  operandCount: [1, 2],
  options: {},
  async run(cli, { operands: [name = '', count] }) {
    const config = await cli.config(cli.cwd);
    const lines = count === undefined ? config.defaults.captureLines : Number(count);
    if (!Number.isInteger(lines) || lines < 1) throw usage(check, `LINES must be a whole number from 1, not ${count}`);
    const { session, pane } = await findPaneOf(cli, config, name);
    const output = await cli.tmux.capture(pane, lines);
    cli.print({
      json: { session: session.name, agent: name, pane: pane.id, dead: pane.dead, lines, output },
      text: output,
    });
    if (pane.dead) cli.say(`${name} has ended (${pane.id}); this is its last output`);
    return exits.success;
  },
};

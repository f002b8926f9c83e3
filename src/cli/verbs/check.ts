import { exits } from '../../core/exits.ts';
import { parseRole, resolveRole } from '../../core/routing.ts';
import { discover } from '../../node/parties.ts';
import { usage } from '../arguments.ts';
import type { Command } from '../command.ts';

export const check: Command = {
  name: 'check',
  summary: "Print what is on an agent's pane, or say why it cannot be found",
  operands: 'ROLE [LINES]',
  operandCount: [1, 2],
  options: {},
  async run(host, { operands: [name = '', count] }) {
    const lines = count === undefined ? (await host.config(host.cwd)).defaults.captureLines : Number(count);
    if (!Number.isInteger(lines) || lines < 1) throw usage(check, `LINES must be a whole number from 1, not ${count}`);
    const role = parseRole(name);
    const session = await discover(host);
    const pane = resolveRole(session, role);
    const output = await host.tmux.capture(pane, lines);
    host.print({
      json: { session: session.name, agent: role, pane: pane.id, dead: pane.dead, lines, output },
      text: output,
    });
    if (pane.dead) host.say(`${role} has ended (${pane.id}); these were its last words`);
    return exits.success;
  },
};

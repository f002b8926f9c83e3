import { join } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { checkGates, type GatesCheck } from '../../node/gates/gatesCheck.ts';
import { installationRoot } from '../../node/system/installation.ts';
import { usage } from '../party/arguments.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const gates: Command = {
  ...headings.gates,
  operandCount: [1, 1],
  options: {},
  details: 'Exits with 0 when every check passes, with 1 otherwise.',
  async run(cli, { operands: [verb] }) {
    if (verb !== 'check') throw usage(gates, `party gates does not know ${verb}`);
    const plugin = join(installationRoot(__dirname), 'resources', 'claude');
    const found = await checkGates({ env: cli.env, cwd: cli.cwd, plugin });
    cli.print({ json: found, text: render(found, Boolean(process.stdout.isTTY) && !cli.env['NO_COLOR']) });
    return found.ok ? exits.success : exits.error;
  },
};

function render({ ok, checks }: GatesCheck, colour: boolean): string {
  const paint = (good: boolean, text: string) => (colour ? `\u001b[${good ? 32 : 31}m${text}\u001b[0m` : text);
  const width = Math.max(...checks.map(({ name }) => name.length)) + 2;
  const rows = checks.map((check) => {
    const mark = check.ok ? paint(true, 'green') : paint(false, 'RED  ');
    return `${mark}  ${check.name.padEnd(width)}${check.detail}\n`;
  });
  const red = checks.filter((check) => !check.ok).length;
  return `${rows.join('')}${ok ? 'All checks passed' : `${red} of ${checks.length} checks failed`}\n`;
}

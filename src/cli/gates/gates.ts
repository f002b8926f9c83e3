import { join } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { checkGates, type GatesCheck } from '../../node/gates/gatesCheck.ts';
import { installationRoot } from '../../node/system/installation.ts';
import { type Actions, runAction } from '../party/actions.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { letThrough } from './pass.ts';
import { confirm, show } from './policy.ts';

export const gates: Command = {
  ...headings.gates,
  operandCount: [1, 1],
  options: {
    confirm: { help: 'policy: let less be required, as your configuration says' },
    hash: { value: 'HASH', help: 'policy --confirm: only if the policy that waits has this hash' },
    reason: { value: 'TEXT', help: 'pass: the reason, kept in the log' },
  },
  details: [
    'check      verify that the hooks block; exits with 0 when every check passes, with 1 otherwise',
    'policy     which evidence a pull request needs here, and why; --confirm: only you can do this, not an agent',
    'pass       let one pull request of the current code through, with --reason TEXT; only you can do this, not an agent',
    '',
    'A configuration that asks for less than before counts once you have confirmed it. A pass is for the current code,',
    'base and branch, and for one pull request.',
  ].join('\n'),
  run: (cli, args) => runAction(gates, actions, cli, args),
};

const actions: Actions = {
  check: { takes: [], run: (cli) => check(cli) },
  policy: {
    takes: [],
    options: ['confirm', 'hash'],
    run: (cli, _, args) => (args.flag('confirm') ? confirm(cli, args.value('hash')) : show(cli)),
  },
  pass: { takes: [], options: ['reason'], run: (cli, _, args) => letThrough(cli, args.value('reason') ?? '') },
};

async function check(cli: Cli): Promise<number> {
  const plugin = join(installationRoot(__dirname), 'resources', 'claude');
  const found = await checkGates({ env: cli.env, cwd: cli.cwd, plugin });
  cli.print({ json: found, text: render(found, Boolean(process.stdout.isTTY) && !cli.env['NO_COLOR']) });
  return found.ok ? exits.success : exits.error;
}

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

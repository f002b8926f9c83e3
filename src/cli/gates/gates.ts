import { join } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { shellWord } from '../../core/base/shellWord.ts';
import { checkGates, type GatesCheck } from '../../node/gates/gatesCheck.ts';
import { type HookDecision, tryCommand } from '../../node/gates/tryCommand.ts';
import { installationRoot } from '../../node/system/installation.ts';
import { type Actions, runAction } from '../party/actions.ts';
import { usage } from '../party/arguments.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';
import { givenText } from '../party/textInput.ts';
import { letThrough } from './pass.ts';
import { confirm, show } from './policy.ts';

export const gates: Command = {
  ...headings.gates,
  operandCount: [0, 1],
  alone: 'check',
  options: {
    confirm: { help: 'policy: let less be required, as your configuration says' },
    hash: { value: 'HASH', help: 'policy --confirm: only if the policy that waits has this hash' },
    reason: { value: 'TEXT', help: 'pass: the reason, kept in the log' },
  },
  takesCommand: true,
  details: [
    'check             test every hook with inputs whose answers are known; exits with 1 unless every check passes',
    'try -- CMD        ask the hooks whether Claude could run CMD here now, and why not; CMD is not run. Exits with 1 when',
    '                  one would deny it. One argument is a whole line: party gates try -- "cd x && gh pr create"',
    'policy            which evidence a pull request needs here, and why; --confirm is for you, not for an agent',
    'pass              let one pull request of the current code through, with --reason TEXT; not for agents either',
    '',
    'A configuration that asks for less than before counts once you have confirmed it. A pass is for the current code,',
    'base and branch, and for one pull request.',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(gates, actions, cli, args),
};

const actions: Actions = {
  check: { takes: [], run: (cli) => check(cli) },
  try: { takes: [], takesCommand: true, run: (cli, _, args) => tryOne(cli, args.command) },
  policy: {
    takes: [],
    options: ['confirm', 'hash'],
    run: (cli, _, args) => (args.flag('confirm') ? confirm(cli, args.value('hash')) : show(cli)),
  },
  pass: { takes: [], options: ['reason'], run: (cli, _, args) => letThrough(cli, args.value('reason') ?? '') },
};

async function check(cli: Cli): Promise<number> {
  const found = await checkGates(placeOf(cli));
  cli.print({ json: found, text: render(found, isColourful(cli)) });
  return found.ok ? exits.success : exits.error;
}

async function tryOne(cli: Cli, words: readonly string[]): Promise<number> {
  const [first = '', ...others] = words;
  const only = others.length === 0 ? await givenText(first) : first;
  // One argument is a line of Bash; several are the words of one command.
  const command = others.length === 0 ? only : words.map(shellWord).join(' ');
  if (command.trim() === '') throw usage(gates, 'party gates try needs a command: party gates try -- CMD');
  const decisions = await tryCommand(placeOf(cli), command);
  const denied = decisions.some(({ decision }) => decision === 'deny');
  cli.print({ json: { command, denied, decisions }, text: renderDecisions(decisions, denied, isColourful(cli)) });
  return denied ? exits.error : exits.success;
}

function placeOf({ env, cwd }: Cli) {
  return { env, cwd, plugin: join(installationRoot(__dirname), 'resources', 'claude') };
}

function isColourful({ env }: Cli): boolean {
  return Boolean(process.stdout.isTTY) && !env['NO_COLOR'];
}

function painter(colour: boolean) {
  return (good: boolean, text: string) => (colour ? `\u001b[${good ? 32 : 31}m${text}\u001b[0m` : text);
}

function renderDecisions(decisions: readonly HookDecision[], denied: boolean, colour: boolean): string {
  const paint = painter(colour);
  const width = Math.max(0, ...decisions.map(({ hook }) => hook.length)) + 2;
  const rows = decisions.map(({ hook, decision, reason }) => {
    const mark = decision === 'allow' ? paint(true, 'allow') : paint(false, 'DENY ');
    return `${mark}  ${hook.padEnd(width)}${reason ?? ''}`.trimEnd();
  });
  const end = denied ? 'Claude could not run it here now' : 'No gate denies it; Claude Code may still ask you';
  return `${[...rows, end].join('\n')}\n`;
}

function render({ ok, checks }: GatesCheck, colour: boolean): string {
  const paint = painter(colour);
  const width = Math.max(...checks.map(({ name }) => name.length)) + 2;
  const rows = checks.map((one) => {
    const mark = one.ok ? paint(true, 'green') : paint(false, 'RED  ');
    return `${mark}  ${one.name.padEnd(width)}${one.detail}\n`;
  });
  const red = checks.filter((one) => !one.ok).length;
  return `${rows.join('')}${ok ? 'All checks passed' : `${red} of ${checks.length} checks failed`}\n`;
}

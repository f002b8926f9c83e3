import { exits } from '../../core/base/exits.ts';
import { type Reader, wayText } from '../../core/base/remark.ts';
import { problemText } from '../../core/project/chain.ts';
import { anchorLog, checkLog, forgedText, type LogCheck } from '../../node/gates/checkLog.ts';
import { type Actions, runAction } from '../party/actions.ts';
import type { Cli } from '../party/cli.ts';
import type { Command } from '../party/command.ts';
import { headings } from '../party/headings.ts';

export const log: Command = {
  ...headings.log,
  operandCount: [0, 1],
  alone: 'check',
  options: { reason: { value: 'TEXT', help: 'anchor: the reason, kept in the log' } },
  details: [
    'check             read every line and name those that do not count; exit 1 when there are any',
    'anchor            continue with the lines that count, with --reason TEXT; only you can do this, not an agent',
    '',
    'Each line of the log carries the hash of the line before. When lines were altered or removed, nothing in the log',
    'proves anything, and the gates deny, until you have looked at it and anchored it.',
  ].join('\n'),
  get actions() {
    return actions;
  },
  run: (cli, args) => runAction(log, actions, cli, args),
};

const actions: Actions = {
  check: { takes: [], run: (cli) => check(cli) },
  anchor: { takes: [], options: ['reason'], run: (cli, _, args) => anchor(cli, args.value('reason') ?? '') },
};

async function check(cli: Cli): Promise<number> {
  const found = await checkLog(cli);
  cli.print({ json: shown(found), text: cli.named(`${rows(found, cli.reader).join('\n')}\n`) });
  return found.ok ? exits.success : exits.error;
}

async function anchor(cli: Cli, reason: string): Promise<number> {
  const found = await anchorLog(cli, reason);
  const text = [...rows(found, cli.reader), 'From here on the log counts again'].join('\n');
  cli.print({ json: { anchored: true, ...shown(found) }, text: `${text}\n` });
  return exits.success;
}

function rows({ file, lines, archived, torn, problems, broken, forged }: LogCheck, reader: Reader): string[] {
  const named = problems.map((one) => `  ${problemText(one)}${one.accepted ? ' (accepted)' : ''}`);
  const some = (count: number, what: string) => (count === 0 ? '' : `, ${count} of them ${what}`);
  return [
    `${file}: ${lines} ${lines === 1 ? 'line' : 'lines'}${some(archived, 'archived')}${some(torn, 'unfinished')}`,
    ...named,
    ...(broken ? [`Nothing in it is proof. ${wayText({ act: 'anchorLog' }, reader)}`] : []),
    ...(forged ? [`  ${forgedText}`] : []),
    ...(problems.length === 0 ? ['Each line continues the line before'] : []),
  ];
}

function shown({ problems, ...found }: LogCheck): object {
  return {
    ...found,
    problems: problems.map((one) => ({ ...one, text: problemText(one) })),
  };
}

// Answers the completion of a shell: one candidate on each line. `:files` tells the shell to offer file names.

import { isRecord, listOf, recordOf } from '../../core/base/json.ts';
import { agentRoles, roles } from '../../core/base/role.ts';
import { permissionModes } from '../../core/config/configLayer.ts';
import { triageStates } from '../../core/project/eventKinds.ts';
import { purposes } from '../../core/review/commands/declared.ts';
import { taskStates } from '../../core/tasks/task.ts';
import { layouts } from '../../core/tmux/layouts.ts';
import { readAllRecords } from '../../node/project/sessionRecords.ts';
import { parseArguments } from '../party/arguments.ts';
import { type Cli, createCli } from '../party/cli.ts';
import type { Heading } from '../party/command.ts';
import { write, written } from '../party/output.ts';
import type { Program } from '../party/program.ts';
import type { ProgramName } from '../party/programName.ts';
import { type Candidates, candidatesFor } from './candidates.ts';
import { shells } from './completion.ts';

export interface Completing {
  /** After the program; the last one is being typed. */
  readonly words: readonly string[];
  readonly verbs: readonly Heading[];
  readonly load: (verb: string) => Promise<{ readonly run: Program }>;
  readonly name: ProgramName;
}

/** Completion shows no errors: when something cannot be found out, there are no candidates. */
export async function complete(asked: Completing): Promise<number> {
  const { words, before } = withoutEquals(asked.words);
  const found = await candidates({ ...asked, words }).catch(() => []);
  const typed = words.at(-1) ?? '';
  const fitting = [...new Set(found)].filter((word) => word === files || word.startsWith(typed));
  const shown = fitting.map((word) => (word === files ? word : `${before}${word.replace(/[\n\r]/g, ' ')}`));
  write('stdout', shown.map((word) => `${word}\n`).join(''));
  await written();
  return 0;
}

/** `--milestone=1` is one word in zsh and fish, which want the whole word; bash treats the sign as a separate word. */
function withoutEquals(given: readonly string[]): { readonly words: readonly string[]; readonly before: string } {
  const typed = given.at(-1) ?? '';
  const [, option, value = ''] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
  if (option !== undefined) return { words: [...given.slice(0, -1), option, value], before: `${option}=` };
  const words = typed === '=' ? [...given, ''] : given;
  return { words: words.filter((word, at) => word !== '=' || !words[at - 1]?.startsWith('--')), before: '' };
}

const files = ':files';

async function candidates(asked: Completing): Promise<readonly string[]> {
  const [verb = '', ...rest] = asked.words;
  if (rest.length === 0) return [...asked.verbs.map(({ name }) => name), '--help', '--version'];
  if (verb === 'help') return asked.verbs.map(({ name }) => name);
  const { run } = await asked.load(verb);
  const command =
    run.commands.find(({ name }) => name === verb) ?? run.commands.find((one) => verbOf(verb) === one.name);
  if (command === undefined) return [];
  const { words, operand = '', action = '' } = candidatesFor(command, rest);
  return [...words, ...(await idsOf(asked, command.name, { words, operand, action }))];
}

/** The short forms of verbs that main.ts knows. */
function verbOf(given: string): string {
  const known: Readonly<Record<string, string>> = { send: 'talk', read: 'check', ls: 'list', rm: 'remove' };
  return known[given] ?? given;
}

async function idsOf(
  asked: Completing,
  verb: string,
  { operand = '', action = '' }: Candidates,
): Promise<readonly string[]> {
  switch (operand.split('|')[0]) {
    case 'FILE':
    case 'FOLDER':
      return [files];
    case 'SHELL':
      return shells;
    case 'ROLE':
      return roles;
    case 'WHAT':
      return purposes;
    case 'LAYOUT':
      return layouts;
    case 'MODE':
      return permissionModes;
    case 'AGENT':
      return [
        ...agentRoles,
        ...(await answers(asked, ['list'], 'agents', 'name')),
        ...(operand.includes('all') ? ['all'] : []),
      ];
    case 'KEY':
      return answers(asked, ['findings', 'list', '--all'], 'findings', 'key');
    case 'STATE':
      return triageStates;
    case 'STATUS':
      return taskStates;
    case 'NAME':
      return verb === 'update' || verb === 'remove' ? answers(asked, ['list'], 'agents', 'name') : [];
    case 'ID':
      return idsFor(asked, verb, action);
    default:
      return [];
  }
}

async function idsFor(asked: Completing, verb: string, action: string): Promise<readonly string[]> {
  if (verb === 'message') return answers(asked, ['message', 'list'], 'messages', 'id');
  if (verb === 'collab') return answers(asked, ['collab', 'reviews'], 'reviews', 'id');
  if (/milestone/.test(action)) return answers(asked, ['pm', 'milestone', 'list'], 'milestones', 'id');
  if (verb === 'pm') return answers(asked, ['pm', 'task', 'list'], 'tasks', 'id');
  const running = await answers(asked, ['sessions'], 'sessions', 'id');
  if (verb !== 'restore') return running;
  const records = await readAllRecords(cliFor(asked, 'restore').paths);
  return records.map(({ id }) => id).filter((id) => !running.includes(id));
}

/** The values of one field in the answer of a verb that only reads. */
async function answers(asked: Completing, [verb = '', ...args]: readonly string[], list: string, field: string) {
  const { run } = await asked.load(verb);
  const command = run.commands.find(({ name }) => name === verb);
  let answer: unknown;
  const cli: Cli = {
    ...cliFor(asked, verb),
    print: ({ json }) => {
      answer = json;
    },
    say: () => {},
  };
  await command?.run(cli, parseArguments(command, [...args, '--json'])).catch(() => 1);
  const entries = listOf(recordOf(answer)[list]);
  return entries.filter(isRecord).flatMap((entry) => (isWord(entry[field]) ? [String(entry[field])] : []));
}

function isWord(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w.@:/-]+$/.test(value));
}

function cliFor({ name }: Completing, verb: string): Cli {
  return createCli({ env: process.env, verb, name, json: true, verbose: false, configFile: undefined });
}

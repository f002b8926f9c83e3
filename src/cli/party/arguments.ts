// Reads a command line against a verb's table of options. The error for an unknown word names it, with the nearest
// match.

import { parseArgs } from 'node:util';
import { PartyError } from '../../core/base/errors.ts';
import { nearest } from '../../core/base/nearest.ts';
import { type Command, globalOptions, type OptionSpec, type ParsedArguments } from './command.ts';

export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const specs = { ...globalOptions, ...command.options };
  const { tokens } = parseArgs({
    // Text that begins with a dash but holds a space is not an option. The mark hides it from parseArgs.
    args: args.map((argument) => (isText(argument) ? textMark + argument : argument)),
    options: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, nodeOption(spec)])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const operands: string[] = [];
  const words: string[] = [];
  let target = operands;
  const values = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind === 'option-terminator' && command.takesCommand === true) target = words;
    if (token.kind === 'positional') target.push(plain(token.value));
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (spec === undefined) throw unknownOption(command, token.rawName, Object.keys(specs));
    if (spec.value !== undefined && (token.value === undefined || (!spec.freeText && isOption(specs, token)))) {
      throw usage(command, `${token.rawName} needs a value: ${token.rawName} ${spec.value}`);
    }
    if (spec.value === undefined && token.value !== undefined) throw usage(command, `${token.rawName} takes no value`);
    values.set(token.name, token.value === undefined ? true : plain(token.value));
  }
  if (!values.has('help')) checkOperands(command, operands);
  return {
    operands,
    command: words,
    flag: (name) => values.get(name) === true,
    value: (name) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/** `--config --json`: the value was left out. One that looks like an option can be given as `--reason=--json`. */
function isOption(
  specs: Readonly<Record<string, OptionSpec>>,
  { value, inlineValue }: { readonly value?: string | undefined; readonly inlineValue?: boolean | undefined },
): boolean {
  const name = /^--([a-z-]+)$/.exec(value ?? '')?.[1];
  return inlineValue !== true && name !== undefined && Object.hasOwn(specs, name);
}

function isText(argument: string): boolean {
  return /^-[^=]*\s/.test(argument);
}

/** The one character that no program argument can hold. */
const textMark = '\0';

function plain(value: string): string {
  return value.startsWith(textMark) ? value.slice(1) : value;
}

export function usage(command: Pick<Command, 'name'>, message: string): PartyError {
  return new PartyError('USAGE', `${message}. See: party ${command.name} --help`);
}

/** `words` are the operands as the help shows them; `action` is the verb's action that needs them. */
export function missingOperands(
  command: Pick<Command, 'name' | 'example'>,
  words: readonly string[],
  action = '',
): PartyError {
  const { name, example } = command;
  const listed = words.map((word) => word.replace(/\|.*/, '')).join(' and ');
  const problem = `party ${name}${action && ` ${action}`}: ${listed} ${words.length === 1 ? 'is' : 'are'} missing`;
  return example === undefined ? usage(command, problem) : new PartyError('USAGE', `${problem}. Try: ${example}`);
}

function checkOperands(command: Command, operands: readonly string[]): void {
  const [least, most] = command.operandCount;
  if (operands.length < least)
    throw missingOperands(command, command.operands.split(' ').slice(operands.length, least));
  if (operands.length > most) throw usage(command, `party ${command.name} does not take ${operands[most]}`);
}

function unknownOption(command: Command, raw: string, known: readonly string[]): PartyError {
  const meant = nearest(raw.replace(/^-+/, ''), known);
  const hint = meant === undefined ? '' : `; did you mean --${meant}?`;
  return new PartyError(
    'USAGE',
    `party ${command.name} has no option ${raw}${hint || `. See: party ${command.name} --help`}`,
  );
}

function nodeOption(spec: OptionSpec): { type: 'string' | 'boolean'; short?: string } {
  return {
    type: spec.value === undefined ? 'boolean' : 'string',
    ...(spec.short === undefined ? {} : { short: spec.short }),
  };
}

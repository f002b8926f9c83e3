// Text from standard input: `-` in the place of a text. The arguments of a program can be read by every user of the
// machine, so Party's own calls and careful agents pass texts this way.

import { text as readAll } from 'node:stream/consumers';
import { usage } from './arguments.ts';
import type { Command, ParsedArguments } from './command.ts';

/** Replaces `-` in the options that take a text. */
export async function withInput(command: Command, args: ParsedArguments): Promise<ParsedArguments> {
  const texts = Object.entries(command.options).filter(([, { value = '' }]) => value === 'TEXT' || value === 'REASON');
  const [name, second] = texts.map(([option]) => option).filter((option) => args.value(option) === '-');
  if (name === undefined) return args;
  if (second !== undefined) throw usage(command, `Only one of --${name} and --${second} can be - (standard input)`);
  const given = await inputText();
  return { ...args, value: (option) => (option === name ? given : args.value(option)) };
}

/** For an operand that is a text. */
export async function givenText(operand: string): Promise<string>;
export async function givenText(operand: string | undefined): Promise<string | undefined>;
export async function givenText(operand: string | undefined): Promise<string | undefined> {
  return operand === '-' ? inputText() : operand;
}

/** Without the line break with which every shell ends a text. */
async function inputText(): Promise<string> {
  return (await readAll(process.stdin)).replace(/\r?\n$/, '');
}

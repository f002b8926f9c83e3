// What can follow the words of a command line, according to the tables of the verbs.

import type { Action, ActionGroup, Actions } from '../party/actions.ts';
import { type Command, globalOptions, type OptionSpec } from '../party/command.ts';

/** Words as they are, and the name of the operand as the help shows it, such as `KEY`. */
export interface Candidates {
  readonly words: readonly string[];
  readonly operand?: string;
  /** The action of the verb that takes the operand: `task show`. */
  readonly action?: string;
}

/** `words` follow the verb; the last one is being typed, and may be empty. */
export function candidatesFor(command: Command, words: readonly string[]): Candidates {
  const options = { ...globalOptions, ...command.options };
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (before.includes('--')) return { words: [], operand: 'FILE' };
  const taking = optionOf(options, before.at(-1) ?? '');
  if (taking?.value !== undefined) return valueCandidates(taking, command);
  const operands = operandsIn(options, before);
  const place = command.actions === undefined ? undefined : placeIn(command.actions, operands);
  if (typed.startsWith('-')) return { words: optionWords(options, place?.action) };
  if (place?.names !== undefined) return { words: place.names };
  const takes = place?.action?.takes ?? command.operands.split(' ').filter(Boolean);
  const at = place === undefined ? operands.length : place.at;
  const operand = takes[at]?.replace(/^\[|\]$/g, '');
  if (operand === undefined) return { words: [] };
  return { words: [], operand, ...(place === undefined ? {} : { action: place.name }) };
}

function optionOf(options: Readonly<Record<string, OptionSpec>>, word: string): OptionSpec | undefined {
  if (!word.startsWith('-')) return undefined;
  const found = Object.entries(options).find(([name, { short }]) => word === `--${name}` || word === `-${short}`);
  return found?.[1];
}

/** `fs|github` are words; `ID` is the name of a value. */
function valueCandidates({ value = '', help }: OptionSpec, { name }: Command): Candidates {
  if (/^[a-z]/.test(value)) return { words: value.split('|') };
  return { words: [], operand: value, action: `${name} ${help}` };
}

/** Without the options and their values. */
function operandsIn(options: Readonly<Record<string, OptionSpec>>, words: readonly string[]): string[] {
  return words.filter((word, at) => {
    const isValue = optionOf(options, words[at - 1] ?? '')?.value !== undefined;
    return !word.startsWith('-') && !isValue;
  });
}

/** Where the next operand is: among the names of actions, or at a place of one action. */
interface Place {
  readonly names?: readonly string[];
  readonly action?: Action;
  readonly name: string;
  readonly at: number;
}

function placeIn(actions: Actions, [first, ...rest]: readonly string[], before = ''): Place {
  const names = Object.keys(actions);
  if (first === undefined) return { names, name: before, at: 0 };
  const found = Object.entries<Action | ActionGroup>(actions).find(
    ([name, one]) => name === first || one.also?.includes(first),
  );
  if (found === undefined) return { names: [], name: before, at: 0 };
  const [name, one] = found;
  const full = `${before}${name}`;
  return 'run' in one ? { action: one, name: full, at: rest.length } : placeIn(one.actions, rest, `${full} `);
}

function optionWords(options: Readonly<Record<string, OptionSpec>>, action: Action | undefined): string[] {
  const isTaken = (name: string) =>
    action === undefined || Object.hasOwn(globalOptions, name) || action.options?.includes(name) === true;
  return Object.keys(options)
    .filter(isTaken)
    .map((name) => `--${name}`);
}

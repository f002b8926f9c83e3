// Verbs with several actions, such as `party findings list`: one table says what each action takes. An action may
// itself be a noun with actions of its own, such as `party pm task add`.

import { nearest } from '../../core/base/nearest.ts';
import { missingOperands, usage } from './arguments.ts';
import type { Cli } from './cli.ts';
import type { Command, ParsedArguments } from './command.ts';

export interface Action {
  /** Its operands as the help shows them: `KEY`, or `[BASE]` if optional. */
  readonly takes: readonly string[];
  /** Which of the verb's options it accepts. */
  readonly options?: readonly string[];
  /** It accepts a command after `--`. */
  readonly takesCommand?: boolean;
  /** Other names for it. */
  readonly also?: readonly string[];
  run(cli: Cli, operands: readonly string[], args: ParsedArguments): Promise<number>;
}

export interface ActionGroup {
  readonly actions: Readonly<Record<string, Action>>;
  /** The action that runs when the user names none. */
  readonly alone: string;
  readonly also?: readonly string[];
}

export type Actions = Readonly<Record<string, Action | ActionGroup>>;

export function runAction(verb: Command, actions: Actions, cli: Cli, args: ParsedArguments): Promise<number> {
  const given = args.operands.length === 0 && verb.alone !== undefined ? [verb.alone] : args.operands;
  const { action, name, operands } = findAction(verb, actions, given);
  const missing = action.takes[operands.length];
  if (missing !== undefined && !missing.startsWith('[')) throw missingOperands(verb, [missing], name);
  const extra = operands[action.takes.length] ?? (action.takesCommand ? undefined : args.command[0]);
  if (extra !== undefined) throw usage(verb, `party ${verb.name} ${name} does not take ${extra}`);
  for (const option of Object.keys(verb.options)) {
    const given = args.flag(option) || args.value(option) !== undefined;
    if (given && action.options?.includes(option) !== true) {
      throw usage(verb, `party ${verb.name} ${name} takes no --${option}`);
    }
  }
  return action.run(cli, operands, args);
}

export interface FoundAction {
  readonly action: Action;
  /** The full name for messages: `task add`. */
  readonly name: string;
  readonly operands: readonly string[];
}

/** Throws when no action has that name. */
export function findAction(verb: Command, actions: Actions, [given = '', ...operands]: readonly string[]): FoundAction {
  const [name, found] = lookUp(verb, '', actions, given);
  if ('run' in found) return { action: found, name, operands };
  const [inner = found.alone, ...rest] = operands;
  const [innerName, action] = lookUp(verb, `${name} `, found.actions, inner);
  return { action, name: `${name} ${innerName}`, operands: rest };
}

function lookUp<T extends Action | ActionGroup>(
  verb: Command,
  before: string,
  actions: Readonly<Record<string, T>>,
  given: string,
): [name: string, found: T] {
  const found = Object.entries(actions).find(([name, one]) => name === given || one.also?.includes(given));
  if (found !== undefined) return found;
  const meant = nearest(given, Object.keys(actions));
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  throw usage(verb, `party ${verb.name} ${before}has no ${given}${hint}`);
}

// Verbs with several actions, `party findings list`: one table says what each of them takes.

import { nearest } from '../core/nearest.ts';
import { usage } from './arguments.ts';
import type { Command, ParsedArguments } from './command.ts';
import type { Host } from './host.ts';

export interface Action {
  /** Its operands as the help calls them: `KEY`, or `[BASE]` when it goes without. */
  readonly takes: readonly string[];
  /** Those of the verb's options that it knows. */
  readonly options?: readonly string[];
  /** It takes what stands behind `--`. */
  readonly takesCommand?: boolean;
  run(host: Host, operands: readonly string[], args: ParsedArguments): Promise<number>;
}

export type Actions = Readonly<Record<string, Action>>;

export function runAction(verb: Command, actions: Actions, host: Host, args: ParsedArguments): Promise<number> {
  const [name = '', ...operands] = args.operands;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) {
    const meant = nearest(name, Object.keys(actions));
    throw usage(verb, `party ${verb.name} has no ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
  }
  const missing = action.takes[operands.length];
  if (missing !== undefined && !missing.startsWith('['))
    throw usage(verb, `party ${verb.name} ${name} needs ${missing}`);
  const extra = operands[action.takes.length] ?? (action.takesCommand ? undefined : args.command[0]);
  if (extra !== undefined) throw usage(verb, `party ${verb.name} ${name} does not take ${extra}`);
  for (const option of Object.keys(verb.options)) {
    const given = args.flag(option) || args.value(option) !== undefined;
    if (given && action.options?.includes(option) !== true) {
      throw usage(verb, `party ${verb.name} ${name} takes no --${option}`);
    }
  }
  return action.run(host, operands, args);
}

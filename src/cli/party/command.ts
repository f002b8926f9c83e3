// What a verb of `party` consists of: the table entry that parsing, help and dispatch all read.

import type { Actions } from './actions.ts';
import type { Cli } from './cli.ts';

export interface OptionSpec {
  /** The name of its value in the help. Without one, the option is a flag. */
  readonly value?: string;
  /** The value is the user's own text, also when it looks like an option: `--body --help`. */
  readonly freeText?: true;
  readonly short?: string;
  readonly help: string;
}

export interface Heading {
  readonly name: string;
  /** One line for `party --help`. */
  readonly summary: string;
  /** What follows the verb, as the help shows it: `[TITLE]`. */
  readonly operands: string;
}

export interface Command extends Heading {
  readonly operandCount: readonly [least: number, most: number];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** The action that runs when the user names none. It only looks. */
  readonly alone?: string;
  /** A whole command line, for a user who left operands out. */
  readonly example?: string;
  /** More text for `party VERB --help`, such as the actions. Shown above the options. */
  readonly details?: string;
  /** Everything after `--` is a command to run. */
  readonly takesCommand?: boolean;
  /** The file of --config need not exist: the verb creates it. */
  readonly createsConfig?: true;
  /** Of a verb with several. */
  readonly actions?: Actions;
  run(cli: Cli, args: ParsedArguments): Promise<number>;
}

export interface ParsedArguments {
  readonly operands: readonly string[];
  /** Everything after `--`, for a verb that takes a command. */
  readonly command: readonly string[];
  flag(name: string): boolean;
  value(name: string): string | undefined;
}

export const globalOptions: Readonly<Record<string, OptionSpec>> = {
  json: { help: 'Print one JSON object on stdout; errors as JSON on stderr' },
  config: { value: 'FILE', help: "Read this file instead of the project's tmux-team.json" },
  verbose: { help: 'Print progress on stderr' },
  help: { short: 'h', help: 'Show this help' },
};

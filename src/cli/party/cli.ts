// What a verb can use: the terminal it was called from, the environment, and, loaded on demand, tmux and the
// configuration.

import { PartyError } from '../../core/base/errors.ts';
import { plainJson } from '../../core/base/outsideText.ts';
import type { Reader } from '../../core/base/remark.ts';
import type { Config } from '../../core/config/config.ts';
import type { ConfigLayer } from '../../core/config/configLayer.ts';
import { loadConfig } from '../../node/project/configFiles.ts';
import { partyPaths, projectTop } from '../../node/project/paths.ts';
import { traceTo } from '../../node/system/trace.ts';
import { createTmux } from '../../node/tmux/tmux.ts';
import type { TmuxMachine } from '../../node/tmux/tmuxMachine.ts';
import { write } from './output.ts';
import { inName, type ProgramName } from './programName.ts';
import { readerOf } from './reader.ts';
import { isTerminal } from './terminal.ts';

export interface Cli extends TmuxMachine {
  /** The name the user called the program by. */
  readonly name: ProgramName;
  readonly json: boolean;
  /** Decides which commands the texts name. */
  readonly reader: Reader;
  /** True when stdin and stdout are both a person's terminal, so that another program can take it over. */
  readonly interactive: boolean;
  /** A text of Party in which every command has the name of the program as the user called it. */
  named(text: string): string;
  /** Data, for stdout. With --json prints only `json`, otherwise only `text`. */
  print(answer: { json: unknown; text: string }): void;
  /** Remarks, for stderr: never part of the answer. */
  say(message: string): void;
  /** Only with --verbose. */
  trace(message: string): void;
  config(directory: string, flags?: ConfigLayer): Promise<Config>;
}

export interface CliOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly verb: string;
  readonly name: ProgramName;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly configFile: string | undefined;
}

export function createCli({ env, verb, name, json, verbose, configFile }: CliOptions): Cli {
  const named = (text: string) => inName(name, text);
  const say = (message: string) => write('stderr', `${named(message)}\n`);
  if (verbose) traceTo(say);
  return {
    env,
    name,
    named,
    // Read only on demand: verbs that list or stop parties must work after the directory was removed.
    get cwd() {
      return currentDirectory();
    },
    json,
    reader: readerOf(env, verb),
    paths: partyPaths(env),
    tmux: createTmux(env),
    // Asking process.stdin would load Node's streams.
    get interactive() {
      return isTerminal(0) && isTerminal(1);
    },
    print: (answer) => write('stdout', json ? `${plainJson(answer.json)}\n` : answer.text),
    // A program that asked for JSON expects one object and no remarks.
    say: json ? () => {} : say,
    trace: verbose ? say : () => {},
    config: (directory, flags) =>
      loadConfig({
        places: [directory, projectTop(directory)],
        env,
        ...(configFile === undefined ? {} : { file: configFile }),
        ...(flags === undefined ? {} : { flags }),
      }),
  };
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new PartyError('USAGE', 'The current directory has been removed. Change to one that exists', {
      cause: error,
    });
  }
}

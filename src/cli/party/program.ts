// Runs one verb of `party`: reads its arguments, creates its `Cli`, and turns a failure into one message and its exit
// code. This code is in every verb's bundle, so that `instanceof` recognizes the errors thrown there.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { readNamedLayer } from '../../node/project/configFiles.ts';
import { projectTop } from '../../node/project/paths.ts';
import { parseArguments } from './arguments.ts';
import { type Cli, createCli } from './cli.ts';
import type { Command } from './command.ts';
import { reportFailure } from './failure.ts';
import { commandHelp } from './help.ts';
import { write, written } from './output.ts';
import { inShortName, type ProgramName, scriptOf, typedAs } from './programName.ts';
import { readerOf } from './reader.ts';
import { tellWays } from './tellWays.ts';
import { withInput } from './textInput.ts';

export interface VerbCall {
  readonly verb: string;
  /** The arguments after the verb. */
  readonly args: readonly string[];
  /** The name the user called the program by. */
  readonly name: ProgramName;
  /** Used for a failure before the arguments are read. */
  readonly json: boolean;
  readonly isColourful: () => boolean;
  /** How the user called the program, when its name alone would not be found. */
  readonly typed: string | undefined;
}

export interface Program {
  /** Returns the exit code. */
  (call: VerbCall): Promise<number>;
  readonly commands: readonly Command[];
}

export function programOf(commands: readonly Command[]): Program {
  const run = async (call: VerbCall) => {
    // Programs and agents know it by its name.
    typedAs(call.json || scriptOf(call.verb) !== undefined ? undefined : call.typed);
    try {
      const exit = await runVerb(commands, call);
      await written();
      return exit;
    } catch (error) {
      const form = { json: call.json, name: scriptOf(call.verb) ?? call.name };
      const exit = reportFailure(error, form, tellWays(readerOf(process.env, call.verb), call.name));
      if (!call.json) showUsage(commands, call);
      await written();
      return exit;
    }
  };
  return Object.assign(run, { commands });
}

async function runVerb(commands: readonly Command[], { verb, args, name, isColourful }: VerbCall): Promise<number> {
  const command = commands.find((one) => one.name === verb);
  if (command === undefined) throw new Error(`the code of party ${verb} is not in its bundle`);
  const parsed = parseArguments(command, args);
  if (parsed.flag('help')) {
    write('stdout', inShortName(name, commandHelp(command, isColourful())));
    return exits.success;
  }
  const configFile = parsed.value('config');
  // Also for a verb that reads no configuration: a wrong name is a mistake that the user wants to know about.
  if (configFile !== undefined && command.createsConfig !== true) await readNamedLayer(configFile);
  const cli = createCli({
    // A copy: each look at process.env asks the system, and each program that we start gets all of it.
    env: { ...process.env },
    verb,
    name,
    json: parsed.flag('json'),
    verbose: parsed.flag('verbose'),
    configFile,
  });
  if (name === 'tmux-team' && configFile === undefined) requireRegistry(command, cli);
  return command.run(cli, await withInput(command, parsed));
}

/** After a call of an agent's script with a mode that does not exist: the modes that do. */
function showUsage(commands: readonly Command[], { verb, args, name }: VerbCall): void {
  const command = commands.find((one) => one.name === verb);
  if (command === undefined || scriptOf(verb) === undefined) return;
  try {
    parseArguments(command, args);
  } catch {
    write('stderr', `\n${inShortName(name, commandHelp(command, false))}`);
  }
}

/** tmux-team's users know exit 2 as "there is no registry here". Under the name party, a role needs no registry. */
function requireRegistry({ name }: Command, { cwd }: Cli): void {
  if (!['talk', 'check', 'list', 'update', 'remove'].includes(name)) return;
  if ([cwd, projectTop(cwd)].some((place) => existsSync(join(place, 'tmux-team.json')))) return;
  throw new PartyError('CONFIG_MISSING', `There is no tmux-team.json in ${cwd}. Create it with: party init`);
}

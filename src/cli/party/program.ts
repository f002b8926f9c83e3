// Runs one verb of `party`: reads its arguments, makes its host, and turns a failure into one message and its exit code.
// All of it is in the bundle of the verb, so that an error that is thrown there is known there.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { projectTop } from '../../node/project/paths.ts';
import { parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { reportFailure } from './failure.ts';
import { commandHelp } from './help.ts';
import { createHost, type Host } from './host.ts';

export interface VerbCall {
  readonly verb: string;
  /** What stands behind the verb. */
  readonly args: readonly string[];
  /** The name that the user knows the program by: party or tmux-team. */
  readonly calledAs: string;
  /** For a failure that comes before the arguments are read. */
  readonly json: boolean;
  readonly colour: boolean;
}

/** Answers with the exit code. */
export type Program = (call: VerbCall) => Promise<number>;

export function programOf(commands: readonly Command[]): Program {
  return async (call) => {
    try {
      return await runVerb(commands, call);
    } catch (error) {
      return reportFailure(error, call.json);
    }
  };
}

async function runVerb(commands: readonly Command[], { verb, args, calledAs, colour }: VerbCall): Promise<number> {
  const command = commands.find(({ name }) => name === verb);
  if (command === undefined) throw new Error(`the code of party ${verb} is not in its bundle`);
  const parsed = parseArguments(command, args);
  if (parsed.flag('help')) {
    process.stdout.write(commandHelp(command, colour));
    return exits.success;
  }
  const host = createHost({
    env: process.env,
    json: parsed.flag('json'),
    verbose: parsed.flag('verbose'),
    configFile: parsed.value('config'),
  });
  if (calledAs === 'tmux-team') requireRegistry(command, host);
  return command.run(host, parsed);
}

/** tmux-team's users know exit 2 for "there is no registry here"; under the name party a role needs none. */
function requireRegistry({ name }: Command, { cwd }: Host): void {
  if (!['talk', 'check', 'list', 'update', 'remove'].includes(name)) return;
  if ([cwd, projectTop(cwd)].some((place) => existsSync(join(place, 'tmux-team.json')))) return;
  throw new PartyError('CONFIG_MISSING', `There is no tmux-team.json in ${cwd}. Create it with: tmux-team init`);
}

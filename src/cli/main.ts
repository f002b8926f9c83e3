// The `party` command: finds the verb, runs it, and turns every failure into one message and its exit code.

import { isPartyError, PartyError } from '../core/errors.ts';
import { exits } from '../core/exits.ts';
import { nearest } from '../core/nearest.ts';
import { installationRoot, versionOf } from '../node/installation.ts';
import { parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { type CommandGroup, commandHelp, generalHelp } from './help.ts';
import { createHost } from './host.ts';
import { attach } from './verbs/attach.ts';
import { check } from './verbs/check.ts';
import { sessions } from './verbs/sessions.ts';
import { start } from './verbs/start.ts';
import { status } from './verbs/status.ts';
import { stop } from './verbs/stop.ts';

const groups: readonly CommandGroup[] = [
  { title: 'Session', commands: [start, stop, sessions, attach] },
  { title: 'Looking', commands: [status, check] },
];
const commands = groups.flatMap((group) => group.commands);

async function main(args: readonly string[]): Promise<number> {
  const [verb, ...rest] = args;
  const colour = Boolean(process.stdout.isTTY) && !process.env['NO_COLOR'];
  if (verb === '--version' || verb === '-V') {
    process.stdout.write(`${await version()}\n`);
    return exits.success;
  }
  if (verb === undefined || verb === '--help' || verb === '-h' || (verb === 'help' && rest.length === 0)) {
    process.stdout.write(generalHelp(groups, await version(), colour));
    return exits.success;
  }
  const helpWanted = verb === 'help';
  const command = findCommand(helpWanted ? (rest[0] ?? '') : verb);
  const parsed = parseArguments(command, helpWanted ? ['--help'] : rest);
  if (parsed.flag('help')) {
    process.stdout.write(commandHelp(command, colour));
    return exits.success;
  }
  const host = createHost({
    env: process.env,
    cwd: process.cwd(),
    json: parsed.flag('json'),
    verbose: parsed.flag('verbose'),
    configFile: parsed.value('config'),
  });
  return command.run(host, parsed);
}

function findCommand(verb: string): Command {
  const command = commands.find((candidate) => candidate.name === verb);
  if (command) return command;
  const names = commands.map((candidate) => candidate.name);
  const meant = nearest(verb, names);
  throw new PartyError(
    'USAGE',
    `There is no verb ${verb}${meant === undefined ? '. See: party --help' : `; did you mean ${meant}?`}`,
  );
}

function version(): Promise<string> {
  return versionOf(installationRoot(__dirname));
}

function reportFailure(error: unknown, json: boolean): number {
  const known = isPartyError(error);
  const code = known ? error.code : 'INTERNAL';
  const message = error instanceof Error ? error.message : String(error);
  if (json) process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`);
  else if (known) process.stderr.write(`party: ${message} (${code})\n`);
  else
    process.stderr.write(
      `party: something went wrong inside Party: ${error instanceof Error ? error.stack : message}\n`,
    );
  return known ? error.exit : exits.error;
}

// Set by the launcher for this process alone: a child that is an Electron program must not inherit it.
delete process.env['ELECTRON_RUN_AS_NODE'];

const args = process.argv.slice(2);
main(args)
  .catch((error: unknown) => reportFailure(error, args.includes('--json')))
  .then((code) => {
    process.exitCode = code;
  });

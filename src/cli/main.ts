// The `party` command: finds the verb, runs it, and turns every failure into one message and its exit code.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PartyError } from '../core/errors.ts';
import { exits } from '../core/exits.ts';
import { nearest } from '../core/nearest.ts';
import { installationRoot, versionOf } from '../node/installation.ts';
import { projectTop } from '../node/paths.ts';
import { parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { reportFailure } from './failure.ts';
import { type CommandGroup, commandHelp, generalHelp } from './help.ts';
import { createHost, type Host } from './host.ts';
import { attach } from './verbs/attach.ts';
import { budget } from './verbs/budget.ts';
import { check } from './verbs/check.ts';
import { collab } from './verbs/collab.ts';
import { evidence } from './verbs/evidence.ts';
import { findings } from './verbs/findings.ts';
import { gates } from './verbs/gates.ts';
import { message } from './verbs/message.ts';
import { plan } from './verbs/plan.ts';
import { pm } from './verbs/pm.ts';
import { relay } from './verbs/relay.ts';
import { restore } from './verbs/restore.ts';
import { review } from './verbs/review.ts';
import { sessions } from './verbs/sessions.ts';
import { start } from './verbs/start.ts';
import { status } from './verbs/status.ts';
import { stop } from './verbs/stop.ts';
import { sweep } from './verbs/sweep.ts';
import { talk } from './verbs/talk.ts';
import { add, init, list, remove, update } from './verbs/team.ts';
import { tmuxClaude } from './verbs/tmuxClaude.ts';
import { tmuxCodex } from './verbs/tmuxCodex.ts';
import { worktree } from './verbs/worktree.ts';

const groups: readonly CommandGroup[] = [
  { title: 'Session', commands: [start, stop, sessions, attach, restore, worktree] },
  { title: 'Messages', commands: [talk, message] },
  { title: 'Reviews', commands: [plan, collab, review, findings, evidence, gates, budget] },
  { title: 'Tasks', commands: [pm] },
  { title: 'Looking', commands: [status, check] },
  { title: 'Agents in other panes (tmux-team)', commands: [init, add, update, remove, list] },
];
/** What scripts call, not people. */
const inner: readonly Command[] = [relay, sweep, tmuxCodex, tmuxClaude];
const commands = [...groups.flatMap((group) => group.commands), ...inner];

async function main(args: readonly string[]): Promise<number> {
  const [verb, ...rest] = verbFirst(args);
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
    json: parsed.flag('json'),
    verbose: parsed.flag('verbose'),
    configFile: parsed.value('config'),
  });
  if (calledAs === 'tmux-team') requireRegistry(command, host);
  return command.run(host, parsed);
}

/** `party --json status` is the same as `party status --json`. */
function verbFirst(args: readonly string[]): string[] {
  const leading: string[] = [];
  const rest = [...args];
  while (rest.length > 1 && ['--json', '--verbose', '--config'].includes(rest[0] ?? '')) {
    leading.push(...rest.splice(0, rest[0] === '--config' ? 2 : 1));
  }
  const [verb, ...others] = rest;
  return verb === undefined ? leading : [verb, ...leading, ...others];
}

/** What stands after `--` is for a program that we run. */
function ownArguments(all: readonly string[]): readonly string[] {
  const end = all.indexOf('--');
  return end === -1 ? all : all.slice(0, end);
}

/** tmux-team's users know exit 2 for "there is no registry here"; under the name party a role needs none. */
function requireRegistry(command: Command, { cwd }: Host): void {
  const needy: readonly Command[] = [talk, check, list, update, remove];
  if (!needy.includes(command)) return;
  if ([cwd, projectTop(cwd)].some((place) => existsSync(join(place, 'tmux-team.json')))) return;
  throw new PartyError('CONFIG_MISSING', `There is no tmux-team.json in ${cwd}. Create it with: tmux-team init`);
}

const aliases: Readonly<Record<string, string>> = { send: 'talk', read: 'check', ls: 'list', rm: 'remove' };

function findCommand(verb: string): Command {
  const name = Object.hasOwn(aliases, verb) ? aliases[verb] : verb;
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const meant = nearest(
    verb,
    groups.flatMap((group) => group.commands).map((candidate) => candidate.name),
  );
  throw new PartyError(
    'USAGE',
    `There is no verb ${verb}${meant === undefined ? '. See: party --help' : `; did you mean ${meant}?`}`,
  );
}

function version(): Promise<string> {
  return versionOf(installationRoot(__dirname));
}

// Set by the launcher for this process alone: a child that is an Electron program must not inherit it.
delete process.env['ELECTRON_RUN_AS_NODE'];
const calledAs = process.env['PARTY_NAME'] ?? 'party';
delete process.env['PARTY_NAME'];

// Whoever read us has gone, or the pane was closed under us: what was to be done is done all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const args = process.argv.slice(2);
main(args)
  .catch((error: unknown) => reportFailure(error, ownArguments(args).includes('--json')))
  .then((code) => {
    // Not left to the end of the event loop: while Node takes itself apart, a signal would kill us after a success.
    process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
  });

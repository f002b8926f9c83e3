// The `party` command: finds the verb, runs it, and turns every failure into one message and its exit code.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { nearest } from '../../core/base/nearest.ts';
import { projectTop } from '../../node/project/paths.ts';
import { installationRoot, versionOf } from '../../node/system/installation.ts';
import { budget } from '../codex/budget.ts';
import { collab } from '../collab/collab.ts';
import { findings } from '../findings/findings.ts';
import { gates } from '../gates/gates.ts';
import { message } from '../messages/message.ts';
import { relay } from '../messages/relay.ts';
import { talk } from '../messages/talk.ts';
import { tmuxClaude } from '../messages/tmuxClaude.ts';
import { tmuxCodex } from '../messages/tmuxCodex.ts';
import { plan } from '../plan/plan.ts';
import { evidence } from '../review/evidence.ts';
import { review } from '../review/review.ts';
import { attach } from '../session/attach.ts';
import { check } from '../session/check.ts';
import { add, init, list, remove, update } from '../session/registry.ts';
import { restore } from '../session/restore.ts';
import { sessions } from '../session/sessions.ts';
import { start } from '../session/start.ts';
import { stop } from '../session/stop.ts';
import { sweep } from '../session/sweep.ts';
import { status } from '../status/status.ts';
import { pm } from '../tasks/pm.ts';
import { worktree } from '../worktree/worktree.ts';
import { parseArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { reportFailure } from './failure.ts';
import { type CommandGroup, commandHelp, generalHelp } from './help.ts';
import { createHost, type Host } from './host.ts';

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

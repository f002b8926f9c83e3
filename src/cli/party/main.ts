// The `party` command: finds the verb and loads the one bundle with its code. It loads it at the start and never later,
// because an update may remove this installation while a verb still runs.

import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { nearest } from '../../core/base/nearest.ts';
import { shellWord } from '../../core/base/shellWord.ts';
import { putCertificatesBack } from '../../core/gates/scripts/certificates.ts';
import { requireBundles } from '../../node/install/compiledBundles.ts';
import { installationRoot, versionOf } from '../../node/system/installation.ts';
import { reportFailure } from './failure.ts';
import { headings, type Verb, verbGroups } from './headings.ts';
import { generalHelp } from './help.ts';
import { write, written } from './output.ts';
import type { Program } from './program.ts';
import { programName } from './programName.ts';
import { isTerminal } from './terminal.ts';

type Load = () => Promise<{ readonly run: Program }>;

// Each is a bundle of its own (build.mjs). Verbs that share most of their code share a bundle.
const collab: Load = () => import('../programs/collab.ts');
const installing: Load = () => import('../programs/installing.ts');
const evidence: Load = () => import('../programs/evidence.ts');
const mcp: Load = () => import('../programs/mcp.ts');
const messages: Load = () => import('../programs/messages.ts');
const panes: Load = () => import('../programs/panes.ts');
const plans: Load = () => import('../programs/plans.ts');
const reviews: Load = () => import('../programs/reviews.ts');
const starting: Load = () => import('../programs/starting.ts');
const status: Load = () => import('../programs/status.ts');
const tasks: Load = () => import('../programs/tasks.ts');
const upkeep: Load = () => import('../programs/upkeep.ts');

const programs: Readonly<Record<Verb, Load>> = {
  ...{ start: starting, restore: starting, restart: starting, demo: starting, worktree: plans, plan: plans },
  ...{ stop: panes, sessions: panes, attach: panes, check: panes, layout: panes },
  ...{ init: panes, add: panes, update: panes, remove: panes, list: panes },
  ...{ talk: messages, message: messages, relay: messages, 'tmux-claude': messages, mcp },
  ...{ review: reviews, 'tmux-codex': reviews, evidence, budget: evidence, collab, status },
  ...{ findings: tasks, pm: tasks, gates: upkeep, log: upkeep, sweep: upkeep, doctor: upkeep },
  ...{ install: installing, uninstall: installing, completion: installing },
};

async function main(args: readonly string[]): Promise<number> {
  const [verb, ...rest] = verbFirst(args);
  if (verb === '--version' || verb === '-V') {
    return say(`${await version()}\n`);
  }
  if (verb === undefined || verb === '--help' || verb === '-h' || (verb === 'help' && rest.length === 0)) {
    return say(generalHelp(shownGroups(), { name, version: await version(), colour: isColourful() }));
  }
  if (verb === completing) {
    const { complete } = await import('../programs/completing.ts');
    return complete({ words: rest, verbs: shownGroups().flatMap((group) => group.headings), load, name });
  }
  const helpWanted = verb === 'help';
  const found = findVerb(helpWanted ? (rest[0] ?? '') : verb);
  const { run } = await (isPrompt(found, rest) ? messages() : programs[found]());
  const call = { verb: found, args: helpWanted ? ['--help'] : rest, name, json: wantsJson(args) };
  return run({ ...call, isColourful, typed });
}

/** The completion of the shells calls it, with the words so far. Not a verb for people. */
const completing = '--complete';

function load(verb: string): Promise<{ readonly run: Program }> {
  return programs[findVerb(verb)]();
}

/** `tmux-codex --prompt TEXT [WORKDIR]` needs a small part of its bundle, and Claude calls it often. */
function isPrompt(verb: Verb, [mode, , ...others]: readonly string[]): boolean {
  return verb === 'tmux-codex' && mode === '--prompt' && others.every((one) => !one.startsWith('-'));
}

function isColourful(): boolean {
  return isTerminal(1) && !process.env['NO_COLOR'];
}

async function say(text: string): Promise<number> {
  write('stdout', text);
  await written();
  return exits.success;
}

/** `party --json status` means the same as `party status --json`. */
function verbFirst(args: readonly string[]): string[] {
  const leading: string[] = [];
  const rest = [...args];
  while (rest.length > 1 && ['--json', '--verbose', '--config'].includes(rest[0] ?? '')) {
    leading.push(...rest.splice(0, rest[0] === '--config' ? 2 : 1));
  }
  const [verb, ...others] = rest;
  return verb === undefined ? leading : [verb, ...leading, ...others];
}

/** Arguments after `--` belong to the program that we run. */
function wantsJson(all: readonly string[]): boolean {
  const end = all.indexOf('--');
  return (end === -1 ? all : all.slice(0, end)).includes('--json');
}

/** Users of tmux-team find its own verbs first. */
function shownGroups() {
  const own = verbGroups.filter(({ verbs }) => verbs.some((verb) => ['init', 'talk', 'check', 'pm'].includes(verb)));
  const first = name === 'party' ? [] : own.toReversed();
  return [...first, ...verbGroups.filter((group) => !first.includes(group))].map(({ title, verbs }) => ({
    title,
    headings: verbs.map((verb) => headings[verb]),
  }));
}

const aliases: Readonly<Record<string, Verb>> = { send: 'talk', read: 'check', ls: 'list', rm: 'remove' };

function findVerb(given: string): Verb {
  const verb = Object.hasOwn(aliases, given) ? aliases[given] : given;
  if (verb !== undefined && isVerb(verb)) return verb;
  const meant = nearest(
    given,
    verbGroups.flatMap(({ verbs }) => verbs),
  );
  throw new PartyError(
    'USAGE',
    `There is no verb ${given}${meant === undefined ? `. See: ${shownName()} --help` : `; did you mean ${meant}?`}`,
  );
}

/** Programs know it by its name. */
function shownName(): string {
  return typed === undefined || wantsJson(args) ? name : shellWord(typed);
}

function isVerb(given: string): given is Verb {
  return Object.hasOwn(headings, given);
}

function version(): Promise<string> {
  return versionOf(installationRoot(__dirname));
}

putCertificatesBack(process.env);
// The launcher sets this for our process only: a child that is an Electron program must not inherit it.
delete process.env['ELECTRON_RUN_AS_NODE'];
const name = programName(process.env['PARTY_NAME']);
delete process.env['PARTY_NAME'];
const typed = process.env['PARTY_TYPED'];
delete process.env['PARTY_TYPED'];

// biome-ignore lint/suspicious/noGlobalAssign: it is this file's own; the build makes each `import()` above a call of it
require = requireBundles(require, __dirname) as typeof require;

const args = process.argv.slice(2);
main(args)
  .catch(async (error: unknown) => {
    const exit = reportFailure(error, { json: wantsJson(args), name });
    await written();
    return exit;
  })
  // Exit now rather than at the end of the event loop: a signal during Node's shutdown would kill us after a success.
  .then((code) => process.exit(code));

// Which gated acts a program does, or could do.

import type { GatedAct } from '../../project/gatedActs.ts';
import { launched } from '../../shell/options.ts';
import { currentBranch } from '../../shell/printed.ts';
import type { Invocation } from '../../shell/programs.ts';
import { literal, programName, type ShellWord } from '../../shell/word.ts';
import { namedBehind, namedInCode } from '../inside.ts';
import { ghOptions, isForeign, makesPullRequest, otherHead, webClients } from '../pullRequest.ts';
import { couldSpell, firstVerb } from '../verbs.ts';
import { branchIn, checkoutsBy, type MadeCheckout } from './checkouts.ts';
import { forgeAct, forgeHead, forgePrograms, gitForges } from './forges.ts';
import { apiMakesPullRequest } from './githubApi.ts';
import { gitMakesPullRequest, pushOf } from './push.ts';
import { type Branch, switchedTo } from './switched.ts';
import { apiAct, webAct } from './webActs.ts';

export interface FoundAct {
  readonly act: GatedAct;
  /** The branch it is about; null when unknown, undefined when it is the checked-out branch. */
  readonly head: string | null | undefined;
  /** For a push: the branch it goes to, null when it may be any, undefined when git takes the checked-out one. */
  readonly to?: string | null | undefined;
}

/** The acts of programs that run one after the other: a push without names goes where the line has switched to. */
export function actsInOrder<T extends Invocation>(invocations: readonly T[]): { found: FoundAct; invocation: T }[] {
  const branches: Branch[] = [undefined];
  const made: MadeCheckout[] = [];
  return invocations.flatMap((invocation) => {
    const to = switchedTo(invocation, branches);
    if (to !== false) branches.push(to);
    made.push(...checkoutsBy(invocation, branches.length));
    const now = branchIn(invocation, made, branches);
    return actsOf(invocation).map((found) => ({ found: goingTo(found, now, branches.length > 1), invocation }));
  });
}

/** The name of the checked-out branch may be that from before the line has switched. */
function goingTo(found: FoundAct, now: Branch, switched: boolean): FoundAct {
  if (found.to === currentBranch) return { ...found, to: switched ? null : undefined };
  return 'to' in found && found.to === undefined && now !== undefined ? { ...found, to: now } : found;
}

/** What a text does that a program may run or only keep: nothing, unless the text begins with the program that does it. */
export function actsCarried(invocation: Invocation): FoundAct[] {
  const name = invocation.words[0]?.value == null ? '' : (programName(invocation.words[0]) ?? '');
  const own = (programs.has(name) || webClients.has(name)) && !(name === 'gh' && isForeign(invocation.words.slice(1)));
  return own ? actsOf(invocation).filter(({ act, to }) => act !== 'push-base' || to != null) : [];
}

/** A push counts as one to the base branch until the caller has looked at the branch it goes to. */
export function actsOf(given: Invocation): FoundAct[] {
  const invocation = { ...given, words: asGit(given.words) };
  const [program, ...args] = invocation.words;
  const name = program === undefined ? null : programName(program);
  if (makesPullRequest(invocation)) return [{ act: 'pr-create', head: otherHead(invocation) }];
  if (name === null) return [];
  return [...ownActs(name, program, args), ...actsInside(invocation)];
}

/** `git-push` and `git-review`, which are programs of their own. */
function asGit(words: readonly ShellWord[]): readonly ShellWord[] {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  // hub is git with more verbs.
  if (name === 'hub' && pushOf(args) !== undefined) return [literal('git'), ...args];
  const verb = /^git-(.+)$/.exec(name ?? '')?.[1];
  const known = verb !== undefined && (/^(?:push|send-pack|http-push)$/.test(verb) || Object.hasOwn(gitForges, verb));
  return known ? [literal('git'), literal(verb), ...args] : words;
}

/** Whether the program does something that a policy may gate. */
export function isGatedAct(invocation: Invocation): boolean {
  return actsOf(invocation).length > 0;
}

function ownActs(name: string, program: ShellWord | undefined, args: readonly ShellWord[]): FoundAct[] {
  if (name === 'gh') return ghActs(args);
  if (name === 'git') {
    return (pushOf(args)?.refs ?? []).map(({ from, to }) => ({ act: 'push-base', head: from, to }));
  }
  if (/^(?:glab|hub|tea)$/.test(name) && firstVerb(args, ghOptions)?.value === 'api') {
    const words = after(args, 'api');
    return act(apiMakesPullRequest(words) ? 'pr-create' : apiAct(words));
  }
  if (name === 'az' && /^(?:rest|devops)$/.test(args[0]?.value ?? '')) return act(webAct(args));
  if (name === 'jj' || name === 'sl') return bookmarks(name, args);
  if (webClients.has(name)) return act(webAct(args));
  return act(forgeAct(name, args), forgeHead(program, args));
}

/** `jj git push -b main`, `sl push --to main`. Without a name they push to branches of their own. */
function bookmarks(name: string, args: readonly ShellWord[]): FoundAct[] {
  const options = name === 'jj' ? ['-b', '--bookmark', '--branch'] : ['--to'];
  const pushes = couldSpell(args, name === 'jj' ? [['git'], ['push']] : [['push']], { valued: options, flags: [] });
  const to = launched(args, { valued: options, operands: args.length }).options.filter((one) =>
    options.includes(one.name),
  );
  const forge = act(forgeAct(name, args));
  if (!pushes) return forge;
  return [
    ...forge,
    ...to.map(({ value }) => ({ act: 'push-base' as const, head: undefined, to: value?.value ?? null })),
  ];
}

/** In the code of another language, and after a program that may run its arguments. */
function actsInside(invocation: Invocation): FoundAct[] {
  const named = [
    ...namedInCode(invocation, programs),
    ...(installs(invocation) ? [] : namedBehind(invocation, programs)),
  ];
  return named.flatMap(({ name, words }) => {
    const [program, ...args] = asGit([literal(name), ...words]);
    const isGit = program?.value === 'git';
    return isGit && gitMakesPullRequest(args) ? act('pr-create') : ownActs(isGit ? 'git' : name, undefined, args);
  });
}

const programs: ReadonlySet<string> = new Set([
  ...['gh', 'git', ...forgePrograms],
  ...Object.keys(gitForges).map((verb) => `git-${verb}`),
]);

/** `pip install ghstack` runs none of the programs that it names. */
function installs({ words: [program, ...args] }: Invocation): boolean {
  const name = program === undefined ? null : programName(program);
  if (name === null || !managers.test(name)) return false;
  return args
    .slice(0, 2)
    .some(({ value }) => /^(?:install|i|add|uninstall|remove|upgrade|info|show|search)$/.test(value ?? ''));
}

const managers =
  /^(?:pip[\d.]*|pipx|brew|npm|pnpm|yarn|bun|apt|apt-get|dnf|yum|pacman|apk|cargo|go|gem|uv|conda|port|snap)$/;

function ghActs(args: readonly ShellWord[]): FoundAct[] {
  if (firstVerb(args, ghOptions)?.value === 'api') return act(apiAct(after(args, 'api')));
  const verb = (['ready', 'merge', 'edit', 'revert'] as const).find((one) =>
    couldSpell(args, [['pr'], [one]], ghOptions),
  );
  if (verb === undefined) return [];
  const rest = after(args, verb);
  if (verb === 'edit') return movesBase(rest) ? [{ act: 'pr-create', head: pullRequestBranch(rest) }] : [];
  // A pull request of its own, with a branch that the server makes.
  if (verb === 'revert') return [{ act: 'pr-create', head: null }];
  const undoes = /^(?:--undo|--disable-auto|--help|-h)$/;
  if (rest.some(({ value }) => undoes.test(value ?? ''))) return [];
  return [{ act: verb === 'ready' ? 'pr-ready' : 'pr-merge', head: pullRequestBranch(rest) }];
}

/** `gh pr edit --base`: afterwards it is a pull request into another branch, which has to be the reviewed one. */
function movesBase(rest: readonly ShellWord[]): boolean {
  const { options, words: unread } = launched(rest, { valued: editOptions, operands: rest.length });
  return unread.length > 0 || options.some(({ name }) => name === '-B' || name === '--base');
}

/** The pull request that the words name: by its branch, by a number or by an address. Only a branch says which code. */
function pullRequestBranch(rest: readonly ShellWord[]): string | null | undefined {
  const operand = launched(rest, {
    valued: [...editOptions, '--subject', '-A', '--author-email', '--match-head-commit'],
  }).words[0];
  if (operand === undefined) return undefined;
  return operand.value === null || /^#?\d+$|:\/\//.test(operand.value) ? null : operand.value;
}

/** Those of `gh pr edit` that take a value. */
const editOptions: readonly string[] = [
  ...['-R', '--repo', '-b', '--body', '-F', '--body-file', '-t', '--title', '-B', '--base', '-m', '--milestone'],
  ...['label', 'assignee', 'reviewer', 'project'].flatMap((what) => [`--add-${what}`, `--remove-${what}`]),
];

function after(args: readonly ShellWord[], verb: string): readonly ShellWord[] {
  return args.slice(args.findIndex(({ value }) => value === verb) + 1);
}

function act(found: GatedAct | undefined, head?: string | null): FoundAct[] {
  return found === undefined ? [] : [{ act: found, head }];
}

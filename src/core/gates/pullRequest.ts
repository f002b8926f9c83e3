// Whether a program makes a pull request: `gh pr create` in all its forms, and the other ways that Party can recognize.

import { launched } from '../shell/options.ts';
import type { Invocation } from '../shell/programs.ts';
import { couldBe, programName, type ShellWord } from '../shell/word.ts';
import { forgeAct, forgeHead, isForge } from './acts/forges.ts';
import {
  apiHead,
  apiMakesPullRequest,
  codePostsPullRequest,
  headBranch,
  webCallMakesPullRequest,
  webHead,
} from './acts/githubApi.ts';
import { gitMakesPullRequest, pushOf } from './acts/push.ts';
import { isInArgument, namedBehind, namedInCode, runsHiddenCode } from './inside.ts';
import { couldSpell, firstVerb, type VerbOptions } from './verbs.ts';
import { anyOf, withoutQuotes } from './words.ts';

export function makesPullRequest(invocation: Invocation): boolean {
  const [program, ...args] = invocation.words;
  if (program === undefined) return false;
  const name = programName(program);
  if (name === null) return couldBe(program, 'gh') && (program.many || ghMakes(args));
  if (name === 'gh') return ghMakes(args) || isForeign(args);
  if (name === 'git') return gitMakesPullRequest(args) || pushOf(args)?.asksForReview === true;
  if (isForge(name)) return forgeAct(name, args) === 'pr-create';
  if (webClients.has(name)) return webCallMakesPullRequest(args);
  const named = [...namedInCode(invocation, gh), ...namedBehind(invocation, gh)];
  if (named.some(({ words }) => words[0]?.value != null && ghSpells(words))) return true;
  return isInArgument(invocation, codePostsPullRequest) || runsHiddenCode(invocation);
}

const gh: ReadonlySet<string> = new Set(['gh']);

/** The branch of the pull request; null when unknown, undefined when it is the checked-out branch. */
export function otherHead({ words }: Pick<Invocation, 'words'>): string | null | undefined {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  if (name !== null && webClients.has(name)) return webHead(args);
  if (name === 'gh' && firstVerb(args, ghOptions)?.value === 'api') return apiHead(args);
  if (name === 'git') return pushOf(args)?.refs.find(({ from }) => from !== undefined)?.from;
  if (name !== null && isForge(name)) return forgeHead(program, args);
  const { options } = launched(args, { valued: ['-H', '--head'], operands: words.length });
  const head = options.findLast((one) => one.name === '-H' || one.name === '--head');
  return head === undefined ? undefined : headBranch(head.value?.value);
}

/** A line without any of these makes no pull request, unless it hides what it runs. pr-gate.sh uses these words too. */
export const pullRequestWords = [
  ...['gh', 'hub', '/pulls', 'createPullRequest', 'glab', 'merge_request', 'merge-request', 'refs/for', 'pullrequests'],
] as const;

const mentioned = anyOf(pullRequestWords);

/** For lines that Party cannot parse to the end. */
export function mentionsPullRequests(text: string): boolean {
  return mentioned.test(withoutQuotes(text));
}

export const ghOptions: VerbOptions = { valued: ['-R', '--repo', '--hostname'], flags: ['--help', '-h', '--version'] };

function ghMakes(args: readonly ShellWord[]): boolean {
  if (asksForHelp(args)) return false;
  if (ghSpells(args)) return true;
  if (couldSpell(args, [['agent-task', 'agent-tasks', 'agent', 'agents'], ['create']], ghOptions)) return true;
  const verb = firstVerb(args, ghOptions)?.value;
  return verb === 'api' && apiMakesPullRequest(args.slice(args.findIndex(({ value }) => value === 'api') + 1));
}

function ghSpells(args: readonly ShellWord[]): boolean {
  return couldSpell(args, [['pr'], ['create', 'new']], ghOptions);
}

/** The user's alias or extension, which may run anything. */
export function isForeign(args: readonly ShellWord[]): boolean {
  const verb = firstVerb(args, ghOptions)?.value;
  if (couldSpell(args, [['extension', 'extensions', 'ext'], ['exec']], ghOptions)) return true;
  return verb != null && !ghVerbs.has(verb);
}

/** `gh pr create --help`. Further back, the word might be the title. */
function asksForHelp(args: readonly ShellWord[]): boolean {
  const at = args.findIndex(({ value }) => value === 'create' || value === 'new');
  const known = args.slice(0, at + 2).every(({ value }) => value !== null);
  return at >= 0 && known && /^(?:--help|-h)$/.test(args[at + 1]?.value ?? '');
}

const ghVerbs: ReadonlySet<string> = new Set(
  `accessibility actions api agent agent-task agent-tasks agents alias at attestation auth browse cache co codespace
  completion config copilot cs environment exit-codes extension extensions ext formatting gist gpg-key help issue label
  licenses mintty org pr preview project reference release repo rs ruleset run search secret skill ssh-key status
  variable version workflow`.split(/\s+/),
);

export const webClients: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'xh', 'httpie', 'curlie']);

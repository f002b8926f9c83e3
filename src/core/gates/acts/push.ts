// What `git push` does besides copying commits: it can make a merge request, and it can go to the base branch.

import { gitOptions } from '../../shell/gitWords.ts';
import { launched } from '../../shell/options.ts';
import { currentBranch } from '../../shell/printed.ts';
import { couldEqual, literal, type ShellWord } from '../../shell/word.ts';
import { gitForgeMakes } from './forges.ts';

export interface Push {
  /** It makes a merge request or a change for review. */
  readonly asksForReview: boolean;
  readonly refs: readonly PushedRef[];
}

export interface PushedRef {
  /** Null when unknown, undefined when it is what is checked out. An empty name deletes the branch. */
  readonly from: string | null | undefined;
  /** A branch; null when it may be any, undefined when git takes the checked-out one. */
  readonly to: string | null | undefined;
}

/** `args` are the words after `git`. Undefined when it pushes nothing. */
export function pushOf(args: readonly ShellWord[]): Push | undefined {
  const { words, options } = launched(args, { valued: gitOptions });
  const [verb, ...said] = words;
  if (verb === undefined || !couldPush(verb, said)) return undefined;
  const rest = said.map(spelledOut);
  const pushed = launched(rest, { valued, operands: rest.length });
  const names = pushed.options.map(({ name }) => name);
  if (names.some((name) => /^(?:-n|--dry-run|--help|-h)$/.test(name))) return undefined;
  const asked = pushed.options
    .filter(({ name }) => name === '-o' || name === '--push-option')
    .map(({ value }) => value);
  const configured = options.filter(({ name }) => name === '-c').map(({ value }) => value);
  const refs = names.some((name) => /^--(?:all|branches|mirror)$/.test(name))
    ? [{ from: null, to: null }]
    : refsOf(rest, names).map((ref) =>
        ref.to === undefined && configured.some(leadsAway) ? { ...ref, to: null } : ref,
      );
  const forReview = refs.some(({ to }) => to != null && reviewRef.test(to));
  return { asksForReview: forReview || asked.some(couldAsk) || configured.some(configuresAsking), refs };
}

function couldPush(verb: ShellWord, said: readonly ShellWord[]): boolean {
  // With a remote and a branch behind it, a verb that only the shell knows could push there.
  if (verb.value === null) return said.length > 1 && couldEqual(verb, 'push');
  return ['push', 'send-pack', 'http-push'].includes(verb.value);
}

const longOptions = `--all --branches --mirror --delete --tags --dry-run --porcelain --force --force-with-lease
  --force-if-includes --recurse-submodules --receive-pack --exec --repo --set-upstream --progress --prune --no-verify
  --follow-tags --signed --atomic --push-option --verbose --quiet --thin --help`.split(/\s+/);

/** git accepts the beginning of an option when it is the only one: `--push-o`, `--mir`. */
function spelledOut(word: ShellWord): ShellWord {
  const [, name = '', value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word.value ?? '') ?? [];
  const fitting = longOptions.filter((option) => option.startsWith(name));
  const [only] = fitting;
  return name === '' || only === undefined || fitting.length > 1 ? word : literal(`${only}${value}`);
}

const valued = ['-o', '--push-option', '--repo', '--receive-pack', '--exec', '--recurse-submodules'];

/** Gerrit and AGit. */
const reviewRef = /^refs\/(?:for|drafts|publish|for-review|draft|wip)\//;

/** GitLab: `merge_request.create` and its relatives, all of which need a merge request. */
function couldAsk(word: ShellWord | undefined): boolean {
  if (word?.value == null) return true;
  return /^merge_request\b|^mr\b|pull_request|^topic=|^title=/i.test(word.value);
}

/** Settings by which a push without names goes to another branch than the checked-out one. */
function leadsAway(word: ShellWord | undefined): boolean {
  const text = word?.value ?? word?.head ?? '';
  return /^push\.default=(?!current$|simple$|nothing$)|^remote\..*\.(?:push|mirror)\b|^branch\..*\.merge\b/i.test(text);
}

function configuresAsking(word: ShellWord | undefined): boolean {
  const text = word?.value ?? word?.head ?? '';
  if (word?.value == null && text === '') return true;
  return /^push\.pushOption=/i.test(text) && /merge_request|^[^=]*=$/i.test(text);
}

function refsOf(rest: readonly ShellWord[], names: readonly string[]): PushedRef[] {
  const operands = operandsOf(rest);
  if (operands.some(({ many }) => many)) return [{ from: null, to: null }];
  const named = operands.slice(names.includes('--repo') ? 0 : 1);
  const deletes = names.some((name) => name === '--delete' || name === '-d');
  if (named.length > 0) return named.map((word) => refOf(word, deletes));
  return names.includes('--tags') ? [] : [{ from: undefined, to: undefined }];
}

function operandsOf(rest: readonly ShellWord[]): ShellWord[] {
  const operands: ShellWord[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    if (word === undefined) break;
    if (valued.includes(word.value ?? '')) at++;
    else if (word.value === null || !/^-./.test(word.value)) operands.push(word);
  }
  return operands;
}

/** `HEAD:main`, `+topic:refs/heads/main`, `:main`, `main`, `tag v1`. */
function refOf({ value, head, tail }: ShellWord, deletes: boolean): PushedRef {
  if (value === null) {
    // The end of `"$X:main"` is known, and so is the beginning of `HEAD:"$X"`.
    const to = tail.includes(':') ? branchOf(tail.slice(tail.lastIndexOf(':') + 1)) : null;
    return { from: head.includes(':') ? sourceOf(head.slice(0, head.indexOf(':'))) : null, to };
  }
  const text = value.replace(/^\+/, '');
  const colon = text.indexOf(':');
  if (deletes) return { from: '', to: branchOf(text) };
  if (text === currentBranch) return { from: undefined, to: currentBranch };
  if (colon === -1) return { from: sourceOf(text), to: isHead(text) ? undefined : branchOf(text) };
  // A lone colon pushes all branches that both sides have.
  if (text === ':') return { from: null, to: null };
  return { from: sourceOf(text.slice(0, colon)), to: branchOf(text.slice(colon + 1)) };
}

function sourceOf(text: string): string | null | undefined {
  return isHead(text) ? undefined : branchOf(text);
}

function isHead(text: string): boolean {
  return text === 'HEAD' || text === '@' || text === currentBranch;
}

/** Null for `refs/heads/*`, which is every branch. */
function branchOf(ref: string): string | null {
  return ref.includes('*') ? null : ref.replace(/^(?:refs\/)?heads\//, '');
}

/** `git review`, `git town propose`. */
export function gitMakesPullRequest(args: readonly ShellWord[]): boolean {
  const { words } = launched(args, { valued: gitOptions });
  const [verb, ...rest] = words;
  return verb?.value != null && gitForgeMakes(verb.value, rest);
}

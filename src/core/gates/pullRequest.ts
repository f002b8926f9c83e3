// Whether a program makes a pull request: `gh pr create` in all its forms, and the ways around it that can be seen.

import { launched } from '../shell/options.ts';
import { couldBe, programName, type ShellWord } from '../shell/word.ts';
import type { Invocation } from '../shellLine.ts';
import { apiMakesPullRequest, webCallMakesPullRequest } from './githubApi.ts';
import { couldSpell, firstVerb, type VerbOptions } from './verbs.ts';

export function makesPullRequest({ words }: Pick<Invocation, 'words'>): boolean {
  const [program, ...args] = words;
  if (program === undefined) return false;
  const name = programName(program);
  if (name === null) return couldBe(program, 'gh') && (program.many || ghMakes(args));
  if (name === 'gh') return ghMakes(args) || isForeign(args);
  if (name === 'hub') return couldSpell(args, [['pull-request']], { valued: [], flags: [] });
  if (webClients.has(name)) return webCallMakesPullRequest(args);
  if (interpreters.test(name)) return args.some(runsGhInside);
  return !readers.has(name) && startsGh(args);
}

/** A tool of an MCP server. One about a review or a comment of a pull request makes none. */
export function isPullRequestTool(tool: string): boolean {
  if (!/^mcp__/.test(tool)) return false;
  const name = tool.slice(tool.lastIndexOf('__') + 2);
  if (/review|comment|label|reaction/i.test(name)) return false;
  return /(?:create|open|new|submit|make).*(?:pull.?request|merge.?request|(?:^|_|-)pr(?:$|_|-))|pull.?request.*(?:create|open)/i.test(
    name,
  );
}

/** The branch that `--head` names; null when it cannot be known, undefined when it is left out. */
export function otherHead(words: readonly ShellWord[]): string | null | undefined {
  const { options } = launched(words.slice(1), { valued: ['-H', '--head'], operands: words.length });
  const head = options.findLast(({ name }) => name === '-H' || name === '--head');
  if (head === undefined) return undefined;
  return head.value?.value?.replace(/^[^:]*:/, '') ?? null;
}

/** For lines that cannot be read to their end. */
export function mentionsPullRequests(text: string): boolean {
  return /gh|hub|\/pulls|createpullrequest/i.test(text.replace(/\\\n|['"\\]/g, ''));
}

const ghOptions: VerbOptions = { valued: ['-R', '--repo', '--hostname'], flags: ['--help', '-h', '--version'] };

function ghMakes(args: readonly ShellWord[]): boolean {
  if (asksForHelp(args)) return false;
  if (couldSpell(args, [['pr'], ['create', 'new']], ghOptions)) return true;
  if (couldSpell(args, [['agent-task', 'agent-tasks', 'agent', 'agents'], ['create']], ghOptions)) return true;
  const verb = firstVerb(args, ghOptions)?.value;
  return verb === 'api' && apiMakesPullRequest(args.slice(args.findIndex(({ value }) => value === 'api') + 1));
}

/** An alias or an extension of the user's: nobody knows what it runs. */
function isForeign(args: readonly ShellWord[]): boolean {
  const verb = firstVerb(args, ghOptions)?.value;
  return verb != null && !ghVerbs.has(verb);
}

/** `gh pr create --help`; further behind it might be the title. */
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

const webClients: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'xh', 'httpie']);

const interpreters = /^(?:python[\d.]*|node|nodejs|deno|bun|perl[\d.]*|ruby|php|lua|osascript|[gmn]?awk|tclsh|expect)$/;

/** Code that starts programs, with the words of the command in it. A text that is only printed starts none. */
function runsGhInside({ value }: ShellWord): boolean {
  if (value === null || !/\bgh\b\W{1,8}pr\W{1,8}(?:create|new)\b/.test(value)) return false;
  return /system|exec|spawn|popen|subprocess|\brun\b|\bcall\b|child_process|qx|`|shell/i.test(value);
}

/** A program that is not known may run what stands behind it: `mise exec -- gh pr create`. */
function startsGh(args: readonly ShellWord[]): boolean {
  return args.some((word, index) => {
    if (word.value === null || programName(word) !== 'gh') return false;
    const [pr, create] = args.slice(index + 1).filter(({ value }) => value?.startsWith('-') !== true);
    return pr?.value === 'pr' && (create?.value === 'create' || create?.value === 'new');
  });
}

/** They look for words, print them or keep them, and run none of them. */
const readers: ReadonlySet<string> = new Set(
  `echo printf print rg grep egrep fgrep zgrep ag ack git cat bat ls man which type whereis where hash tldr apropos say
  notify-send logger wall sed test [ export declare typeset local readonly set unset alias read head tail less more jq
  yq sort uniq wc cut tr tee touch mkdir rm cp mv ln find fd party tmux-team tmux-codex.sh tmux-claude.sh claude codex
  code vim nvim nano emacs true false : diff comm column fold fmt basename dirname realpath`.split(/\s+/),
);

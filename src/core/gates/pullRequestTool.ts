// Which MCP tools make pull requests, by their names: create_pull_request, createPR, gh_pr_create, new_mr,
// pull_request_write. Servers choose their own names, so the words in a name count, not its form.

import type { FoundAct } from './acts/actsOf.ts';
import { headBranch } from './acts/githubApi.ts';

export function isPullRequestTool(tool: string): boolean {
  if (!tool.startsWith('mcp__')) return false;
  const words = wordsOf(tool.slice(tool.lastIndexOf('__') + 2));
  const verb = words.findIndex((word) => verbs.has(word));
  const noun = words.indexOf(pullRequest);
  if (verb === -1 || noun === -1 || parts.has(words[noun + 1] ?? '') || onlyReads(words, verb)) return false;
  // `create_issue_from_pr` makes something else.
  const between = words.slice(verb + 1, Math.max(noun, verb + 1));
  const at = between.findIndex((word) => prepositions.has(word));
  return at <= 0;
}

/** The gated act of an MCP tool, by the words of its name and by its input; undefined when it has none. */
export function toolAct(tool: string, input: Readonly<Record<string, unknown>>): FoundAct | undefined {
  if (isPullRequestTool(tool)) return { act: 'pr-create', head: toolHead(input) };
  if (!tool.startsWith('mcp__')) return undefined;
  const words = wordsOf(tool.slice(tool.lastIndexOf('__') + 2));
  const has = (...some: string[]) => some.some((word) => words.includes(word));
  const firstOf = (some: ReadonlySet<string>) => words.findIndex((word) => some.has(word));
  if (has(pullRequest)) return onlyReads(words, firstOf(changes)) ? undefined : actOnPullRequest(has, input);
  if (has('create', 'update', 'set', 'add') && /commit_?status|check_?run/.test(words.join('_'))) {
    return { act: 'status', head: undefined };
  }
  const writes = has('push', 'commit', 'create', 'update', 'put', 'delete', 'merge') && has('file', 'files', 'commit');
  if (!writes || !isInRepository(input) || has('comment', 'comments') || onlyReads(words, firstOf(pushes))) {
    return undefined;
  }
  // Without a branch, a server takes the base.
  const branch = input['branch'] ?? input['branch_name'] ?? input['branchName'];
  return { act: 'push-base', head: null, to: typeof branch === 'string' ? branch : null };
}

/** Other servers than those of git have projects too, but no branches and commits in them. */
function isInRepository(input: Readonly<Record<string, unknown>>): boolean {
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(input, name));
  if (has('owner', 'repo', 'repository')) return true;
  return has('project_id', 'projectId') && Object.keys(input).some((name) => /branch|commit|^message$/i.test(name));
}

/** `get_pull_request_merge_status`, but not `check_and_merge_pr`. `act` is where the first word of an act is, or -1. */
function onlyReads(words: readonly string[], act: number): boolean {
  const at = words.findIndex((word) => readings.has(word));
  return at !== -1 && (act === -1 || at < act) && !words.some((word) => joints.has(word));
}

/** An existing one, which the call names by a number: which code that is, only the server knows. */
function actOnPullRequest(
  has: (...words: string[]) => boolean,
  input: Readonly<Record<string, unknown>>,
): FoundAct | undefined {
  if (has('merge', 'accept', 'land', 'enqueue', 'automerge')) return { act: 'pr-merge', head: null };
  if (has('ready', 'undraft')) return { act: 'pr-ready', head: null };
  if (!has('update', 'edit', 'patch', 'modify') || has('branch', 'review', 'comment')) return undefined;
  if (['base', 'base_branch', 'target_branch'].some((name) => Object.hasOwn(input, name)))
    return { act: 'pr-create', head: null };
  return input['draft'] === false ? { act: 'pr-ready', head: null } : undefined;
}

/** The branch of the pull request when the call names one; null when it is not text. */
export function toolHead(input: Readonly<Record<string, unknown>>): string | null | undefined {
  const name = ['head', 'head_branch', 'headBranch', 'source_branch', 'sourceBranch'].find((one) =>
    Object.hasOwn(input, one),
  );
  const head = name === undefined ? undefined : input[name];
  return typeof head === 'string' ? headBranch(head) : head === undefined ? undefined : null;
}

const pullRequest = 'pullrequest';

const verbs: ReadonlySet<string> = new Set(
  'create open new submit make write raise publish propose send file start add'.split(' '),
);

/** Parts of a pull request: a tool that makes one of these does not make a pull request. */
const parts: ReadonlySet<string> = new Set(
  `review reviews reviewer reviewers comment comments label labels reaction reactions note notes thread threads
  discussion discussions reply replies template assignee assignees milestone status check checks`.split(/\s+/),
);

const readings: ReadonlySet<string> = new Set(
  'get list search find read fetch compare show view check can is has'.split(' '),
);

/** With one of these, a tool does more than one thing. */
const joints: ReadonlySet<string> = new Set(['and', 'or', 'then']);

/** The words of acts on an existing pull request. */
const changes: ReadonlySet<string> = new Set(
  'merge accept land enqueue automerge ready undraft update edit patch modify'.split(' '),
);

/** `commit` is also a noun. */
const pushes: ReadonlySet<string> = new Set(['push', 'create', 'update', 'put', 'delete', 'merge']);

const prepositions: ReadonlySet<string> = new Set(['on', 'to', 'for', 'from', 'of', 'in', 'into', 'about']);

/** In lower case; `PR`, `MR`, `pull request` and `mergeRequest`, one or several, become one word. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(pull|merge)[^a-z]*requests?(?![a-z])/g, `_${pullRequest}_`)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return words.map((word) => (/^[pm]rs?$/.test(word) ? pullRequest : word));
}

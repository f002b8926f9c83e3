// Which MCP tools make pull requests, by their names: create_pull_request, createPR, gh_pr_create, new_mr,
// pull_request_write. Servers choose their own names, so the words in a name count, not its form.

import { headBranch } from './acts/githubApi.ts';

export function isPullRequestTool(tool: string): boolean {
  if (!tool.startsWith('mcp__')) return false;
  const words = wordsOf(tool.slice(tool.lastIndexOf('__') + 2));
  const verb = words.findIndex((word) => verbs.has(word));
  const noun = words.indexOf(pullRequest);
  if (verb === -1 || noun === -1 || parts.has(words[noun + 1] ?? '')) return false;
  // `create_issue_from_pr` makes something else.
  const between = words.slice(verb + 1, Math.max(noun, verb + 1));
  const at = between.findIndex((word) => prepositions.has(word));
  return at <= 0;
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

const prepositions: ReadonlySet<string> = new Set(['on', 'to', 'for', 'from', 'of', 'in', 'into', 'about']);

/** In lower case; `PR`, `MR`, `pull request` and `mergeRequest` become one word. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(pull|merge)[^a-z]*request(?![a-z])/g, `_${pullRequest}_`)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return words.map((word) => (word === 'pr' || word === 'mr' ? pullRequest : word));
}

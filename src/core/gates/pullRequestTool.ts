// Which tools of MCP servers make pull requests, by their names: create_pull_request, createPR, gh_pr_create, new_mr,
// pull_request_write. Servers are free in their names, so the words of one count and not its form.

import { branchOf } from './githubApi.ts';

export function isPullRequestTool(tool: string): boolean {
  if (!tool.startsWith('mcp__')) return false;
  const words = wordsOf(tool.slice(tool.lastIndexOf('__') + 2));
  const verb = words.findIndex((word) => verbs.has(word));
  const noun = words.indexOf(pullRequest);
  if (verb === -1 || noun === -1 || parts.has(words[noun + 1] ?? '')) return false;
  // `create_issue_from_pr`: something else is made.
  const between = words.slice(verb + 1, Math.max(noun, verb + 1));
  const at = between.findIndex((word) => prepositions.has(word));
  return at <= 0;
}

/** The branch that it is made of, when the call names one; null when that is no text. */
export function toolHead(input: Readonly<Record<string, unknown>>): string | null | undefined {
  const name = ['head', 'head_branch', 'headBranch', 'source_branch', 'sourceBranch'].find((one) =>
    Object.hasOwn(input, one),
  );
  const head = name === undefined ? undefined : input[name];
  return typeof head === 'string' ? branchOf(head) : head === undefined ? undefined : null;
}

const pullRequest = 'pullrequest';

const verbs: ReadonlySet<string> = new Set(
  'create open new submit make write raise publish propose send file start add'.split(' '),
);

/** Of a pull request: one that makes these makes none. */
const parts: ReadonlySet<string> = new Set(
  `review reviews reviewer reviewers comment comments label labels reaction reactions note notes thread threads
  discussion discussions reply replies template assignee assignees milestone status check checks`.split(/\s+/),
);

const prepositions: ReadonlySet<string> = new Set(['on', 'to', 'for', 'from', 'of', 'in', 'into', 'about']);

/** In small letters; `PR`, `MR`, `pull request` and `mergeRequest` are one word. */
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

// Pull requests made through GitHub's API: `gh api repos/o/r/pulls -f …`, `gh api graphql …`, curl.

import { launched } from '../../shell/options.ts';
import { couldEqual, type ShellWord } from '../../shell/word.ts';

const valued = [
  ...['-X', '--method', '-f', '--raw-field', '-F', '--field', '-H', '--header', '--input', '-q', '--jq'],
  ...['-t', '--template', '--cache', '-p', '--preview', '--hostname'],
];

/** `words` are those after `gh api`. */
export function apiMakesPullRequest(words: readonly ShellWord[]): boolean {
  const before = launched(words, { valued });
  const [endpoint, ...rest] = before.words;
  if (endpoint === undefined) return false;
  const behind = launched(rest, { valued, operands: rest.length });
  const options = [...before.options, ...behind.options];
  // Unknown words may be any options.
  const open = endpoint.many || rest.some(({ many }) => many);
  const method = options.findLast(({ name }) => name === '-X' || name === '--method');
  const fields = options.filter(({ name }) => ['-f', '--raw-field', '-F', '--field', '--input'].includes(name));
  const posts = method === undefined ? fields.length > 0 : couldPost(method.value);
  if (!posts && !open) return false;
  if (couldEnd(endpoint, 'pulls')) return true;
  return couldEnd(endpoint, 'graphql') && (open || fields.some(({ name, value }) => couldCreate(name, value)));
}

function couldPost(value: ShellWord | undefined): boolean {
  return value?.value == null || /^=?post$/i.test(value.value);
}

/** Whether the last part of a path can be this one. */
function couldEnd({ value, tail, many }: ShellWord, part: string): boolean {
  const text = (value ?? tail).replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const last = text.slice(text.lastIndexOf('/') + 1);
  if (value !== null || text.includes('/')) return last === part;
  return many || part.endsWith(last);
}

/** Whether the query may create a pull request: in a field of that name, in a file, or in an unknown word. */
function couldCreate(name: string, word: ShellWord | undefined): boolean {
  if (name === '--input' || word === undefined || word.many) return true;
  if (word.value !== null) return /createPullRequest/i.test(word.value) || /^query=@/.test(word.value);
  return word.head.startsWith('query=') || couldEqual({ ...word, tail: '' }, 'query=');
}

/** The parts of a word that are known; a slash for the others. */
export function textOf({ value, head, tail }: ShellWord): string {
  return value ?? `${head}/${tail}`;
}

/** Options that send something, and the fields of httpie: `title=x`. */
export const sending = /^-[A-Za-z]*[dFT]|^--(?:data|json|form|post|body|upload|in-file)|^[\w.-]+:?=[^=]/;

/** The same in code of another language: `requests.post("https://api.github.com/repos/o/r/pulls", …)`. */
export function codePostsPullRequest(code: string): boolean {
  return /\/(?:pulls|merge_requests|pull-?requests)\/?["'`?]/i.test(code) && /\bpost\b/i.test(code);
}

/** A POST to that address with curl or a similar program, or the name of the mutation. */
export function webCallMakesPullRequest(args: readonly ShellWord[]): boolean {
  const texts = args.map(textOf);
  if (texts.some((text) => /createPullRequest/i.test(text))) return true;
  const sends = texts.some((text) => sending.test(text) || /post$/i.test(text));
  if (!sends) return false;
  if (texts.some((text) => /\/repos\/.*\/pulls\/?(?:\?|$)|^[^/]*\/(?:[^/]*\/)?pulls\/?$/.test(text))) return true;
  // What the query says is in a file, or only the shell knows it.
  const unseen = args.some(({ value }) => value === null || /^(?:-d|--data(?:-\w+)?=|--json=)?@/.test(value));
  return unseen && texts.some((text) => /api\.github\.com\/graphql/.test(text));
}

/** The head of `gh api …/pulls -f head=x`; null when Party cannot see it. `-H` is a header here. */
export function apiHead(words: readonly ShellWord[]): string | null {
  const { options } = launched(words, { valued, operands: words.length });
  const fields = options.filter(({ name }) => ['-f', '--raw-field', '-F', '--field'].includes(name));
  const head = fields.findLast(({ value }) => value?.value == null || /^head(?:RefName)?=/.test(value.value));
  const inQuery = fields.map(({ value }) => headIn(value?.value ?? '')).findLast((found) => found !== undefined);
  return headBranch(head === undefined ? inQuery : head.value?.value?.replace(/^[^=]*=/, ''));
}

/** The head in the data that curl sends. */
export function webHead(args: readonly ShellWord[]): string | null {
  return headBranch(args.map(({ value }) => headIn(value ?? '')).findLast((found) => found !== undefined));
}

/** Where `gh api …/pulls` would make a pull request. `{owner}/{repo}` leaves the repository to gh. */
export function apiTarget(words: readonly ShellWord[]): ApiTarget {
  const { options, words: unread } = launched(words, { valued, operands: words.length });
  const fields = options.filter(({ name }) => ['-f', '--raw-field', '-F', '--field'].includes(name));
  const endpoint = words.find(({ value }) => value === null || /(?:^|\/)(?:pulls|graphql)\b/.test(value));
  const isFile = options.some(({ name }) => name === '--input') || unread.length > 0;
  return namedIn([...(endpoint ? [endpoint] : []), ...fields.flatMap(({ value }) => value ?? [])], isFile);
}

/** The same for a request by curl. */
export function webTarget(args: readonly ShellWord[]): ApiTarget {
  return namedIn(
    args,
    args.some(({ value }) => value?.startsWith('@')),
  );
}

/** Null when Party cannot see it, undefined when the request leaves it to the program. */
interface ApiTarget {
  readonly repo: string | null | undefined;
  readonly base: string | null | undefined;
  readonly head: string | null | undefined;
}

function namedIn(words: readonly ShellWord[], isFile: boolean): ApiTarget {
  const texts = words.map(({ value }) => value ?? '');
  const found = (pattern: RegExp) => texts.map((text) => pattern.exec(text)?.[1]).findLast((one) => one !== undefined);
  const hidden = words.filter(({ value, head }) => value === null && !/^(?:title|body|draft|query)=/.test(head));
  const unseen = isFile || hidden.length > 0 ? null : undefined;
  const repo = found(/(?:^|\/)repos\/([^/{:]+\/[^/{:?]+)\/pulls/);
  const byId = texts.some((text) => /repositoryId/.test(text)) || words[0]?.value === null;
  return {
    repo: repo ?? (byId ? null : undefined),
    base: found(/["']?base(?:RefName)?["']?\s*:\s*"([^"]*)"/) ?? found(/^base=(.+)$/s) ?? unseen,
    head: found(/["']?head(?:RefName)?["']?\s*:\s*"([^"]*)"/) ?? found(/^head=(.+)$/s) ?? unseen,
  };
}

/** The branch without the owner before it. */
export function headBranch(head: string | null | undefined): string | null {
  return head?.replace(/^[^:]*:/, '') ?? null;
}

function headIn(text: string): string | undefined {
  return /["']?head(?:RefName)?["']?\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? /^head=(.+)$/s.exec(text)?.[1];
}

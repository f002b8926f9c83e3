// Acts done through the API of a forge: `gh api`, `glab api`, curl. githubApi.ts has the making of pull requests on
// GitHub.

import type { GatedAct } from '../../project/gatedActs.ts';
import { launched } from '../../shell/options.ts';
import type { ShellWord } from '../../shell/word.ts';
import { sending, textOf } from './githubApi.ts';

const valued = [
  ...['-X', '--method', '-f', '--raw-field', '-F', '--field', '-H', '--header', '--input', '-q', '--jq'],
  ...['-t', '--template', '--cache', '-p', '--preview', '--hostname', '--request'],
];

/** `words` are those after `gh api` or `glab api`. */
export function apiAct(words: readonly ShellWord[]): GatedAct | undefined {
  const { options } = launched(words, { valued, operands: words.length });
  const method = options.findLast(({ name }) => name === '-X' || name === '--method')?.value;
  const fields = options.filter(({ name }) => /^(?:-f|-F|--raw-field|--field|--input)$/.test(name));
  if (method === undefined ? fields.length === 0 : /^=?get$/i.test(method.value ?? '')) return undefined;
  const endpoint = words.find((word, at) => isEndpoint(word, words[at - 1]));
  const text = endpoint?.value ?? endpoint?.tail ?? '';
  if (/graphql\/?$/.test(text)) return mutationIn(fields.map(({ value }) => value?.value ?? ''));
  const verb = (method?.value ?? 'POST').replace(/^=/, '');
  return endpointAct(text, verb) ?? (changesPull(text) && fields.some(movesBase) ? 'pr-create' : undefined);
}

/** One pull request that exists already. */
function changesPull(address: string): boolean {
  return /(?:^|\/)repos\/[^/]+\/[^/]+\/pulls\/[^/]+\/?$/.test(address);
}

/** Whether a field could name another base; a file could. */
function movesBase({ name, value }: { name: string; value: ShellWord | undefined }): boolean {
  if (name === '--input' || value === undefined) return true;
  return value.value === null ? !/^(?!base=)\w+=/.test(value.head) : value.value.startsWith('base=');
}

function isEndpoint({ value, tail }: ShellWord, before: ShellWord | undefined): boolean {
  const text = value ?? tail;
  return !text.startsWith('-') && !valued.includes(before?.value ?? '') && /[/]|graphql/.test(text);
}

/** curl, wget and the like: any address of a forge together with something that writes. */
export function webAct(args: readonly ShellWord[]): GatedAct | undefined {
  const texts = args.map(textOf);
  const method = texts.map((text) => /^(?:-X|--request=?|--method=?)?(post|put|patch|delete)$/i.exec(text)?.[1]);
  const said = method.find((one) => one !== undefined);
  if (said === undefined && !texts.some((text) => sending.test(text))) return undefined;
  return mutationIn(texts) ?? texts.map((text) => endpointAct(text, said ?? 'POST')).find((act) => act !== undefined);
}

const endpoints: readonly (readonly [RegExp, GatedAct])[] = [
  [/\/statuses\/[^/]+$/, 'status'],
  [/\/check-(?:runs|suites)(?:\/\d+)?$/, 'status'],
  [/\/pulls\/[^/]+\/merge$/, 'pr-merge'],
  [/\/merge_requests\/[^/]+\/merge$/, 'pr-merge'],
  [/\/pullrequests\/[^/]+\/merge$/, 'pr-merge'],
  [/\/merge_requests$/, 'pr-create'],
  [/(?:^|\/)pull-?requests$/i, 'pr-create'],
  [/\/repos\/[^/]+\/[^/]+\/merges$|^repos\/[^/]+\/[^/]+\/merges$/, 'push-base'],
];

function endpointAct(address: string, method: string): GatedAct | undefined {
  const path = address.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const found = endpoints.find(([pattern]) => pattern.test(path))?.[1];
  if (found !== undefined) return found;
  // A file or a branch that is changed on the server: the base branch, unless the call names another.
  if (/\/git\/refs\/heads\/[^/]+$/.test(path) && /patch|delete/i.test(method)) return 'push-base';
  return /(?:^|\/)repos\/[^/]+\/[^/]+\/contents\//.test(path) ? 'push-base' : undefined;
}

const mutations: readonly (readonly [RegExp, GatedAct])[] = [
  [/mergePullRequest|enablePullRequestAutoMerge|enqueuePullRequest/i, 'pr-merge'],
  [/markPullRequestReadyForReview/i, 'pr-ready'],
  [/mergeRequestCreate|updatePullRequest\b.*baseRefName/is, 'pr-create'],
  [/mergeRequestAccept/i, 'pr-merge'],
  [/createCommitOnBranch|updateRefs?\b|mergeBranch/i, 'push-base'],
  [/createCheckRun|updateCheckRun|createCommitStatus/i, 'status'],
];

function mutationIn(texts: readonly string[]): GatedAct | undefined {
  return mutations.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
}

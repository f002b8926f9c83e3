// Sends requests to GitHub through `gh api`, which knows the host, the token and the proxy. Data goes in as JSON on
// stdin, so that a user's text is never an argument.

import { PartyError } from '../../../core/base/errors.ts';
import { tryJson } from '../../../core/base/json.ts';
import {
  complaints,
  type GithubAnswer,
  limitedUntil,
  movedTo,
  nextPage,
  readGithubAnswer,
} from '../../../core/tasks/github/answer.ts';
import type { RunResult, run as runProgram } from '../../system/exec.ts';
import { findProgram } from '../../system/installHint.ts';

export type Run = typeof runProgram;

export interface Gh {
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options?: SendOptions,
  ): Promise<GithubAnswer & { json: unknown }>;
  /** All pages of a list; undefined when the list has not changed since `etag`. */
  list(path: string, options?: { etag?: string | undefined }): Promise<Pages | undefined>;
}

export interface SendOptions {
  readonly body?: object;
  readonly etag?: string | undefined;
  readonly onStart?: (pid: number) => void;
}

export interface Pages {
  readonly items: readonly unknown[];
  /** Only for a list that fits on one page. */
  readonly etag: string | undefined;
  /** GitHub's time for the first page. */
  readonly date: string | undefined;
}

/** gh or GitHub refused, or gave no answer. */
export class GhFailed extends PartyError {
  readonly status: number | undefined;
  /** The rate limit is reached. Not every 403 means that: an issue may be locked. */
  readonly limited: boolean;

  constructor(message: string, status: number | undefined, limit?: { readonly until: string | undefined }) {
    const details = {
      ...(status === undefined ? {} : { status }),
      ...(limit?.until === undefined ? {} : { limitedUntil: limit.until }),
    };
    super('COMMAND_FAILED', message, { details });
    this.name = 'GhFailed';
    this.status = status;
    this.limited = limit !== undefined;
  }

  /** GitHub may have carried the request out all the same. */
  get unclear(): boolean {
    return this.status === undefined || this.status < 400 || this.status >= 500;
  }
}

export function isGhFailed(error: unknown, ...statuses: readonly number[]): error is GhFailed {
  return error instanceof GhFailed && (statuses.length === 0 || statuses.includes(error.status ?? 0));
}

interface GhHost {
  readonly env: NodeJS.ProcessEnv;
  readonly run: Run;
  readonly host: string;
}

export function createGh(at: GhHost): Gh {
  const send: Gh['send'] = async (method, path, options = {}) => {
    const { etag } = options;
    const first = await ask(at, method, path, options);
    const moved = first.answer && movedTo(first.answer, path);
    const { answer, result } = moved === undefined ? first : await ask(at, method, moved, options);
    if (answer?.status === 304 && etag !== undefined) return { ...answer, json: undefined };
    if (answer === undefined || result.exitCode !== 0) throw failure(answer, result);
    const json = answer.body.trim() === '' ? null : tryJson(answer.body);
    if (json === undefined)
      throw new GhFailed(`GitHub's answer to ${method} ${path} is incomplete or not JSON`, answer.status);
    return { ...answer, json };
  };
  return { send, list: (path, { etag } = {}) => listPages(send, path, etag) };
}

/** Sends one request. Throws only when gh is missing; the caller reads the answer. */
async function ask(
  { env, run, host }: GhHost,
  method: string,
  path: string,
  { body, etag, onStart }: SendOptions,
): Promise<{ answer: GithubAnswer | undefined; result: RunResult }> {
  const args = [
    ...['api', '--include', '--hostname', host, '--method', method, path],
    ...['--header', 'Accept: application/vnd.github+json'],
    ...(etag === undefined ? [] : ['--header', `If-None-Match: ${etag}`]),
    ...(body === undefined ? [] : ['--input', '-']),
  ];
  const result = await run('gh', args, {
    timeoutMs,
    env: ghEnvironment(env),
    ...(body === undefined ? {} : { input: JSON.stringify(body) }),
    ...(onStart === undefined ? {} : { onStart }),
  });
  if (result.missing) throw ghMissing();
  return { answer: readGithubAnswer(result.stdout), result };
}

async function listPages(send: Gh['send'], path: string, etag: string | undefined): Promise<Pages | undefined> {
  const items: unknown[] = [];
  const address = (page: number) => `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`;
  const first = await send('GET', address(1), { etag });
  if (first.status === 304) return undefined;
  for (let answer = first; ; ) {
    if (!Array.isArray(answer.json)) throw new GhFailed(`GitHub's answer to GET ${path} is not a list`, answer.status);
    items.push(...answer.json);
    const page = nextPage(answer);
    if (page === undefined) break;
    answer = await send('GET', address(page));
  }
  const whole = nextPage(first) === undefined;
  return { items, etag: whole ? first.headers['etag'] : undefined, date: first.headers['date'] };
}

export function hasGh(env: NodeJS.ProcessEnv): boolean {
  return findProgram('gh', env['PATH'] ?? '') !== undefined;
}

export function ghMissing(): PartyError {
  return new PartyError(
    'COMMAND_FAILED',
    "gh, GitHub's command line, was not found. Install it from https://cli.github.com and log in with: gh auth login",
  );
}

const timeoutMs = 60_000;

/** No user can answer a prompt here, and Party parses the output: no prompts, colors, traces or update notices. */
function ghEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const loud = ['GH_DEBUG', 'DEBUG', 'GH_FORCE_TTY', 'CLICOLOR_FORCE', 'GH_REPO'];
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !loud.includes(name)));
  return { ...kept, GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1', GH_PAGER: 'cat' };
}

function failure(
  answer: GithubAnswer | undefined,
  { stderr, timedOut }: { stderr: string; timedOut: boolean },
): GhFailed {
  const said = stderr.trim();
  if (timedOut) return new GhFailed(`gh had no answer from GitHub within ${timeoutMs / 1000} s`, undefined);
  if (answer === undefined) return new GhFailed(said || 'gh ended without an answer from GitHub', undefined);
  const until = limitedUntil(answer, Date.now());
  const wrong = complaints(answer.body).filter((text) => !said.includes(text));
  const more = [...wrong, ...(until === undefined ? [] : [`GitHub answers again at ${until}`])];
  const message = [said || `GitHub said ${answer.status}`, ...more].join('; ');
  const { status } = answer;
  const isLimited = status === 429 || until !== undefined || (status === 403 && /rate limit/i.test(message));
  return new GhFailed(message, status, isLimited ? { until } : undefined);
}

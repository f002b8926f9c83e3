// The output of `gh api --include`: the status, the headers, and the body as GitHub sent it.

import { isRecord, tryJson } from '../../base/json.ts';

export interface GithubAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Undefined when there was no answer. */
export function readGithubAnswer(printed: string): GithubAnswer | undefined {
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(printed)?.[1];
  if (status === undefined) return undefined;
  const end = /\r?\n\r?\n/.exec(printed);
  const head = end === null ? printed : printed.slice(0, end.index);
  const headers = head.split('\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
  });
  const body = end === null ? '' : repaired(printed.slice(end.index + end[0].length));
  return { status: Number(status), headers: Object.fromEntries(headers), body };
}

/**
 * gh 2.23 mistakes the text `\\u0041` in JSON (a backslash and what follows) for an escape, and rewrites it. GitHub
 * itself escapes no plain character except `&`, `'`, `<` and `>`, so every other one can be restored.
 */
function repaired(json: string): string {
  return json.replace(/(?<!\\)((?:\\\\)+)\\(u00(?!26|27|3[ce])[2-7a-f][0-9a-f])/gi, '$1$2');
}

/** The number of the next page. Its address may be on another host, so only the number is used. */
export function nextPage({ headers }: GithubAnswer): number | undefined {
  const link = (headers['link'] ?? '').split(',').find((part) => /;\s*rel="next"/.test(part));
  const page = /[?&]page=(\d+)/.exec(link ?? '')?.[1];
  return page === undefined ? undefined : Number(page);
}

/**
 * The new path after the repository was renamed. gh follows such a redirect when it reads, but not when it sends data.
 * The address may be on another host, so only the path is used.
 */
export function movedTo({ status, headers }: GithubAnswer, path: string): string | undefined {
  if (status !== 307 && status !== 308) return undefined;
  const rest = path.split('/').slice(3).join('/');
  const [, repo, there] = /\/(repos\/[\w.-]+\/[\w.-]+|repositories\/\d+)\/(.*)$/.exec(headers['location'] ?? '') ?? [];
  return repo !== undefined && there === rest ? `${repo}/${rest}` : undefined;
}

/** When GitHub will answer again after too many requests. */
export function limitedUntil({ status, headers }: GithubAnswer, now: number): string | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if (Number.isFinite(seconds)) return new Date(now + seconds * 1000).toISOString();
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset)) return new Date(reset * 1000).toISOString();
  return undefined;
}

/** GitHub's error details, which some versions of gh leave out: `milestone missing_field`. */
export function complaints(body: string): string[] {
  const value = tryJson(body);
  const errors = isRecord(value) ? value['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    if (typeof error === 'string') return [error];
    if (!isRecord(error)) return [];
    return [error['message'] ?? [error['field'], error['code']].filter(Boolean).join(' ')].filter(
      (text): text is string => typeof text === 'string' && text !== '',
    );
  });
}

// What is kept of GitHub beside the tasks themselves: `id-map.json`, as tmux-team has it, and below `github/` how each
// issue and milestone looked when it was last seen. Who changes one from there on is told when GitHub has moved on.

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { tryJson } from '../../../core/base/json.ts';
import { isSame } from '../../../core/tasks/github/labels.ts';
import { RemoteIssue, RemoteMilestone } from '../../../core/tasks/github/remote.ts';
import { readText, writeAtomic } from '../../system/store.ts';
import { listRecords } from '../files/records.ts';

const MapEntry = z.looseObject({ issueNumber: z.int(), nodeId: z.string(), updatedAt: z.optional(z.string()) });
export type MapEntry = z.infer<typeof MapEntry>;
/** By the id of the task. */
export type IdMap = Map<string, MapEntry>;

/** Lost or broken, it is made anew of the tasks: each knows its issue. */
export async function readIdMap(folder: string): Promise<IdMap> {
  const read = z.record(z.string(), MapEntry).safeParse(tryJson((await readText(idMapPath(folder))) ?? ''));
  if (read.success) return new Map(Object.entries(read.data));
  const map: IdMap = new Map();
  for (const { id, issue } of (await listRecords(folder, 'task')).all) {
    const seen = issue === undefined ? undefined : await readSeenIssue(folder, issue.number);
    if (issue !== undefined)
      map.set(id, { issueNumber: issue.number, nodeId: seen?.node_id ?? '', updatedAt: seen?.updated_at ?? '' });
  }
  return map;
}

export async function writeIdMap(folder: string, map: IdMap): Promise<void> {
  await writeAtomic(idMapPath(folder), `${JSON.stringify(Object.fromEntries(map), null, 2)}\n`);
}

export async function readSeenIssue(folder: string, number: number): Promise<RemoteIssue | undefined> {
  const read = RemoteIssue.safeParse(tryJson((await readText(seenPath(folder, number))) ?? ''));
  return read.success ? read.data : undefined;
}

export async function writeSeenIssue(folder: string, issue: RemoteIssue): Promise<void> {
  await writeAtomic(seenPath(folder, issue.number), `${JSON.stringify(issue)}\n`);
}

const Tagged = z.object({ path: z.string(), etag: z.string() });

const GithubState = z.object({
  /** `owner/name`: of another repository nothing here is true. */
  repo: z.string(),
  /** From when on issues are asked for; what is older has been seen. */
  since: z.optional(z.string()),
  /** Lists that were complete, so that GitHub need only say that they still are. */
  lists: z.record(z.string(), Tagged),
  /** The labels that are known to be there. */
  labels: z.array(z.string()),
  milestones: z.array(z.object({ id: z.string(), seen: RemoteMilestone })),
});
export type GithubState = z.infer<typeof GithubState>;

/** Lost or broken, it costs one look at everything. */
export async function readGithubState(folder: string, repo: string): Promise<GithubState> {
  const read = GithubState.safeParse(tryJson((await readText(statePath(folder))) ?? ''));
  return read.success && isSame(read.data.repo, repo) ? read.data : { repo, lists: {}, labels: [], milestones: [] };
}

/** Undefined before the first look at GitHub. */
export async function readRecordedRepo(folder: string): Promise<string | undefined> {
  const read = GithubState.safeParse(tryJson((await readText(statePath(folder))) ?? ''));
  return read.success ? read.data.repo : undefined;
}

export async function writeGithubState(folder: string, state: GithubState): Promise<void> {
  await writeAtomic(statePath(folder), `${JSON.stringify(state, null, 2)}\n`);
}

/** Of a request that is about to be sent, by its key. */
export async function writePending(folder: string, key: string, value: object): Promise<void> {
  await writeAtomic(pendingPath(folder, key), `${JSON.stringify(value)}\n`);
}

export async function removePending(folder: string, key: string): Promise<void> {
  await rm(pendingPath(folder, key), { force: true });
}

export async function readPending(folder: string): Promise<unknown[]> {
  const directory = join(folder, 'github', 'pending');
  const names = (await readdir(directory).catch((): string[] => []))
    .filter((name) => /^[\w-]+\.json$/.test(name))
    .sort();
  const texts = await Promise.all(names.map((name) => readText(join(directory, name))));
  return texts.map((text) => tryJson(text ?? '')).filter((value) => value !== undefined);
}

export function pendingPath(folder: string, key: string): string {
  return join(folder, 'github', 'pending', `${key}.json`);
}

export async function githubLock(folder: string): Promise<string> {
  const path = join(folder, 'github', 'lock');
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

function idMapPath(folder: string): string {
  return join(folder, 'id-map.json');
}

function statePath(folder: string): string {
  return join(folder, 'github', 'state.json');
}

function seenPath(folder: string, number: number): string {
  return join(folder, 'github', 'issues', `${number}.json`);
}

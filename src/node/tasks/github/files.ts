// Keeps what Party knows about GitHub: `id-map.json` in the form of tmux-team, and in `github/` each issue and
// milestone as it was last seen. A change starts from that copy, so Party can tell the user when GitHub has changed
// since.

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryJson } from '../../../core/base/json.ts';
import * as z from '../../../core/base/schema.ts';
import { isSame } from '../../../core/tasks/github/labels.ts';
import { RemoteIssue, RemoteMilestone } from '../../../core/tasks/github/remote.ts';
import { readText, writeAtomic } from '../../system/store.ts';
import { listRecords } from '../files/records.ts';

const MapEntry = z.looseObject({ issueNumber: z.int(), nodeId: z.string(), updatedAt: z.optional(z.string()) });
export type MapEntry = z.infer<typeof MapEntry>;
/** The keys are the ids of tasks. */
export type IdMap = Map<string, MapEntry>;

/** If the file is missing or broken, rebuilds the map from the tasks, because each task names its issue. */
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
  /** `owner/name`. For another repository, this state is not valid. */
  repo: z.string(),
  /** Ask only for issues that changed after this time; older ones have been seen. */
  since: z.optional(z.string()),
  /** Tags of complete lists, so that GitHub can just answer "not modified". */
  lists: z.record(z.string(), Tagged),
  /** Labels that are known to exist. */
  labels: z.array(z.string()),
  milestones: z.array(z.object({ id: z.string(), seen: RemoteMilestone })),
});
export type GithubState = z.infer<typeof GithubState>;

/** If the file is missing or broken, the next sync reads everything once. */
export async function readGithubState(folder: string, repo: string): Promise<GithubState> {
  const read = GithubState.safeParse(tryJson((await readText(statePath(folder))) ?? ''));
  return read.success && isSame(read.data.repo, repo) ? read.data : { repo, lists: {}, labels: [], milestones: [] };
}

/** Undefined before the first sync with GitHub. */
export async function readRecordedRepo(folder: string): Promise<string | undefined> {
  const read = GithubState.safeParse(tryJson((await readText(statePath(folder))) ?? ''));
  return read.success ? read.data.repo : undefined;
}

export async function writeGithubState(folder: string, state: GithubState): Promise<void> {
  await writeAtomic(statePath(folder), `${JSON.stringify(state, null, 2)}\n`);
}

/** Records a request, under its key, before it is sent. */
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

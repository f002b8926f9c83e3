// GitHub → here: two lists, of which GitHub says most times only that they have not changed. 200 issues are two pages.

import { isPartyError } from '../../../core/base/errors.ts';
import { isStatusLabel } from '../../../core/tasks/github/labels.ts';
import { MilestoneMark, readMarked, TaskMark } from '../../../core/tasks/github/marker.ts';
import { isPullRequest, RemoteComment, type RemoteIssue, RemoteMilestone } from '../../../core/tasks/github/remote.ts';
import { sameValue } from '../../../core/tasks/replay.ts';
import { listRecords, readRecord } from '../files/records.ts';
import { transaction } from '../files/transaction.ts';
import { type Desk, idOfIssue, pathOf, readAs } from './desk.ts';
import { readSeenIssue, removePending, writeGithubState, writeIdMap, writePending } from './files.ts';
import { isGhFailed, type Pages } from './gh.ts';
import { isOld, type PendingCreate, pendingRequests, sendersEnded } from './pending.ts';
import { readIssue } from './readIssue.ts';
import { adoptIssue, factsOf, issueFrom, type KnownTask, takeIssue } from './takeIssue.ts';
import { dropMilestone, onGithub, takeMilestone } from './takeMilestone.ts';

/** The ids of tasks and milestones that are new or have changed. `full` also finds what has been deleted. */
export async function sync(desk: Desk, { full = false } = {}): Promise<string[]> {
  const pending = (await pendingRequests(desk.folder)).filter((one) => one.kind === 'create');
  await sendersEnded(pending);
  const since = (full ? undefined : desk.state.since) ?? shifted(desk.team.createdAt, -day);
  const query = `state=all&sort=created&direction=asc&since=${encodeURIComponent(since)}`;
  const paths = { milestones: pathOf(desk, 'milestones?state=all'), issues: pathOf(desk, `issues?${query}`) };
  const [milestones, issues] = await Promise.all([
    list(desk, 'milestones', paths.milestones, full),
    list(desk, 'issues', paths.issues, full),
  ]);
  const changed = new Set<string>();
  if (milestones !== undefined) for (const id of await takeMilestones(desk, milestones)) changed.add(id);
  if (issues !== undefined) {
    const items = issues.items.filter((item) => !isPullRequest(item));
    const seen = await Promise.all(items.map((item) => issueFrom(desk, item)));
    seen.sort((a, b) => a.number - b.number);
    const asked = desk.state.since ?? since;
    for (const id of await takeIssues(desk, full ? seen : await news(desk, seen), pending, asked)) changed.add(id);
    if (full) for (const id of await lookForMissing(desk, seen)) changed.add(id);
    desk.state.since = seenUntil(since, seen, issues.date);
  }
  // Not before what they say has been taken: whoever is killed on the way would never ask for it again.
  if (milestones?.etag !== undefined)
    desk.state.lists['milestones'] = { path: paths.milestones, etag: milestones.etag };
  if (issues?.etag !== undefined) desk.state.lists['issues'] = { path: paths.issues, etag: issues.etag };
  for (const one of pending) if (isOld(one)) await removePending(desk.folder, one.key);
  await writeGithubState(desk.folder, desk.state);
  return [...changed];
}

/** What another machine has just made is not here before GitHub has been asked. */
export async function findOrSync<T>(desk: Desk, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (!isPartyError(error, 'USAGE')) throw error;
    await sync(desk);
    return find();
  }
}

/** GitHub's copies lag behind, and a list of several pages takes a while: what is so new is asked for again. */
const overlap = 60_000;
const day = 24 * 3600_000;

async function list(desk: Desk, name: string, path: string, full: boolean): Promise<Pages | undefined> {
  const { gh, state } = desk;
  const known = state.lists[name];
  const pages = await gh.list(path, { etag: !full && known?.path === path ? known.etag : undefined });
  if (pages !== undefined) delete state.lists[name];
  return pages;
}

async function takeMilestones(desk: Desk, { items }: Pages): Promise<string[]> {
  const changed: string[] = [];
  const remote = items.map((item) => readAs(RemoteMilestone, item, 'milestone'));
  for (const milestone of remote.sort((a, b) => a.number - b.number)) {
    const id = await takeMilestone(desk, milestone);
    if (id !== undefined) changed.push(id);
  }
  const there = new Set(remote.filter((one) => !isRemoved(one)).map(({ number }) => number));
  for (const { id } of desk.state.milestones.filter(({ seen }) => !there.has(seen.number))) {
    await dropMilestone(desk, id);
    changed.push(id);
  }
  return changed;
}

/** Without those that were asked for again and are as they were. */
async function news(desk: Desk, issues: readonly RemoteIssue[]): Promise<RemoteIssue[]> {
  const before = await Promise.all(issues.map(({ number }) => readSeenIssue(desk.folder, number)));
  return issues.filter((issue, index) => {
    const known = idOfIssue(desk, issue.number) !== undefined;
    return !known || !sameValue(before[index], issue);
  });
}

async function takeIssues(
  desk: Desk,
  issues: readonly RemoteIssue[],
  pending: readonly PendingCreate[],
  since: string,
): Promise<string[]> {
  const changed: string[] = [];
  let comments: Promise<readonly RemoteComment[]> | undefined;
  let tasks: KnownTask[] | undefined;
  for (const issue of issues) {
    const { mark } = readMarked(issue.body, TaskMark);
    let id: string | undefined;
    if (idOfIssue(desk, issue.number) !== undefined) {
      if (mark?.removed && mark.team === desk.team.id) id = await dropTask(desk, issue.number);
      else {
        if (await isMoved(desk, issue)) comments ??= readComments(desk, since);
        id = await takeIssue(desk, issue, onGithub, await comments);
      }
    } else {
      const wish = pending.find(({ key, adopted }) => key === mark?.key && !adopted);
      if (wish === undefined && !isOurs(desk, issue, mark)) continue;
      const twin = await twinOf(desk, mark);
      if (twin !== undefined) {
        desk.say(`#${issue.number} says that it is task ${twin.id}, which is #${twin.number}; it was left out`);
        continue;
      }
      tasks ??= [...(await listRecords(desk.folder, 'task')).all];
      id = await adoptIssue(desk, issue, wish && { ...wish, finding: wish.wanted.finding }, tasks);
      // It stays a while, for whoever asks for the same again because he was told that it had failed.
      if (wish !== undefined) {
        Object.assign(wish, { adopted: true, id, at: new Date().toISOString() });
        await writePending(desk.folder, wish.key, wish);
      }
    }
    if (id !== undefined) changed.push(id);
  }
  return changed;
}

/**
 * A label says that it is a task: only those who may label issues can make one of it. That it says so itself is not
 * enough, because on a public repository everybody can write that.
 */
function isOurs(desk: Desk, { labels }: RemoteIssue, mark: TaskMark | undefined): boolean {
  if (!labels.some((name) => isStatusLabel(name, desk.labels))) return false;
  return mark === undefined || (mark.team === desk.team.id && !mark.removed);
}

/** The same request was carried out twice, or somebody copied the text of an issue. */
async function twinOf(desk: Desk, mark: TaskMark | undefined): Promise<{ id: string; number: number } | undefined> {
  const number = desk.map.get(mark?.id ?? '')?.issueNumber;
  const seen = number === undefined ? undefined : await readSeenIssue(desk.folder, number);
  if (mark === undefined || seen === undefined) return undefined;
  const same = readMarked(seen.body, TaskMark).mark?.key === mark.key;
  return same ? { id: mark.id, number: seen.number } : undefined;
}

/** Only then is it worth asking who did it. */
async function isMoved(desk: Desk, issue: RemoteIssue): Promise<boolean> {
  const seen = await readSeenIssue(desk.folder, issue.number);
  if (seen === undefined) return false;
  const [before, now] = [factsOf(desk, seen), factsOf(desk, issue)];
  return before.status !== now.status || before.milestone !== now.milestone;
}

async function readComments(desk: Desk, since: string): Promise<readonly RemoteComment[]> {
  const query = `sort=created&direction=asc&since=${encodeURIComponent(since)}`;
  const pages = await desk.gh.list(pathOf(desk, `issues/comments?${query}`));
  return (pages?.items ?? []).flatMap((item) => {
    const read = RemoteComment.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

/** Deleted or moved to another repository; one by one, because no list tells. */
async function lookForMissing(desk: Desk, seen: readonly RemoteIssue[]): Promise<string[]> {
  const there = new Set(seen.map(({ number }) => number));
  const changed: string[] = [];
  for (const { issueNumber } of [...desk.map.values()]) {
    if (there.has(issueNumber)) continue;
    try {
      const id = await takeIssue(desk, await readIssue(desk, issueNumber));
      if (id !== undefined) changed.push(id);
    } catch (error) {
      if (!isGhFailed(error, 404, 410)) throw error;
      const id = await dropTask(desk, issueNumber);
      if (id !== undefined) changed.push(id);
    }
  }
  return changed;
}

async function dropTask(desk: Desk, number: number): Promise<string | undefined> {
  const { folder, map } = desk;
  const id = idOfIssue(desk, number);
  if (id === undefined) return undefined;
  await transaction(folder, ({ commit }) => {
    if (readRecord(folder, 'task', id) !== undefined) commit({ event: 'task_removed', id, ...onGithub });
  });
  map.delete(id);
  await writeIdMap(folder, map);
  return id;
}

function isRemoved({ description }: RemoteMilestone): boolean {
  return readMarked(description, MilestoneMark).mark?.removed === true;
}

/** Nothing that changed while the list was being made lies before it. */
function seenUntil(since: string, issues: readonly RemoteIssue[], date: string | undefined): string {
  const last = Math.max(...issues.map(({ updated_at }) => Date.parse(updated_at)), 0);
  const asked = Date.parse(date ?? '');
  const until = Math.min(last, Number.isNaN(asked) ? last : asked) - overlap;
  return until > Date.parse(since) ? shifted(new Date(until).toISOString(), 0) : since;
}

function shifted(time: string, ms: number): string {
  return new Date((Date.parse(time) || day) + ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

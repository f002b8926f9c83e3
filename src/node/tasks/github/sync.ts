// Syncs from GitHub to the local files. It reads two lists, and most of the time GitHub answers only that they have not
// changed. 200 issues are two pages.

import { isPartyError } from '../../../core/base/errors.ts';
import { sameValue } from '../../../core/tasks/applyEvent.ts';
import { isStatusLabel } from '../../../core/tasks/github/labels.ts';
import { MilestoneMark, readMarked, TaskMark } from '../../../core/tasks/github/marker.ts';
import { isPullRequest, RemoteComment, type RemoteIssue, RemoteMilestone } from '../../../core/tasks/github/remote.ts';
import { listRecords, readSubjectRecord } from '../files/records.ts';
import { transaction } from '../files/transaction.ts';
import { readSeenIssue, removePending, writeGithubState, writeIdMap, writePending } from './files.ts';
import { isGhFailed, type Pages } from './gh.ts';
import { isOld, type PendingCreate, pendingRequests, sendersEnded } from './pending.ts';
import { factsOf, issueFrom, type KnownTask, pullIssue, recordIssue } from './pullIssue.ts';
import { byGithub, dropMilestone, pullMilestone } from './pullMilestone.ts';
import { readIssue } from './readIssue.ts';
import { idOfIssue, pathOf, readAs, type Tracker } from './tracker.ts';

/** Returns the ids of tasks and milestones that are new or have changed. `full` also finds deleted ones. */
export async function sync(tracker: Tracker, { full = false } = {}): Promise<string[]> {
  const pending = (await pendingRequests(tracker.folder)).filter((one) => one.kind === 'create');
  await sendersEnded(pending);
  const since = (full ? undefined : tracker.state.since) ?? shifted(tracker.team.createdAt, -day);
  const query = `state=all&sort=created&direction=asc&since=${encodeURIComponent(since)}`;
  const paths = { milestones: pathOf(tracker, 'milestones?state=all'), issues: pathOf(tracker, `issues?${query}`) };
  const [milestones, issues] = await Promise.all([
    list(tracker, 'milestones', paths.milestones, full),
    list(tracker, 'issues', paths.issues, full),
  ]);
  const changed = new Set<string>();
  if (milestones !== undefined) for (const id of await pullMilestones(tracker, milestones)) changed.add(id);
  if (issues !== undefined) {
    const items = issues.items.filter((item) => !isPullRequest(item));
    const seen = await Promise.all(items.map((item) => issueFrom(tracker, item)));
    seen.sort((a, b) => a.number - b.number);
    const asked = tracker.state.since ?? since;
    for (const id of await pullIssues(tracker, full ? seen : await news(tracker, seen), pending, asked))
      changed.add(id);
    if (full) for (const id of await lookForMissing(tracker, seen)) changed.add(id);
    tracker.state.since = seenUntil(since, seen, issues.date);
  }
  // Keep the tags only after the lists have been applied. Otherwise a process killed in between would never ask again.
  if (milestones?.etag !== undefined)
    tracker.state.lists['milestones'] = { path: paths.milestones, etag: milestones.etag };
  if (issues?.etag !== undefined) tracker.state.lists['issues'] = { path: paths.issues, etag: issues.etag };
  for (const one of pending) if (isOld(one)) await removePending(tracker.folder, one.key);
  await writeGithubState(tracker.folder, tracker.state);
  return [...changed];
}

/** Syncs and tries again if nothing is found: another machine may have just made it. */
export async function findOrSync<T>(tracker: Tracker, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (!isPartyError(error, 'USAGE')) throw error;
    await sync(tracker);
    return find();
  }
}

/** GitHub's replicas lag, and a list of several pages takes a while. So ask again for changes that are this new. */
const overlap = 60_000;
const day = 24 * 3600_000;

async function list(tracker: Tracker, name: string, path: string, full: boolean): Promise<Pages | undefined> {
  const { gh, state } = tracker;
  const known = state.lists[name];
  const pages = await gh.list(path, { etag: !full && known?.path === path ? known.etag : undefined });
  if (pages !== undefined) delete state.lists[name];
  return pages;
}

async function pullMilestones(tracker: Tracker, { items }: Pages): Promise<string[]> {
  const changed: string[] = [];
  const remote = items.map((item) => readAs(RemoteMilestone, item, 'milestone'));
  for (const milestone of remote.sort((a, b) => a.number - b.number)) {
    const id = await pullMilestone(tracker, milestone);
    if (id !== undefined) changed.push(id);
  }
  const there = new Set(remote.filter((one) => !isRemoved(one)).map(({ number }) => number));
  for (const { id } of tracker.state.milestones.filter(({ seen }) => !there.has(seen.number))) {
    await dropMilestone(tracker, id);
    changed.push(id);
  }
  return changed;
}

/** Drops known issues that have not changed since the last sync. */
async function news(tracker: Tracker, issues: readonly RemoteIssue[]): Promise<RemoteIssue[]> {
  const before = await Promise.all(issues.map(({ number }) => readSeenIssue(tracker.folder, number)));
  return issues.filter((issue, index) => {
    const known = idOfIssue(tracker, issue.number) !== undefined;
    return !known || !sameValue(before[index], issue);
  });
}

async function pullIssues(
  tracker: Tracker,
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
    if (idOfIssue(tracker, issue.number) !== undefined) {
      if (mark?.removed && mark.team === tracker.team.id) id = await dropTask(tracker, issue.number);
      else {
        if (await isMoved(tracker, issue)) comments ??= readComments(tracker, since);
        id = await pullIssue(tracker, issue, byGithub, await comments);
      }
    } else {
      const wish = pending.find(({ key, adopted }) => key === mark?.key && !adopted);
      if (wish === undefined && !isOurs(tracker, issue, mark)) continue;
      const twin = await twinOf(tracker, mark);
      if (twin !== undefined) {
        tracker.say(`#${issue.number} says that it is task ${twin.id}, which is #${twin.number}; it was skipped`);
        continue;
      }
      tasks ??= [...(await listRecords(tracker.folder, 'task')).all];
      id = await recordIssue(tracker, issue, wish && { ...wish, finding: wish.wanted.finding }, tasks);
      // Keep the request for a while: a user who was told that it failed may ask for the same again.
      if (wish !== undefined) {
        Object.assign(wish, { adopted: true, id, at: new Date().toISOString() });
        await writePending(tracker.folder, wish.key, wish);
      }
    }
    if (id !== undefined) changed.push(id);
  }
  return changed;
}

/**
 * A label makes an issue a task, because only users with permission can label issues. The mark in the text is not
 * enough: on a public repository, any user can write it.
 */
function isOurs(tracker: Tracker, { labels }: RemoteIssue, mark: TaskMark | undefined): boolean {
  if (!labels.some((name) => isStatusLabel(name, tracker.labels))) return false;
  return mark === undefined || (mark.team === tracker.team.id && !mark.removed);
}

/** The task that already has this mark: GitHub ran a request twice, or a user copied the text of an issue. */
async function twinOf(
  tracker: Tracker,
  mark: TaskMark | undefined,
): Promise<{ id: string; number: number } | undefined> {
  const number = tracker.map.get(mark?.id ?? '')?.issueNumber;
  const seen = number === undefined ? undefined : await readSeenIssue(tracker.folder, number);
  if (mark === undefined || seen === undefined) return undefined;
  const same = readMarked(seen.body, TaskMark).mark?.key === mark.key;
  return same ? { id: mark.id, number: seen.number } : undefined;
}

/** True when status or milestone changed. Only then it is worth reading the comments for the actor. */
async function isMoved(tracker: Tracker, issue: RemoteIssue): Promise<boolean> {
  const seen = await readSeenIssue(tracker.folder, issue.number);
  if (seen === undefined) return false;
  const [before, now] = [factsOf(tracker, seen), factsOf(tracker, issue)];
  return before.status !== now.status || before.milestone !== now.milestone;
}

async function readComments(tracker: Tracker, since: string): Promise<readonly RemoteComment[]> {
  const query = `sort=created&direction=asc&since=${encodeURIComponent(since)}`;
  const pages = await tracker.gh.list(pathOf(tracker, `issues/comments?${query}`));
  return (pages?.items ?? []).flatMap((item) => {
    const read = RemoteComment.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

/** Finds issues that were deleted or moved to another repository. Asks for each one, because no list tells. */
async function lookForMissing(tracker: Tracker, seen: readonly RemoteIssue[]): Promise<string[]> {
  const there = new Set(seen.map(({ number }) => number));
  const changed: string[] = [];
  for (const { issueNumber } of [...tracker.map.values()]) {
    if (there.has(issueNumber)) continue;
    try {
      const id = await pullIssue(tracker, await readIssue(tracker, issueNumber));
      if (id !== undefined) changed.push(id);
    } catch (error) {
      if (!isGhFailed(error, 404, 410)) throw error;
      const id = await dropTask(tracker, issueNumber);
      if (id !== undefined) changed.push(id);
    }
  }
  return changed;
}

async function dropTask(tracker: Tracker, number: number): Promise<string | undefined> {
  const { folder, map } = tracker;
  const id = idOfIssue(tracker, number);
  if (id === undefined) return undefined;
  await transaction(folder, ({ commit }) => {
    if (readSubjectRecord(folder, 'task', id) !== undefined) commit({ event: 'task_removed', id, ...byGithub });
  });
  map.delete(id);
  await writeIdMap(folder, map);
  return id;
}

function isRemoved({ description }: RemoteMilestone): boolean {
  return readMarked(description, MilestoneMark).mark?.removed === true;
}

/** A time before every change that could have happened while GitHub made the list. */
function seenUntil(since: string, issues: readonly RemoteIssue[], date: string | undefined): string {
  const last = Math.max(...issues.map(({ updated_at }) => Date.parse(updated_at)), 0);
  const asked = Date.parse(date ?? '');
  const until = Math.min(last, Number.isNaN(asked) ? last : asked) - overlap;
  return until > Date.parse(since) ? shifted(new Date(until).toISOString(), 0) : since;
}

function shifted(time: string, ms: number): string {
  return new Date((Date.parse(time) || day) + ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

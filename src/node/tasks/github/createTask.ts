// Makes one issue for a task, never two. Before Party sends the request, it records it under a key, and the issue holds
// the same key. A later command finds out by the key whether the issue was made.

import { randomUUID } from 'node:crypto';
import { PartyError } from '../../../core/base/errors.ts';
import { sameValue } from '../../../core/tasks/applyEvent.ts';
import { checkAssignee, checkTitle } from '../../../core/tasks/check.ts';
import { type TaskMark, withMark } from '../../../core/tasks/github/marker.ts';
import { assigneeName, type RemoteIssue } from '../../../core/tasks/github/remote.ts';
import type { NewTask, Task, TaskActor } from '../../../core/tasks/task.ts';
import { nextTask } from '../files/nextIds.ts';
import { newDocument } from '../files/storage.ts';
import { readDoc } from '../files/texts.ts';
import { transaction } from '../files/transaction.ts';
import type { ChangeOptions } from '../storage.ts';
import { removePending, writePending } from './files.ts';
import { isGhFailed } from './gh.ts';
import { ensureLabel } from './labels.ts';
import { milestoneNumber } from './milestones.ts';
import { isPublishing, noteSender, type PendingCreate, pendingRequests } from './pending.ts';
import { issueFrom, recordIssue } from './pullIssue.ts';
import { findOrSync, sync } from './sync.ts';
import { mayNotWrite, named, pathOf, type Tracker } from './tracker.ts';
import { userOf } from './users.ts';

export async function addTask(tracker: Tracker, given: NewTask, { actor }: ChangeOptions): Promise<Task> {
  const { local } = tracker;
  const { milestone } = given;
  const wanted = {
    ...given,
    title: checkTitle(given.title),
    ...(given.assignee === undefined ? {} : { assignee: assigneeName(checkAssignee(given.assignee)) }),
    ...(milestone === undefined ? {} : { milestone: (await findOrSync(tracker, () => local.milestone(milestone))).id }),
  };
  await sync(tracker);
  const same = (await pendingRequests(tracker.folder)).find(
    (one): one is PendingCreate =>
      one.kind === 'create' && one.actor === actor && sameValue(plain(one.wanted), plain(wanted)),
  );
  if (same?.adopted) {
    await removePending(tracker.folder, same.key);
    return local.task(same.id);
  }
  const request = await newRequest(tracker, wanted, actor);
  // Use the key of the same earlier request, with the id and number that are free now.
  return local.task(
    await createIssue(tracker, same === undefined ? request : { ...request, key: same.key, at: same.at }),
  );
}

/** Makes the issue for a task that was made while gh was missing. Returns the number of the task's issue. */
export async function publish(tracker: Tracker, task: Task, { actor }: ChangeOptions): Promise<number> {
  const known = tracker.map.get(task.id)?.issueNumber ?? task.issue?.number;
  if (known !== undefined) return known;
  const begun = (await pendingRequests(tracker.folder)).find((one) => one.id === task.id && isPublishing(one));
  if (begun !== undefined) {
    await sync(tracker);
    const found = tracker.map.get(task.id)?.issueNumber;
    if (found !== undefined) return found;
  }
  const key = begun?.key ?? randomUUID();
  const { text } = readDoc(tracker.folder, 'task', task.id);
  const wanted: NewTask = {
    title: task.title,
    ...(task.milestone === null ? {} : { milestone: task.milestone }),
    ...(task.assignee === null ? {} : { assignee: task.assignee }),
    // The title is enough for GitHub.
    ...(text === null || text === newDocument(task.title) ? {} : { body: text }),
  };
  const { id, number, status } = task;
  await createIssue(tracker, { kind: 'create', key, at: now(), id, number, actor, wanted, status });
  const issue = tracker.map.get(id)?.issueNumber;
  if (issue === undefined) throw new PartyError('INTERNAL', `Task ${id} has no issue`);
  return issue;
}

/** Returns the id of the task, which may differ from the requested one. */
async function createIssue(tracker: Tracker, request: PendingCreate): Promise<string> {
  const { gh, folder } = tracker;
  const { key, wanted } = request;
  const body = await newIssue(tracker, request);
  await writePending(folder, key, request);
  let sent = false;
  try {
    const { json } = await gh.send('POST', pathOf(tracker, 'issues'), { body, onStart: noteSender(folder, request) });
    sent = true;
    const issue = await issueFrom(tracker, json, body);
    const found = await recordIssue(tracker, issue, { ...request, finding: wanted.finding });
    await removePending(folder, key);
    sayLeftOut(tracker, found, issue, body);
    return found;
  } catch (error) {
    const refused = !sent && isGhFailed(error) && !error.unclear;
    if (refused) await removePending(folder, key);
    // GitHub may have made the issue all the same. If it cannot be reached now, the next command finds out.
    const made = refused ? undefined : await lookFor(tracker, key);
    if (made === undefined) throw error;
    await removePending(folder, key);
    return made;
  }
}

async function newIssue(tracker: Tracker, { status = 'pending', wanted, ...request }: PendingCreate) {
  const { key, id, number, actor } = request;
  const { assignee } = wanted;
  await ensureLabel(tracker, status);
  const milestone =
    wanted.milestone === undefined ? undefined : await milestoneNumber(tracker, wanted.milestone, actor);
  const user = await userOf(tracker, assignee);
  // A name that GitHub does not know goes into the mark instead.
  const unknown = assignee === undefined || user !== undefined ? {} : { assignee };
  const mark: TaskMark = { team: tracker.team.id, key, id, number, actor, ...unknown };
  return {
    title: wanted.title,
    body: withMark(wanted.body ?? '', mark),
    labels: [tracker.labels[status].name],
    ...(milestone === undefined ? {} : { milestone }),
    ...(user === undefined ? {} : { assignees: [user] }),
  };
}

/** GitHub silently ignores fields that need write permission for the repository. */
function sayLeftOut(
  tracker: Tracker,
  id: string,
  issue: RemoteIssue,
  sent: { readonly milestone?: number; readonly assignees?: readonly string[] },
): void {
  const left = [
    ...(issue.labels.length === 0 ? ['its label, so that other machines do not take it for a task'] : []),
    ...(sent.milestone !== undefined && issue.milestone === null ? ['its milestone'] : []),
    ...(sent.assignees !== undefined && !issue.assignees?.length ? ['its assignee'] : []),
  ];
  if (left.length === 0) return;
  tracker.say(
    `${named('Task', id, issue.number)} was made without ${left.join(', and without ')}: ${mayNotWrite(tracker)}`,
  );
}

async function lookFor(tracker: Tracker, key: string): Promise<string | undefined> {
  try {
    await sync(tracker);
  } catch {
    return undefined;
  }
  const request = (await pendingRequests(tracker.folder)).find((one) => one.key === key);
  return request?.kind === 'create' && request.adopted ? request.id : undefined;
}

async function newRequest(tracker: Tracker, wanted: NewTask, actor: TaskActor): Promise<PendingCreate> {
  const place = await transaction(tracker.folder, ({ counters }) =>
    nextTask(tracker.folder, counters(), wanted.milestone ?? null, wanted.id),
  );
  return { kind: 'create', key: randomUUID(), at: now(), ...place, actor, wanted };
}

/** The value as it would be read back from a file. */
function plain(wanted: NewTask): unknown {
  return JSON.parse(JSON.stringify(wanted));
}

function now(): string {
  return new Date().toISOString();
}

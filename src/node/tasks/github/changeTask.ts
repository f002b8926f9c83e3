// Changes a task: first on GitHub, unless it has changed there since; then in the local files. If the status or the
// milestone changes, a comment on the issue names the actor.

import { randomUUID } from 'node:crypto';
import { PartyError } from '../../../core/base/errors.ts';
import { sameValue } from '../../../core/tasks/applyEvent.ts';
import { changesBetween } from '../../../core/tasks/changes.ts';
import { checkAssignee, checkState, checkTitle } from '../../../core/tasks/check.ts';
import type { Texts } from '../../../core/tasks/github/ghText.ts';
import { isSame, labelsWith } from '../../../core/tasks/github/labels.ts';
import { readMarked, TaskMark, withMark } from '../../../core/tasks/github/marker.ts';
import { assigneeName, differences, type IssueFacts, type RemoteIssue } from '../../../core/tasks/github/remote.ts';
import type { Task, TaskActor, TaskChange } from '../../../core/tasks/task.ts';
import { keepDoc, restoring } from '../files/storage.ts';
import { transaction } from '../files/transaction.ts';
import type { ChangeOptions } from '../storage.ts';
import { postComment } from './audit.ts';
import { refuseConflict } from './conflict.ts';
import { publish } from './createTask.ts';
import { readSeenIssue, removePending, writeIdMap, writePending } from './files.ts';
import { GhFailed, isGhFailed } from './gh.ts';
import { ensureLabel } from './labels.ts';
import { milestoneNumber } from './milestones.ts';
import type { PendingChange } from './pending.ts';
import { factsOf, issueFrom, pullIssue, recordIssue } from './pullIssue.ts';
import { changedBy } from './pullMilestone.ts';
import { readIssue } from './readIssue.ts';
import { findOrSync } from './sync.ts';
import { mayNotWrite, named, pathOf, type Tracker } from './tracker.ts';
import { userOf } from './users.ts';

export type IssueChangeOptions = ChangeOptions & { readonly undoes?: number };

export async function updateTask(
  tracker: Tracker,
  id: string,
  change: TaskChange,
  by: IssueChangeOptions,
): Promise<Task> {
  const { local } = tracker;
  const task = await findOrSync(tracker, () => local.task(id));
  const { title, status, milestone, assignee } = change;
  const wanted: Partial<IssueFacts> = {
    ...(status === undefined ? {} : { status: checkState(status) }),
    ...(title === undefined ? {} : { title: checkTitle(title) }),
    ...(milestone === undefined ? {} : { milestone: milestone && (await local.milestone(milestone)).id }),
    ...(assignee === undefined ? {} : { assignee: assignee && assigneeName(checkAssignee(assignee)) }),
  };
  if (Object.keys(wanted).length > 0) await changeIssue(tracker, task, wanted, by);
  // Findings exist only on this machine, so links to them do not go to GitHub.
  if ('finding' in change) {
    await transaction(tracker.folder, ({ commit }) => {
      const [first] = changesBetween<'finding', unknown>(task, { finding: change.finding });
      if (first !== undefined)
        commit({ event: 'task_updated', id: task.id, ...first, ...changedBy(by.actor, by.undoes) });
    });
  }
  return local.task(task.id);
}

export async function writeTaskDoc(tracker: Tracker, id: string, text: string, by: IssueChangeOptions): Promise<void> {
  const task = await findOrSync(tracker, () => tracker.local.task(id));
  await changeIssue(tracker, task, { doc: text.replace(/\r\n?/g, '\n') }, by);
}

/** The issue stays on GitHub, closed as not planned. */
export async function deleteTask(tracker: Tracker, id: string, by: ChangeOptions): Promise<Task> {
  const task = await findOrSync(tracker, () => tracker.local.task(id));
  const doc = keepDoc(tracker.folder, task.id);
  await removeTask(tracker, task, by, { task, doc });
  return task;
}

/** Undoes `deleteTask`: the issue counts as the task again. */
export async function restoreTask(tracker: Tracker, id: string, { actor }: ChangeOptions): Promise<Task> {
  const { folder, local } = tracker;
  const event = await restoring(folder, id, actor);
  const { issue: link, status = 'pending' } = event;
  const open = link && (await reopened(tracker, { ...event, ...link, status }));
  await transaction(folder, ({ commit }) => commit(event));
  if (open !== undefined) await recordIssue(tracker, open);
  return local.task(id);
}

interface Reopening extends Pick<Task, 'id' | 'status'> {
  /** Of the issue. */
  readonly number: number;
  readonly actor: TaskActor;
}

/** Returns the issue as it is on GitHub after that. */
async function reopened(tracker: Tracker, { id, number, status, actor }: Reopening): Promise<RemoteIssue> {
  const issue = await knownIssue(tracker, number, named('Task', id, number));
  const { text, mark } = readMarked(issue.body, TaskMark);
  const { removed: _, ...kept } = mark ?? markOf(tracker, { id, number }, actor);
  await ensureLabel(tracker, status);
  const labels = labelsWith(issue.labels, status, tracker.labels);
  return patch(tracker, issue, { body: withMark(text, kept), state: status === 'done' ? 'closed' : 'open', labels });
}

/** The issue stays on GitHub, closed, and no longer counts as a task. `deleted` is for an undo of it. */
export async function removeTask(
  tracker: Tracker,
  task: Task,
  by: IssueChangeOptions,
  deleted: { readonly task?: Task; readonly doc?: string | null } = {},
): Promise<void> {
  const number = tracker.map.get(task.id)?.issueNumber;
  if (number !== undefined) {
    const issue = await checkedIssue(tracker, task, number, { wanted: {}, force: by.force });
    const { text, mark } = readMarked(issue.body, TaskMark);
    const labels = labelsWith(issue.labels, 'done', tracker.labels).slice(0, -1);
    const body = withMark(text, { ...(mark ?? markOf(tracker, task, by.actor)), removed: true });
    await patch(tracker, issue, { body, state: 'closed', state_reason: 'not_planned', labels });
    tracker.map.delete(task.id);
    await writeIdMap(tracker.folder, tracker.map);
  }
  await transaction(tracker.folder, ({ commit }) =>
    commit({ event: 'task_removed', id: task.id, ...deleted, ...changedBy(by.actor, by.undoes) }),
  );
}

/** The body of a request to GitHub. */
type IssueBody = Texts & Readonly<Record<string, unknown>>;

/** A change that Party is about to send. */
interface IssueChange {
  readonly task: Task;
  readonly issue: RemoteIssue;
  readonly now: IssueFacts;
  readonly after: IssueFacts;
  readonly changed: readonly (keyof IssueFacts)[];
  readonly by: IssueChangeOptions;
}

export async function changeIssue(
  tracker: Tracker,
  task: Task,
  wanted: Partial<IssueFacts>,
  by: IssueChangeOptions,
): Promise<void> {
  const number = await publish(tracker, task, by);
  const issue = await checkedIssue(tracker, task, number, { wanted, force: by.force });
  const now = factsOf(tracker, issue);
  const after = { ...now, ...wanted };
  const changed = differences(now, after);
  if (changed.length === 0) return;
  const change: IssueChange = { task, issue, now, after, changed, by };
  const body = await request(tracker, change);
  const pending = pendingOf(change);
  await writePending(tracker.folder, pending.key, pending);
  const facts = await sendChange(tracker, change, { body, pending });
  const left = changed.filter((field) => isLeftOut(field, facts, after));
  const done = pending.changes.filter(({ field }) => !left.some((one) => one === field));
  await comment(tracker, { ...pending, changes: done });
  if (left.length === 0) return;
  throw new PartyError(
    'COMMAND_FAILED',
    `${named('Task', task.id, number)} was not changed in ${left.join(', ')}: ${mayNotWrite(tracker)}`,
  );
}

function pendingOf({ task, issue, now, after, changed, by }: IssueChange): PendingChange {
  const at = new Date().toISOString();
  return {
    kind: 'change',
    key: randomUUID(),
    at,
    ts: at,
    id: task.id,
    issue: issue.number,
    actor: by.actor,
    ...(by.undoes === undefined ? {} : { undoes: by.undoes }),
    changes: changed.map((field) => ({ field, from: now[field], to: after[field] })),
  };
}

/** Returns the issue as it is on GitHub after the change. */
async function sendChange(
  tracker: Tracker,
  { issue, by }: IssueChange,
  { body, pending }: { readonly body: IssueBody; readonly pending: PendingChange },
): Promise<IssueFacts> {
  try {
    const patched = await patch(tracker, issue, body);
    await pullIssue(tracker, patched, changedBy(by.actor, by.undoes));
    return factsOf(tracker, patched);
  } catch (error) {
    // After an unclear failure, GitHub may have made the change. Keep the request: the next command finds out.
    if (isGhFailed(error) && !error.unclear) await removePending(tracker.folder, pending.key);
    throw error;
  }
}

/** A failure here is only a warning: the change is made, and only the comment with the actor is missing. */
async function comment(tracker: Tracker, pending: PendingChange): Promise<void> {
  const { folder } = tracker;
  try {
    await postComment(tracker, pending);
    await removePending(folder, pending.key);
  } catch (error) {
    if (!isGhFailed(error)) throw error;
    if (!error.unclear && !error.limited) await removePending(folder, pending.key);
    const name = named('Task', pending.id, pending.issue);
    tracker.say(`${name} was changed, but the comment that says so could not be posted: ${error.message}`);
  }
}

/**
 * True when GitHub silently ignored the field because the user may not write. Texts do not count: GitHub may tidy them.
 */
function isLeftOut(field: keyof IssueFacts, facts: IssueFacts, wanted: IssueFacts): boolean {
  if (field === 'title' || field === 'doc') return false;
  return !isSame(facts[field] ?? '', wanted[field] ?? '');
}

/**
 * Reads the issue and updates the local copy. Throws CONFLICT when the issue has changed since it was last seen here.
 */
async function checkedIssue(
  tracker: Tracker,
  task: Task,
  number: number,
  { wanted, force }: { readonly wanted: Partial<IssueFacts>; readonly force?: boolean | undefined },
): Promise<RemoteIssue> {
  const name = named('Task', task.id, number);
  const issue = await knownIssue(tracker, number, name);
  const seen = await readSeenIssue(tracker.folder, number);
  // Compare contents, not times: GitHub counts seconds, and our own comment may be newer than another user's change.
  if (seen !== undefined) {
    const about = { id: task.id, issue: { number, url: issue.html_url } };
    const sides = { seen: factsOf(tracker, seen), now: factsOf(tracker, issue) };
    refuseConflict({ name, ...sides, wanted, about }, { force, say: tracker.say });
  }
  if (!sameValue(seen, issue)) await pullIssue(tracker, issue);
  return issue;
}

async function knownIssue(tracker: Tracker, number: number, name: string): Promise<RemoteIssue> {
  try {
    return await readIssue(tracker, number);
  } catch (error) {
    if (!isGhFailed(error, 404, 410)) throw error;
    const way = 'If it was deleted or moved there, update the local copy with: party pm sync --pull';
    throw new GhFailed(`${name} is not on GitHub, or you cannot see it: ${error.message}. ${way}`, error.status);
  }
}

async function patch(tracker: Tracker, { number, title, body }: RemoteIssue, change: IssueBody): Promise<RemoteIssue> {
  const { json } = await tracker.gh.send('PATCH', pathOf(tracker, `issues/${number}`), { body: change });
  return issueFrom(tracker, json, { title, body, ...change });
}

/** Builds one request for all fields, so that an issue never has two status labels, or none. */
async function request(tracker: Tracker, { task, issue, after, changed, by }: IssueChange): Promise<IssueBody> {
  const { actor } = by;
  const has = (field: keyof IssueFacts) => changed.includes(field);
  if (has('status')) await ensureLabel(tracker, after.status);
  const { mark } = readMarked(issue.body, TaskMark);
  // Keep the assigned user when the change is about other fields.
  const user = has('assignee') ? await userOf(tracker, after.assignee) : issue.assignees?.[0]?.login;
  const { assignee: _, ...rest } = mark ?? markOf(tracker, task, actor);
  const own = user === undefined && after.assignee !== null ? { ...rest, assignee: after.assignee } : rest;
  const status = { state: after.status === 'done' ? 'closed' : 'open' };
  return {
    ...(has('title') ? { title: after.title } : {}),
    ...(has('status') ? { ...status, labels: labelsWith(issue.labels, after.status, tracker.labels) } : {}),
    ...(has('milestone')
      ? { milestone: after.milestone === null ? null : await milestoneNumber(tracker, after.milestone, actor) }
      : {}),
    ...(has('assignee') ? { assignees: user === undefined ? [] : [user] } : {}),
    ...(has('doc') || has('assignee') ? { body: withMark(after.doc, own) } : {}),
  };
}

function markOf(tracker: Tracker, { id, number }: Pick<Task, 'id' | 'number'>, actor: TaskActor): TaskMark {
  return { team: tracker.team.id, key: randomUUID(), id, number, actor };
}

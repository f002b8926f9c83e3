// A task is changed on GitHub first, unless somebody else has changed it there. Then it is written down here, and, when
// the status or the milestone is another one, a comment says who did it.

import { randomUUID } from 'node:crypto';
import { PartyError } from '../../../core/base/errors.ts';
import { changesBetween } from '../../../core/tasks/changes.ts';
import { checkAssignee, checkState, checkTitle } from '../../../core/tasks/check.ts';
import type { Texts } from '../../../core/tasks/github/ghText.ts';
import { isSame, labelsWith } from '../../../core/tasks/github/labels.ts';
import { readMarked, TaskMark, withMark } from '../../../core/tasks/github/marker.ts';
import { differences, type IssueFacts, nameOf, type RemoteIssue } from '../../../core/tasks/github/remote.ts';
import type { PmActor, Task, TaskChange } from '../../../core/tasks/task.ts';
import { openFsStorage } from '../files/storage.ts';
import { transaction } from '../files/transaction.ts';
import type { ChangeOptions } from '../storage.ts';
import { postComment } from './audit.ts';
import { refuseConflict } from './conflict.ts';
import { publish } from './createTask.ts';
import { type Desk, mayNotWrite, named, pathOf } from './desk.ts';
import { readSeenIssue, removePending, writeIdMap, writePending } from './files.ts';
import { GhFailed, isGhFailed } from './gh.ts';
import { ensureLabel } from './labels.ts';
import { milestoneNumber } from './milestones.ts';
import type { PendingChange } from './pending.ts';
import { readIssue } from './readIssue.ts';
import { findOrSync } from './sync.ts';
import { factsOf, issueFrom, takeIssue } from './takeIssue.ts';
import { taker } from './takeMilestone.ts';
import { userOf } from './users.ts';

export type Change = ChangeOptions & { readonly undoes?: number };

export async function updateTask(desk: Desk, id: string, change: TaskChange, by: Change): Promise<Task> {
  const local = openFsStorage(desk.folder);
  const task = await findOrSync(desk, () => local.task(id));
  const { title, status, milestone, assignee } = change;
  const wanted: Partial<IssueFacts> = {
    ...(status === undefined ? {} : { status: checkState(status) }),
    ...(title === undefined ? {} : { title: checkTitle(title) }),
    ...(milestone === undefined ? {} : { milestone: milestone && (await local.milestone(milestone)).id }),
    ...(assignee === undefined ? {} : { assignee: assignee && nameOf(checkAssignee(assignee)) }),
  };
  if (Object.keys(wanted).length > 0) await changeIssue(desk, task, wanted, by);
  // Findings are of this machine, and so are the links to them.
  if ('finding' in change) {
    await transaction(desk.folder, ({ commit }) => {
      const [first] = changesBetween<'finding', unknown>(task, { finding: change.finding });
      if (first !== undefined) commit({ event: 'task_updated', id: task.id, ...first, ...taker(by.actor, by.undoes) });
    });
  }
  return local.task(task.id);
}

export async function writeTaskDoc(desk: Desk, id: string, text: string, by: Change): Promise<void> {
  const task = await findOrSync(desk, () => openFsStorage(desk.folder).task(id));
  await changeIssue(desk, task, { doc: text.replace(/\r\n?/g, '\n') }, by);
}

/** Taken back: GitHub keeps the issue, closed, and it is no task any more. */
export async function removeTask(desk: Desk, task: Task, by: Change): Promise<void> {
  const number = desk.map.get(task.id)?.issueNumber;
  if (number !== undefined) {
    const issue = await checkedIssue(desk, task, number, {}, by);
    const { text, mark } = readMarked(issue.body, TaskMark);
    const labels = labelsWith(issue.labels, 'done', desk.labels).slice(0, -1);
    const body = withMark(text, { ...(mark ?? markOf(desk, task, by.actor)), removed: true });
    await patch(desk, issue, { body, ...{ state: 'closed', state_reason: 'not_planned', labels } });
    desk.map.delete(task.id);
    await writeIdMap(desk.folder, desk.map);
  }
  await transaction(desk.folder, ({ commit }) =>
    commit({ event: 'task_removed', id: task.id, ...taker(by.actor, by.undoes) }),
  );
}

async function changeIssue(desk: Desk, task: Task, wanted: Partial<IssueFacts>, by: Change): Promise<void> {
  const number = await publish(desk, task, by);
  const issue = await checkedIssue(desk, task, number, wanted, by);
  const now = factsOf(desk, issue);
  const after = { ...now, ...wanted };
  const changed = differences(now, after);
  if (changed.length === 0) return;
  const body = await request(desk, task, issue, after, changed, by.actor);
  const pending: PendingChange = {
    ...{ kind: 'change', key: randomUUID(), at: new Date().toISOString(), ts: new Date().toISOString() },
    ...{ id: task.id, issue: number, actor: by.actor, ...(by.undoes === undefined ? {} : { undoes: by.undoes }) },
    changes: changed.map((field) => ({ field, from: now[field], to: after[field] })),
  };
  await writePending(desk.folder, pending.key, pending);
  let facts = now;
  try {
    const patched = await patch(desk, issue, body);
    await takeIssue(desk, patched, taker(by.actor, by.undoes));
    facts = factsOf(desk, patched);
  } catch (error) {
    // Otherwise it may have been done: the next command finds out.
    if (isGhFailed(error) && !error.unclear) await removePending(desk.folder, pending.key);
    throw error;
  }
  const left = changed.filter((field) => isLeftOut(field, facts, after));
  try {
    await postComment(desk, {
      ...pending,
      changes: pending.changes.filter(({ field }) => !left.some((one) => one === field)),
    });
    await removePending(desk.folder, pending.key);
  } catch (error) {
    if (!isGhFailed(error)) throw error;
    if (!error.unclear && !error.limited) await removePending(desk.folder, pending.key);
    const name = named('Task', task.id, number);
    desk.say(`${name} was changed, but the comment that says so could not be posted: ${error.message}`);
  }
  if (left.length === 0) return;
  throw new PartyError(
    'COMMAND_FAILED',
    `${named('Task', task.id, number)} was not changed in ${left.join(', ')}: ${mayNotWrite(desk)}`,
  );
}

/** What GitHub forgets without a word when one may not write; a text it may have made tidier. */
function isLeftOut(field: keyof IssueFacts, facts: IssueFacts, wanted: IssueFacts): boolean {
  if (field === 'title' || field === 'doc') return false;
  return !isSame(facts[field] ?? '', wanted[field] ?? '');
}

/** As it is now, and taken over here; refuses when that is news to us. */
async function checkedIssue(
  desk: Desk,
  task: Task,
  number: number,
  wanted: Partial<IssueFacts>,
  { force }: Change,
): Promise<RemoteIssue> {
  const name = named('Task', task.id, number);
  const issue = await knownIssue(desk, number, name);
  const seen = await readSeenIssue(desk.folder, number);
  // Not by the time: GitHub counts seconds, and our own comment may have come after what somebody else did.
  if (!force && seen !== undefined) {
    const about = { id: task.id, issue: { number, url: issue.html_url } };
    const sides = { seen: factsOf(desk, seen), now: factsOf(desk, issue) };
    refuseConflict({ name, ...sides, wanted, about });
  }
  await takeIssue(desk, issue);
  return issue;
}

async function knownIssue(desk: Desk, number: number, name: string): Promise<RemoteIssue> {
  try {
    return await readIssue(desk, number);
  } catch (error) {
    if (!isGhFailed(error, 404, 410)) throw error;
    const way = 'If it was deleted there or moved away, take that over with: party pm sync --pull';
    throw new GhFailed(`${name} is not on GitHub, or not for you to see: ${error.message}. ${way}`, error.status);
  }
}

async function patch(desk: Desk, { number, title, body }: RemoteIssue, change: Texts): Promise<RemoteIssue> {
  const { json } = await desk.gh.send('PATCH', pathOf(desk, `issues/${number}`), { body: change });
  return issueFrom(desk, json, { title, body, ...change });
}

/** What is sent: all of it at once, so that an issue never has two labels, or none. */
async function request(
  desk: Desk,
  task: Task,
  issue: RemoteIssue,
  after: IssueFacts,
  changed: readonly string[],
  actor: PmActor,
): Promise<Texts> {
  const has = (field: keyof IssueFacts) => changed.includes(field);
  if (has('status')) await ensureLabel(desk, after.status);
  const { mark } = readMarked(issue.body, TaskMark);
  // One who was assigned stays so when it is about something else.
  const user = has('assignee') ? await userOf(desk, after.assignee) : issue.assignees?.[0]?.login;
  const { assignee: _, ...rest } = mark ?? markOf(desk, task, actor);
  const own = user === undefined && after.assignee !== null ? { ...rest, assignee: after.assignee } : rest;
  const status = { state: after.status === 'done' ? 'closed' : 'open' };
  return {
    ...(has('title') ? { title: after.title } : {}),
    ...(has('status') ? { ...status, labels: labelsWith(issue.labels, after.status, desk.labels) } : {}),
    ...(has('milestone')
      ? { milestone: after.milestone === null ? null : await milestoneNumber(desk, after.milestone, actor) }
      : {}),
    ...(has('assignee') ? { assignees: user === undefined ? [] : [user] } : {}),
    ...(has('doc') || has('assignee') ? { body: withMark(after.doc, own) } : {}),
  };
}

function markOf(desk: Desk, { id, number }: Task, actor: PmActor): TaskMark {
  return { team: desk.team.id, key: randomUUID(), id, number, actor };
}

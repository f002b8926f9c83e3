// Turns a GitHub issue into a task, or updates the task of the issue. Party's own changes come back this way too, so
// the local files always hold what GitHub reports.

import { changesBetween, more } from '../../../core/tasks/changes.ts';
import { type AuditMark, readAudit } from '../../../core/tasks/github/comments.ts';
import { type Texts, withKnownTexts } from '../../../core/tasks/github/ghText.ts';
import { readMarked, TaskMark } from '../../../core/tasks/github/marker.ts';
import { type IssueFacts, issueFacts, type RemoteComment, RemoteIssue } from '../../../core/tasks/github/remote.ts';
import { isRecordId } from '../../../core/tasks/ids.ts';
import type { FindingLink, Task, TaskActor, TaskState } from '../../../core/tasks/task.ts';
import { taskStates } from '../../../core/tasks/task.ts';
import { nextTask } from '../files/nextIds.ts';
import { listRecords, readSubjectRecord } from '../files/records.ts';
import { keepText, readDoc } from '../files/texts.ts';
import { transaction } from '../files/transaction.ts';
import { readSeenIssue, writeIdMap, writeSeenIssue } from './files.ts';
import { isGhFailed } from './gh.ts';
import { byGithub, type ChangedBy, ensureMilestone } from './pullMilestone.ts';
import { idOfIssue, idOfMilestone, pathOf, readAs, type Tracker } from './tracker.ts';

export function factsOf(tracker: Tracker, issue: RemoteIssue): IssueFacts {
  return issueFacts(issue, tracker.labels, (number) => idOfMilestone(tracker, number));
}

/** `sent` are the texts that we have just sent; by default, the last seen texts. They show how gh changes a text. */
export async function issueFrom(tracker: Tracker, json: unknown, sent?: Texts): Promise<RemoteIssue> {
  const issue = readAs(RemoteIssue, json, 'issue');
  return withKnownTexts(issue, sent ?? (await readSeenIssue(tracker.folder, issue.number)));
}

/** Updates the task of an issue from GitHub. Returns the task's id when something changed. */
export async function pullIssue(
  tracker: Tracker,
  issue: RemoteIssue,
  by: ChangedBy = byGithub,
  comments: readonly RemoteComment[] = [],
): Promise<string | undefined> {
  const id = idOfIssue(tracker, issue.number);
  if (id === undefined) return undefined;
  const { folder } = tracker;
  if (issue.milestone !== null) await ensureMilestone(tracker, issue.milestone.number);
  const seen = await readSeenIssue(folder, issue.number);
  const changed = await transaction(folder, ({ commit }) => {
    const read = readSubjectRecord(folder, 'task', id);
    if (read === undefined || 'problem' in read) return false;
    const audits = auditsOf(tracker, issue, seen?.updated_at, comments);
    const { doc, ...facts } = factsOf(tracker, issue);
    let record = read.value;
    let count = 0;
    const change = (wanted: Partial<typeof facts>, who: ChangedBy) => {
      const [first, ...also] = changesBetween<keyof typeof facts, unknown>(record, wanted);
      if (first === undefined) return;
      commit({ event: 'task_updated', id, ...first, ...more(also), ...who });
      record = { ...record, ...wanted };
      count++;
    };
    for (const audit of audits) change(wantedBy(tracker, audit), { ...byGithub, actor: audit.actor });
    change(facts, by);
    const before = seen === undefined ? (readDoc(folder, 'task', id).text ?? '') : factsOf(tracker, seen).doc;
    if (doc !== before) {
      const [from, to] = [before, doc].map((text) => (text === '' ? null : keepText(folder, text)));
      commit({ event: 'doc_updated', of: 'task', id, from: from ?? null, to: to ?? null, ...by });
      count++;
    }
    return count > 0;
  });
  await rememberIssue(tracker, id, issue);
  return changed ? id : undefined;
}

export type KnownTask = Pick<Task, 'id' | 'number' | 'issue'>;

/** What only this machine knows about a task, because the task was made here. */
export interface Origin {
  readonly id: string;
  readonly number: number;
  readonly actor: TaskActor;
  readonly finding?: FindingLink | undefined;
  /** Set for a task that existed here before. */
  readonly status?: TaskState | undefined;
}

/** Makes a task from an issue. `all` are the existing tasks; a caller with many issues reads them once. */
export async function recordIssue(
  tracker: Tracker,
  made: RemoteIssue,
  origin?: Origin,
  all?: KnownTask[],
): Promise<string> {
  const { folder, team } = tracker;
  const issue = origin?.status === 'done' ? await closed(tracker, made) : made;
  if (issue.milestone !== null) await ensureMilestone(tracker, issue.milestone.number);
  const { mark } = readMarked(issue.body, TaskMark);
  const own = mark?.team === team.id ? mark : undefined;
  const { doc, status, ...facts } = factsOf(tracker, issue);
  const link = { number: issue.number, url: issue.html_url };
  const recorded = await transaction(folder, async ({ commit, counters }) => {
    const tasks: KnownTask[] = all ?? [...(await listRecords(folder, 'task')).all];
    const known = tasks.find((task) => task.issue?.number === issue.number) ?? unpublished(tasks, origin);
    if (known !== undefined) {
      if (known.issue === undefined)
        commit({ event: 'task_updated', id: known.id, field: 'issue', from: null, to: link, ...byGithub });
      return { id: known.id, known: true };
    }
    const place = freePlace(folder, tasks, origin ?? own) ?? nextTask(folder, counters(), facts.milestone);
    commit({
      event: 'task_created',
      ...place,
      ...facts,
      issue: link,
      ...(origin?.finding === undefined ? {} : { finding: origin.finding }),
      ...(doc === '' ? {} : { doc: keepText(folder, doc) }),
      ...(origin === undefined ? { ...byGithub, ...(own && { actor: own.actor }) } : { actor: origin.actor }),
    });
    tasks.push({ ...place, issue: link });
    return { id: place.id, known: false };
  });
  const { id } = recorded;
  await rememberIssue(tracker, id, issue);
  // A task that existed may differ from the issue, and a new task starts as pending.
  if (recorded.known || status !== 'pending') await pullIssue(tracker, issue);
  return id;
}

/** Keeps GitHub's `updatedAt`, to compare it with the next answer. */
async function rememberIssue(tracker: Tracker, id: string, issue: RemoteIssue): Promise<void> {
  const { folder, map } = tracker;
  await writeSeenIssue(folder, issue);
  const before = map.get(id);
  if (before?.updatedAt === issue.updated_at && before.issueNumber === issue.number) return;
  map.set(id, { ...before, issueNumber: issue.number, nodeId: issue.node_id, updatedAt: issue.updated_at });
  await writeIdMap(folder, map);
}

/** GitHub creates issues as open. If this one may not be closed, only warn, so that it does not block every sync. */
async function closed(tracker: Tracker, issue: RemoteIssue): Promise<RemoteIssue> {
  try {
    const { json } = await tracker.gh.send('PATCH', pathOf(tracker, `issues/${issue.number}`), {
      body: { state: 'closed' },
    });
    return await issueFrom(tracker, json, issue);
  } catch (error) {
    if (!isGhFailed(error) || error.unclear || error.limited) throw error;
    tracker.say(`#${issue.number} is open, though its task is done here: ${error.message}`);
    return issue;
  }
}

/** A task that was made without gh and is now published. */
function unpublished(all: readonly KnownTask[], origin: Origin | undefined): KnownTask | undefined {
  if (origin?.status === undefined) return undefined;
  return all.find((task) => task.id === origin.id && task.issue === undefined);
}

/** The id and number that another machine gave the task, if they are free here. */
function freePlace(
  folder: string,
  all: readonly KnownTask[],
  wanted: { readonly id: string; readonly number: number } | undefined,
): { id: string; number: number } | undefined {
  if (wanted === undefined || !isRecordId(wanted.id) || wanted.number < 1) return undefined;
  const taken = all.some((task) => task.id === wanted.id || task.number === wanted.number);
  const broken = readSubjectRecord(folder, 'task', wanted.id) !== undefined;
  return taken || broken ? undefined : { id: wanted.id, number: wanted.number };
}

/**
 * Finds out who made changes, from comments that other machines have posted since the last look. Matches them by issue
 * number, because two machines may have given the same task different ids.
 */
function auditsOf(
  tracker: Tracker,
  issue: RemoteIssue,
  since: string | undefined,
  comments: readonly RemoteComment[],
): AuditMark[] {
  return comments
    .filter(({ issue_url }) => issue_url.endsWith(`/issues/${issue.number}`))
    .filter(({ created_at }) => since === undefined || created_at > since)
    .filter(({ author_association = '' }) => insiders.includes(author_association))
    .map(({ body }) => readAudit(body))
    .filter((audit): audit is AuditMark => audit?.team === tracker.team.id);
}

/** On a public repository, any user can write a comment that looks like Party's. */
const insiders = ['OWNER', 'MEMBER', 'COLLABORATOR'];

function wantedBy({ state }: Tracker, { changes }: AuditMark): Partial<Pick<Task, 'status' | 'milestone'>> {
  let wanted: Partial<Pick<Task, 'status' | 'milestone'>> = {};
  for (const { field, to } of changes) {
    const status = taskStates.find((known) => known === to);
    if (field === 'status' && status !== undefined) wanted = { ...wanted, status };
    if (field === 'milestone' && (to === null || state.milestones.some(({ id }) => id === to)))
      wanted = { ...wanted, milestone: to };
  }
  return wanted;
}

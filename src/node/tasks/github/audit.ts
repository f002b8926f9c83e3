// Posts the comment that says who changed the status or the milestone. It is posted exactly once, even if a process is
// killed before it posts, or GitHub's answer is lost.

import { type AuditChange, auditComment, readAudit } from '../../../core/tasks/github/comments.ts';
import { RemoteComment } from '../../../core/tasks/github/remote.ts';
import { readSubjectRecord } from '../files/records.ts';
import { readSeenIssue, removePending, writeIdMap, writeSeenIssue } from './files.ts';
import { isGhFailed } from './gh.ts';
import { type PendingChange, pendingRequests } from './pending.ts';
import { factsOf, pullIssue } from './pullIssue.ts';
import { changedBy } from './pullMilestone.ts';
import { readIssue } from './readIssue.ts';
import { named, pathOf, type Tracker } from './tracker.ts';

export async function postComment(tracker: Tracker, pending: PendingChange): Promise<void> {
  const changes = pending.changes.filter((change): change is AuditChange => isAudited(change.field));
  if (changes.length === 0) return;
  const { key, id, actor, ts, issue } = pending;
  const body = auditComment({ team: tracker.team.id, key, id, actor, ts, changes }, (change, value) => {
    const milestone = change.field === 'milestone' ? readSubjectRecord(tracker.folder, 'milestone', value) : undefined;
    return milestone !== undefined && 'value' in milestone ? milestone.value.name : value;
  });
  const { json } = await tracker.gh.send('POST', pathOf(tracker, `issues/${issue}/comments`), { body: { body } });
  const posted = RemoteComment.safeParse(json);
  if (posted.success) await rememberComment(tracker, id, issue, posted.data.created_at);
}

/** Finishes changes of processes that were killed or got no answer. If GitHub never made a change, drops it. */
export async function settleChanges(tracker: Tracker): Promise<void> {
  for (const pending of await pendingRequests(tracker.folder)) {
    if (pending.kind !== 'change') continue;
    try {
      await settle(tracker, pending);
    } catch (error) {
      if (!isGhFailed(error)) throw error;
      const name = named('Task', pending.id, pending.issue);
      tracker.say(`The comment about ${name} could not be posted: ${error.message}`);
      if (error.unclear || error.limited) continue;
    }
    await removePending(tracker.folder, pending.key);
  }
}

async function settle(tracker: Tracker, pending: PendingChange): Promise<void> {
  const { actor, undoes, changes, issue: number, key, at } = pending;
  const issue = await readIssue(tracker, number);
  const facts: Readonly<Record<string, string | null>> = { ...factsOf(tracker, issue) };
  if (changes.some(({ field, to }) => facts[field] !== to)) return;
  await pullIssue(tracker, issue, changedBy(actor, undoes));
  const since = encodeURIComponent(new Date(Date.parse(at) - clockSkew).toISOString());
  const comments = await tracker.gh.list(pathOf(tracker, `issues/${number}/comments?since=${since}`));
  const posted = (comments?.items ?? []).some((item) => {
    const comment = RemoteComment.safeParse(item);
    return comment.success && readAudit(comment.data.body)?.key === key;
  });
  if (!posted) await postComment(tracker, pending);
}

/** GitHub's clock may differ from ours. */
const clockSkew = 24 * 3600_000;

function isAudited(field: string): field is AuditChange['field'] {
  return field === 'status' || field === 'milestone';
}

/**
 * A comment also changes the time of its issue. Remember that time, so that our own comment does not look like news.
 */
async function rememberComment(tracker: Tracker, id: string, number: number, time: string): Promise<void> {
  const seen = await readSeenIssue(tracker.folder, number);
  const entry = tracker.map.get(id);
  if (seen === undefined || entry === undefined || Date.parse(time) <= Date.parse(seen.updated_at)) return;
  await writeSeenIssue(tracker.folder, { ...seen, updated_at: time });
  tracker.map.set(id, { ...entry, updatedAt: time });
  await writeIdMap(tracker.folder, tracker.map);
}

// Changes that were made to the local files of a team on GitHub while `gh` was missing. The next command with `gh` sends
// them to GitHub, unless the same field was changed there too: then GitHub's value holds, and the user is told.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refused } from '../../../core/base/errors.ts';
import { tryJson } from '../../../core/base/json.ts';
import { oneLine } from '../../../core/base/outsideText.ts';
import * as z from '../../../core/base/schema.ts';
import { differences, type IssueFacts } from '../../../core/tasks/github/remote.ts';
import type { TaskActor } from '../../../core/tasks/task.ts';
import { appendJsonLine } from '../../system/jsonl.ts';
import { readText } from '../../system/store.ts';
import { readSubjectRecord } from '../files/records.ts';
import { readDoc } from '../files/texts.ts';
import type { TaskStorage } from '../storage.ts';
import { changeIssue } from './changeTask.ts';
import { readSeenIssue } from './files.ts';
import { isGhFailed } from './gh.ts';
import { factsOf } from './pullIssue.ts';
import { readIssue } from './readIssue.ts';
import { named, type Tracker } from './tracker.ts';

/** The files of a team on GitHub, on a machine without `gh`: they remember which tasks were changed. */
export function offlineStorage(folder: string, files: TaskStorage): TaskStorage {
  const note = (id: string, actor: TaskActor) => appendJsonLine(offlinePath(folder), { id, actor });
  return {
    ...files,
    async updateTask(id, change, by) {
      const task = await files.updateTask(id, change, by);
      await note(task.id, by.actor);
      return task;
    },
    deleteTask: needsGh,
    restoreTask: needsGh,
    async writeDoc(of, id, text, by) {
      await files.writeDoc(of, id, text, by);
      if (of === 'task') await note((await files.task(id)).id, by.actor);
    },
    async undo(by) {
      const undone = await files.undo(by);
      if (undone?.event === 'task_updated' || (undone?.event === 'doc_updated' && undone.of === 'task')) {
        await note(undone.id, by.actor);
      }
      return undone;
    },
  };
}

async function needsGh(): Promise<never> {
  throw refused(
    "A task on GitHub can be deleted and restored only with gh, GitHub's command line, which was not found",
  );
}

export async function sendOffline(tracker: Tracker): Promise<void> {
  const path = offlinePath(tracker.folder);
  const lines = ((await readText(path)) ?? '').split('\n').flatMap((line) => Note.safeParse(tryJson(line)).data ?? []);
  if (lines.length === 0) return;
  for (const [id, actor] of new Map(lines.map((line) => [line.id, line.actor]))) await sendTask(tracker, id, actor);
  await rm(path, { force: true });
}

const Note = z.object({ id: z.string(), actor: z.string() });

async function sendTask(tracker: Tracker, id: string, actor: TaskActor): Promise<void> {
  const { folder, map } = tracker;
  const number = map.get(id)?.issueNumber;
  const read = readSubjectRecord(folder, 'task', id);
  // A task that was made without gh goes to GitHub with its next change.
  if (number === undefined || read === undefined || 'problem' in read) return;
  const seen = await readSeenIssue(folder, number);
  const remote = await readIssue(tracker, number).catch((error: unknown) => {
    if (!isGhFailed(error, 404, 410)) throw error;
    tracker.say(`Warning: ${named('Task', id, number)} was changed here without gh, and is no longer on GitHub`);
    return undefined;
  });
  if (seen === undefined || remote === undefined) return;
  const { title, status, milestone, assignee } = read.value;
  const mine: IssueFacts = { title, status, milestone, assignee, doc: readDoc(folder, 'task', id).text ?? '' };
  const [before, theirs] = [factsOf(tracker, seen), factsOf(tracker, remote)];
  const changed = differences(before, mine).filter((field) => mine[field] !== theirs[field]);
  const lost = changed.filter((field) => theirs[field] !== before[field]);
  const wanted = Object.fromEntries(
    changed.filter((field) => !lost.includes(field)).map((field) => [field, mine[field]]),
  ) as Partial<IssueFacts>;
  if (lost.length > 0) {
    const values = lost.map((field) => `${field} ${shown(mine[field])} here, ${shown(theirs[field])} on GitHub`);
    const name = named('Task', id, number);
    tracker.say(`Warning: ${name} was changed without gh and on GitHub: ${values.join('; ')}. GitHub's value holds`);
  }
  if (Object.keys(wanted).length > 0) {
    tracker.say(`${named('Task', id, number)}: sent to GitHub what was changed without gh: ${keys(wanted)}`);
    await changeIssue(tracker, read.value, wanted, { actor, force: true });
  }
}

function keys(wanted: object): string {
  return Object.keys(wanted).join(', ');
}

function shown(value: string | null): string {
  return value === null ? 'none' : oneLine(value, 60);
}

function offlinePath(folder: string): string {
  return join(folder, 'github', 'offline.jsonl');
}

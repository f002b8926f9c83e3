// Stores tasks as files, the default: `team.json`, `milestones/1.json`, `tasks/1-2.json`, `tasks/1-2.md` and the audit
// `events.jsonl`. Party alone also uses `texts/`, `numbers/`, `counters.json` and the lock.

import { join } from 'node:path';
import { PartyError } from '../../../core/base/errors.ts';
import { subjectOf } from '../../../core/tasks/applyEvent.ts';
import { changesBetween, more } from '../../../core/tasks/changes.ts';
import { checkAssignee, checkState, checkTitle } from '../../../core/tasks/check.ts';
import type {
  Milestone,
  MilestoneChange,
  NewTask,
  NewTaskEvent,
  Subject,
  Task,
  TaskChange,
  TaskEvent,
  Team,
} from '../../../core/tasks/task.ts';
import { type CurrentRecord, inverse, lastChange, lastDeletion, laterWork } from '../../../core/tasks/undo.ts';
import { writeAtomic } from '../../system/store.ts';
import type { ChangeOptions, TaskStorage } from '../storage.ts';
import { readTeamFolder } from '../teamFolder.ts';
import { readEventLog } from './eventLog.ts';
import { findRecord, findSubject, findTask, recordIfThere } from './find.ts';
import { nextMilestone, nextTask } from './nextIds.ts';
import { openFsReader } from './reader.ts';
import { listRecords } from './records.ts';
import { hashOf, keepText, keptText, readDoc } from './texts.ts';
import { transaction } from './transaction.ts';

export function openFsStorage(folder: string): TaskStorage {
  return {
    kind: 'fs',
    ...openFsReader(folder),
    addMilestone: (wanted, by) => addMilestone(folder, wanted, by),
    updateMilestone: (id, change, by) => updateMilestone(folder, id, change, by),
    addTask: (wanted, by) => addTask(folder, wanted, by),
    updateTask: (id, change, by) => updateTask(folder, id, change, by),
    deleteTask: (id, by) => deleteTask(folder, id, by),
    restoreTask: (id, by) => restoreTask(folder, id, by),
    renameTeam: (name, by) => renameTeam(folder, name, by),
    writeDoc: (of, id, text, by) => writeDoc(folder, { of, id }, text, by),
    async events({ limit } = {}) {
      const { events, unreadable } = await readEventLog(folder);
      const all = events.map(({ event }) => event);
      return { all: limit === undefined ? all : all.slice(Math.max(0, all.length - limit)), unreadable };
    },
    undo: (by) => undo(folder, by),
    async pull() {
      return { changed: [] };
    },
  };
}

async function addMilestone(
  folder: string,
  wanted: { readonly name: string; readonly description?: string | undefined },
  { actor }: ChangeOptions,
): Promise<Milestone> {
  const name = checkTitle(wanted.name, 'name');
  const description = wanted.description === undefined ? {} : { description: wanted.description };
  return transaction(folder, async ({ commit, counters }) => {
    const id = nextMilestone(folder, counters());
    await commit({ event: 'milestone_created', id, name, ...description, actor });
    return findRecord(folder, 'milestone', id);
  });
}

async function updateMilestone(
  folder: string,
  id: string,
  { name, status, description }: MilestoneChange,
  { actor }: ChangeOptions,
): Promise<Milestone> {
  const wanted = {
    ...(name === undefined ? {} : { name: checkTitle(name, 'name') }),
    ...(status === undefined ? {} : { status: checkState(status) }),
    ...(description === undefined ? {} : { description }),
  };
  return transaction(folder, async ({ commit }) => {
    const milestone = findRecord(folder, 'milestone', id);
    const [first, ...also] = changesBetween<keyof MilestoneChange, string>(milestone, wanted);
    if (first === undefined) return milestone;
    await commit({ event: 'milestone_updated', id: milestone.id, ...first, ...more(also), actor });
    return findRecord(folder, 'milestone', milestone.id);
  });
}

async function addTask(folder: string, wanted: NewTask, { actor }: ChangeOptions): Promise<Task> {
  const title = checkTitle(wanted.title);
  const assignee = wanted.assignee === undefined ? null : checkAssignee(wanted.assignee);
  return transaction(folder, async ({ commit, counters }) => {
    const milestone = wanted.milestone === undefined ? null : findRecord(folder, 'milestone', wanted.milestone).id;
    const { id, number } = nextTask(folder, counters(), milestone, wanted.id);
    const doc = { doc: keepText(folder, wanted.body || newDocument(title)) };
    const finding = wanted.finding === undefined ? {} : { finding: wanted.finding };
    await commit({ event: 'task_created', id, number, title, milestone, assignee, ...finding, ...doc, actor });
    return findRecord(folder, 'task', id);
  });
}

/** What the document of a new task holds, so that `pm doc` has something to open and print. */
export function newDocument(title: string): string {
  return `# ${title}\n`;
}

async function updateTask(folder: string, id: string, change: TaskChange, { actor }: ChangeOptions): Promise<Task> {
  const { title, status, assignee, milestone, finding } = change;
  const wanted = {
    ...(status === undefined ? {} : { status: checkState(status) }),
    ...(title === undefined ? {} : { title: checkTitle(title) }),
    ...(assignee === undefined ? {} : { assignee: assignee === null ? null : checkAssignee(assignee) }),
    ...(finding === undefined ? {} : { finding }),
  };
  return transaction(folder, async ({ commit }) => {
    const task = await findTask(folder, id);
    const moved =
      milestone === undefined
        ? {}
        : { milestone: milestone === null ? null : findRecord(folder, 'milestone', milestone).id };
    const [first, ...also] = changesBetween<keyof TaskChange, unknown>(task, { ...wanted, ...moved });
    if (first === undefined) return task;
    await commit({ event: 'task_updated', id: task.id, ...first, ...more(also), actor });
    return findRecord(folder, 'task', task.id);
  });
}

async function deleteTask(folder: string, id: string, { actor }: ChangeOptions): Promise<Task> {
  return transaction(folder, async ({ commit }) => {
    const task = await findTask(folder, id);
    await commit({ event: 'task_removed', id: task.id, task, doc: keepDoc(folder, task.id), actor });
    return task;
  });
}

async function restoreTask(folder: string, id: string, { actor }: ChangeOptions): Promise<Task> {
  return transaction(folder, async ({ commit }) => {
    await commit(await restoring(folder, id, actor));
    return findRecord(folder, 'task', id);
  });
}

/** The event that restores it. Throws when no task with this id was deleted, or when there is one again. */
export async function restoring(folder: string, id: string, actor: string): Promise<Restoring> {
  const last = lastDeletion((await readEventLog(folder)).events, id);
  const event = last && inverse(last, actor);
  if (last === undefined || event?.event !== 'task_created') {
    throw new PartyError('USAGE', `No task ${id} was deleted here`);
  }
  const why = laterWork(last, await readCurrent(folder, 'task', id));
  if (why !== undefined) throw new PartyError('REFUSED', `Task ${id} cannot be restored: ${why}`);
  return event;
}

export type Restoring = Extract<NewTaskEvent, { event: 'task_created' }>;

/** The hash of a task's document, whose text is kept from now on; null when there is none. */
export function keepDoc(folder: string, id: string): string | null {
  const { text } = readDoc(folder, 'task', id);
  return text === null ? null : keepText(folder, text);
}

async function renameTeam(folder: string, wanted: string, { actor }: ChangeOptions): Promise<Team> {
  const name = checkTitle(wanted, 'name');
  return transaction(folder, async ({ commit }) => {
    const team = await readTeamFolder(folder);
    if (team.name === name) return team;
    const renamed = { ...team, name };
    await writeAtomic(join(folder, 'team.json'), `${JSON.stringify(renamed, null, 2)}\n`);
    await commit({ event: 'team_renamed', id: team.id, from: team.name, name, actor });
    return renamed;
  });
}

async function writeDoc(
  folder: string,
  { of, id }: { readonly of: Subject; readonly id: string },
  text: string,
  { actor }: ChangeOptions,
): Promise<void> {
  await transaction(folder, async ({ commit }) => {
    const { id: found } = await findSubject(folder, of, id);
    const { text: before } = readDoc(folder, of, found);
    if (text === (before ?? '')) return;
    // Keep the text before the change, so that undo can also restore text that the user wrote by hand.
    const from = before === null ? null : keepText(folder, before);
    await commit({ event: 'doc_updated', of, id: found, from, to: keepText(folder, text), actor });
  });
}

async function undo(folder: string, { actor }: ChangeOptions): Promise<TaskEvent | undefined> {
  return transaction(folder, async ({ commit }) => {
    const last = lastChange((await readEventLog(folder)).events);
    const taken = last && inverse(last, actor);
    if (last === undefined || taken === undefined) return undefined;
    const subject = subjectOf(last.event);
    const current = subject && (await readCurrent(folder, subject.of, subject.id));
    const why = current && laterWork(last, current);
    if (why !== undefined) {
      throw new PartyError('REFUSED', `The last change cannot be undone: ${why}. Change it by hand`, {
        next: [{ act: 'showTaskLog' }],
      });
    }
    if (taken.event === 'doc_updated' && taken.to && keptText(folder, taken.to) === undefined) {
      throw new PartyError(
        'REFUSED',
        `The last change cannot be undone: the text before it is not in ${join(folder, 'texts')}`,
      );
    }
    return commit(taken);
  });
}

export async function readCurrent(folder: string, of: Subject, id: string): Promise<CurrentRecord> {
  const { text } = readDoc(folder, of, id);
  const tasks = of === 'task' ? [] : (await listRecords(folder, 'task')).all;
  return {
    record: recordIfThere(folder, of, id),
    doc: text === null ? null : hashOf(text),
    tasks: tasks.filter(({ milestone }) => milestone === id).map((task) => task.id),
  };
}

// The user's commands about tasks and milestones. They run the shipped program, as agents do.

import { env, l10n, Uri, window } from 'vscode';
import { oneLine } from '../../core/base/outsideText.ts';
import { type TaskState, taskStates } from '../../core/tasks/task.ts';
import { taskLetter } from '../../core/tasks/taskLetter.ts';
import type { Context } from '../app/context.ts';
import { openLedgerFinding } from '../findings/findingsActs.ts';
import { sendText } from '../messages/send.ts';
import { partyOf } from '../session/partyOf.ts';
import { itemText, messageText } from '../ui/plainText.ts';
import { openTaskDocument } from './taskDocuments.ts';
import { readTaskDoc } from './taskSource.ts';
import { changing, type TasksContext } from './tasksChanging.ts';
import { askName, chooseMilestone } from './tasksChoose.ts';
import { taskLabel, taskStatusText } from './tasksItem.ts';
import { tasksProgram } from './tasksProgram.ts';
import { dropTarget, isMadeOf, milestoneOf, type TaskPlace, type TaskRow } from './tasksRows.ts';
import type { TaskActs } from './tasksView.ts';
import { ensureTeam } from './teamActs.ts';

type OfTask = TaskRow & { kind: 'task' };
type OfMilestone = TaskRow & { kind: 'milestone' };

export async function addTask(context: Context, place: TaskPlace, row: TaskRow | undefined): Promise<void> {
  const { folder, board } = place;
  const milestone = row === undefined ? undefined : milestoneOf(row);
  const named = board?.milestones.find(({ id }) => id === milestone);
  const title = named === undefined ? l10n.t('Add Task') : l10n.t('Add Task to {0}', oneLine(named.name, 60));
  const text = await askName(title, l10n.t('Task title'));
  if (text === undefined) return;
  const id = await changing(context, async () => {
    await ensureTeam(context, place);
    return tasksProgram.addTask(context.host, folder.path, text, milestone);
  });
  const now = context.tasks.boards.of(folder);
  if (now === undefined) return;
  if (context.tasks.view.view.visible) await context.tasks.view.reveal(now, id);
  else
    window.setStatusBarMessage(
      `$(check) ${l10n.t('Task {0} is added: {1}', itemText(id, 40), itemText(text, 60))}`,
      6000,
    );
}

export async function addMilestone(context: Context, place: TaskPlace): Promise<void> {
  const name = await askName(l10n.t('Add Milestone'), l10n.t('Milestone name'));
  if (name === undefined) return;
  await changing(context, async () => {
    await ensureTeam(context, place);
    await tasksProgram.addMilestone(context.host, place.folder.path, name);
  });
}

/** Gives Claude the task, with its document, and marks it as begun. */
export async function sendTask(context: Context, row: OfTask): Promise<void> {
  const { board, task } = row;
  const party = await partyOf(context, board.folder);
  if (party === undefined) return;
  const text = await readTaskDoc(board, 'task', task.id);
  await sendText(context, party, 'claude', taskLetter(task, text));
  if (task.status === 'pending') await become(context, row, 'in_progress');
}

/** All become done, or pending again when all are done. */
export async function toggle(context: Context, rows: readonly TaskRow[]): Promise<void> {
  const tasks = rows.filter((row) => row.kind === 'task');
  const isDone = tasks.every(({ task }) => task.status === 'done');
  for (const row of tasks) await become(context, row, isDone ? 'pending' : 'done');
}

/** At once, because the message offers the way back. */
export async function deleteTasks(context: Context, rows: readonly TaskRow[]): Promise<void> {
  const tasks = rows.filter((row) => row.kind === 'task');
  const [first] = tasks;
  if (first === undefined) return;
  await changing(context, async () => {
    for (const { board, task } of tasks) await tasksProgram.deleteTask(context.host, board.folder.path, task.id);
  });
  void offerRestore(context, tasks).catch(context.report);
}

async function offerRestore(context: Context, tasks: readonly OfTask[]): Promise<void> {
  const [first] = tasks;
  const told =
    first !== undefined && tasks.length === 1
      ? l10n.t('{0} is deleted: {1}', taskLabel(first.task), messageText(first.task.title))
      : l10n.t('{0} tasks are deleted', String(tasks.length));
  const undo = l10n.t('Undo');
  if ((await window.showInformationMessage(told, undo)) !== undo) return;
  await changing(context, async () => {
    for (const { board, task } of tasks) await tasksProgram.restoreTask(context.host, board.folder.path, task.id);
  });
}

export async function rename(context: Context, row: OfTask | OfMilestone): Promise<void> {
  const { host } = context;
  const { path } = row.board.folder;
  if (row.kind === 'task') {
    const { id, title } = row.task;
    const text = await askName(l10n.t('Rename {0}', taskLabel(row.task)), l10n.t('Task title'), title);
    if (text !== undefined && text !== title)
      await changing(context, () => tasksProgram.updateTask(host, path, id, { title: text }));
    return;
  }
  const { id, name } = row.milestone;
  const text = await askName(l10n.t('Rename Milestone'), l10n.t('Milestone name'), name);
  if (text !== undefined && text !== name)
    await changing(context, () => tasksProgram.updateMilestone(host, path, id, { name: text }));
}

export async function setStatus(context: Context, row: OfTask | OfMilestone): Promise<void> {
  const now = row.kind === 'task' ? row.task.status : row.milestone.status;
  const items = taskStates.map((status) => ({
    ...{ label: taskStatusText(status), status },
    ...(status === now ? { description: l10n.t('current') } : {}),
  }));
  const title = row.kind === 'task' ? taskLabel(row.task) : itemText(row.milestone.name, 60);
  const chosen = await window.showQuickPick(items, { title, placeHolder: l10n.t('New status') });
  if (chosen !== undefined && chosen.status !== now) await become(context, row, chosen.status);
}

export const finish = (context: Context, row: OfTask | OfMilestone) => become(context, row, 'done');

export async function assignTask(context: Context, row: OfTask): Promise<void> {
  const { task, board } = row;
  const title = l10n.t('Assign {0}', taskLabel(task));
  const placeHolder = l10n.t('Assignee (empty for none)');
  const name = await window.showInputBox({ title, placeHolder, value: task.assignee ?? '' });
  if (name === undefined || name.trim() === (task.assignee ?? '')) return;
  const assignee = name.trim() === '' ? null : name.trim();
  await changing(context, () => tasksProgram.updateTask(context.host, board.folder.path, task.id, { assignee }));
}

export async function move(context: Context, row: OfTask): Promise<void> {
  const { task, board } = row;
  const chosen = await chooseMilestone(board, l10n.t('Move {0}', taskLabel(task)), task.milestone);
  if (chosen !== undefined) await moveTo(context, [row], chosen.milestone);
}

/** The acts of the rows in the view. A failure is reported once, and the rows then show the real state. */
export function taskActs(context: TasksContext): TaskActs {
  const reporting = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      context.report(error);
    }
  };
  return {
    tick: (ticked) =>
      reporting(async () => {
        for (const { row, done } of ticked) {
          if (row.kind === 'task') await become(context, row, done ? 'done' : 'pending');
        }
      }),
    drop: (dragged, onto) =>
      reporting(async () => {
        const tasks = dragged.filter((row) => row.kind === 'task');
        const team = onto?.board.team.id ?? tasks[0]?.board.team.id;
        if (tasks.some(({ board }) => board.team.id !== team)) {
          window.setStatusBarMessage(l10n.t('$(info) A task cannot move to another team'), 6000);
          return;
        }
        const into = dropTarget(onto);
        if (into !== undefined) await moveTo(context, tasks, into.milestone);
      }),
  };
}

export async function openDoc(_: Context, row: OfTask | OfMilestone): Promise<void> {
  await openTaskDocument(row.board, row.kind, row.kind === 'task' ? row.task.id : row.milestone.id);
}

/** Opens the finding in the code, or in the list of findings. A finding of another change is in neither. */
export async function openFindingOfTask(context: Context, { board, task }: OfTask): Promise<void> {
  const { finding } = task;
  const placed = context.findings.store.all.find((one) => isMadeOf(board.team, task, one));
  if (finding === undefined) return;
  if (placed !== undefined) return openLedgerFinding(context, placed.folder, placed.finding);
  const key = itemText(finding.key, 40);
  void window.showInformationMessage(l10n.t('{0} belongs to another change, or to a project that is not open', key));
}

export async function openIssue(_: Context, { task }: OfTask): Promise<void> {
  const url = task.issue?.url ?? '';
  // The file may hold any text; open only a web page.
  if (!/^https?:\/\/[^\s/]+\/\S+$/.test(url)) {
    void window.showInformationMessage(l10n.t('{0} has no page to open', taskLabel(task)));
    return;
  }
  await env.openExternal(Uri.parse(url, true));
}

async function become(context: TasksContext, row: OfTask | OfMilestone, status: TaskState): Promise<void> {
  const { host } = context;
  const { path } = row.board.folder;
  await changing(context, () => {
    if (row.kind === 'milestone') return tasksProgram.updateMilestone(host, path, row.milestone.id, { status });
    if (status === 'done') return tasksProgram.finishTask(host, path, row.task.id);
    return tasksProgram.updateTask(host, path, row.task.id, { status });
  });
}

async function moveTo(context: TasksContext, rows: readonly OfTask[], milestone: string | null): Promise<void> {
  for (const { board, task } of rows) {
    if (task.milestone === milestone) continue;
    await changing(context, () => tasksProgram.updateTask(context.host, board.folder.path, task.id, { milestone }));
  }
}

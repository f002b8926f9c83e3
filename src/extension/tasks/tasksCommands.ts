// The commands about tasks, and how the team or the task for a command is found.

import type { Context } from '../app/context.ts';
import type { CommandTable, CommandWith, Resolvers } from '../app/editorCommand.ts';
import {
  addMilestone,
  addTask,
  assignTask,
  createTeam,
  finish,
  jumpToTeam,
  makeTaskOfFinding,
  move,
  openDoc,
  openFindingOfTask,
  openIssue,
  pullTasks,
  rename,
  setStatus,
  undoLast,
} from './tasksActs.ts';
import { chooseBoard, sayNoTask, sayNoTeam } from './tasksChoose.ts';
import type { tasksContributions } from './tasksContributions.ts';
import type { TaskRow } from './tasksRows.ts';

export const tasksCommands = {
  createTeam: { needs: 'folder', run: createTeam },
  addTask: { needs: 'team', run: addTask },
  addMilestone: { needs: 'team', run: (context, board) => addMilestone(context, board) },
  jumpToTeam: { needs: 'team', run: (context, board) => jumpToTeam(context, board) },
  undoTaskChange: { needs: 'team', run: (context, board) => undoLast(context, board) },
  pullTasks: { needs: 'team', run: (context, board) => pullTasks(context, board) },
  renameTask: { needs: 'task', run: (context, row) => onBoth(row, (one) => rename(context, one)) },
  setTaskStatus: { needs: 'task', run: (context, row) => onBoth(row, (one) => setStatus(context, one)) },
  finishTask: { needs: 'task', run: (context, row) => onBoth(row, (one) => finish(context, one)) },
  openTaskDoc: { needs: 'task', run: (context, row) => onBoth(row, (one) => openDoc(context, one)) },
  moveTask: onTask(move),
  assignTask: onTask(assignTask),
  openTaskFinding: onTask(openFindingOfTask),
  openTaskIssue: onTask(openIssue),
  hideDoneTasks: { needs: 'nothing', run: ({ tasks }) => tasks.view.setHideDone(true) },
  showDoneTasks: { needs: 'nothing', run: ({ tasks }) => tasks.view.setHideDone(false) },
  showMoreTasks: { needs: 'nothing', run: ({ tasks }, [id]) => tasks.view.showMore(id) },
  makeFindingTask: { needs: 'finding', run: makeTaskOfFinding },
} as const satisfies CommandTable<typeof tasksContributions>;

export const tasksNeeds: Resolvers<'team' | 'task'> = {
  async team({ context, args: [clicked], folders }) {
    if ((await folders()) === undefined) return undefined;
    const { boards, view } = context.tasks;
    const row = view.row(clicked);
    await boards.refresh('look');
    const board = row === undefined ? await chooseBoard(boards.boards) : boards.board(row.board.team.id);
    if (board !== undefined) return [board, row];
    if (boards.boards.length === 0) sayNoTeam(boards.all?.problems[0]?.problem);
    return undefined;
  },
  async task({ context, args: [clicked], folders }) {
    if ((await folders()) === undefined) return undefined;
    const row = context.tasks.view.row(clicked);
    if (row !== undefined) return [row];
    sayNoTask();
    return undefined;
  },
};

function onTask(run: (context: Context, row: TaskRow & { kind: 'task' }) => unknown): CommandWith<'task'> {
  return { needs: 'task', run: (context, row) => (row.kind === 'task' ? run(context, row) : undefined) };
}

function onBoth(row: TaskRow, run: (row: TaskRow & { kind: 'task' | 'milestone' }) => unknown): unknown {
  return row.kind === 'task' || row.kind === 'milestone' ? run(row) : undefined;
}

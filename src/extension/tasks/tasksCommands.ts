// The commands about tasks, and how the team or the task for a command is found.

import type { Context } from '../app/context.ts';
import type { CommandTable, CommandWith, Resolvers } from '../app/editorCommand.ts';
import { chooseFolder } from '../app/folders.ts';
import { makeTasksOfFindings } from './findingTasks.ts';
import {
  addMilestone,
  addTask,
  assignTask,
  deleteTasks,
  finish,
  move,
  openDoc,
  openFindingOfTask,
  openIssue,
  rename,
  sendTask,
  setStatus,
  toggle,
} from './tasksActs.ts';
import { chooseBoard, mustBeReadable, sayNoTask, sayNoTeam } from './tasksChoose.ts';
import type { tasksContributions } from './tasksContributions.ts';
import { ofRow } from './tasksItem.ts';
import type { TaskRow } from './tasksRows.ts';
import { createTeam, jumpToTeam, pullTasks, renameTeam, undoLast } from './teamActs.ts';

export const tasksCommands = {
  createTeam: { needs: 'folder', run: createTeam },
  renameTeam: { needs: 'team', run: (context, board) => renameTeam(context, board) },
  addTask: { needs: 'taskPlace', run: addTask },
  addMilestone: { needs: 'taskPlace', run: (context, place) => addMilestone(context, place) },
  jumpToTeam: { needs: 'team', run: (context, board) => jumpToTeam(context, board) },
  undoTaskChange: { needs: 'team', run: (context, board) => undoLast(context, board) },
  pullTasks: { needs: 'team', run: (context, board) => pullTasks(context, board) },
  renameTask: { needs: 'task', run: (context, row) => onBoth(row, (one) => rename(context, one)) },
  setTaskStatus: { needs: 'task', run: (context, row) => onBoth(row, (one) => setStatus(context, one)) },
  finishTask: { needs: 'task', run: (context, row) => onBoth(row, (one) => finish(context, one)) },
  openTaskDoc: { needs: 'task', run: (context, row) => onBoth(row, (one) => openDoc(context, one)) },
  toggleTask: { needs: 'task', run: (context, _, rows) => toggle(context, rows) },
  deleteTask: { needs: 'task', run: (context, _, rows) => deleteTasks(context, rows) },
  sendTask: onTask(sendTask),
  moveTask: onTask(move),
  assignTask: onTask(assignTask),
  openTaskFinding: onTask(openFindingOfTask),
  openTaskIssue: onTask(openIssue),
  hideDoneTasks: { needs: 'nothing', run: ({ tasks }) => tasks.view.setHideDone(true) },
  showDoneTasks: { needs: 'nothing', run: ({ tasks }) => tasks.view.setHideDone(false) },
  showMoreTasks: { needs: 'nothing', run: ({ tasks }, [id]) => tasks.view.showMore(id) },
  makeFindingTask: { needs: 'readFindings', run: makeTasksOfFindings },
} as const satisfies CommandTable<typeof tasksContributions>;

export const tasksNeeds: Resolvers<'team' | 'task' | 'taskPlace'> = {
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
  async taskPlace({ context, args: [clicked], folders }) {
    const known = await folders();
    if (known === undefined) return undefined;
    const { boards, view } = context.tasks;
    const row = view.row(clicked);
    await boards.refresh('look');
    if (boards.boards.length > 0) {
      const board = row === undefined ? await chooseBoard(boards.boards) : boards.board(row.board.team.id);
      return board && [{ folder: board.folder, board }, row];
    }
    mustBeReadable(boards.all?.problems[0]?.problem);
    const folder = await chooseFolder(known);
    return folder && [{ folder, board: undefined }, undefined];
  },
  async task({ context, args, folders }) {
    const { view } = context.tasks;
    const [clicked, among] = args;
    if (among === ofRow && view.isUnasked(clicked)) return undefined;
    // A key binding does not pass the row that has the focus, and any earlier step could move the focus.
    const meant = args.length > 0 ? rowsMeant(clicked, among) : await view.chosen();
    if ((await folders('known')) === undefined) return undefined;
    const rows = meant.flatMap((id) => view.row(id) ?? []);
    const row = view.row(clicked) ?? rows[0];
    if (row !== undefined) return [row, rows];
    sayNoTask();
    return undefined;
  },
};

/** A menu passes the clicked row, and all selected rows if the clicked one is among them. */
function rowsMeant(clicked: unknown, among: unknown): readonly unknown[] {
  return Array.isArray(among) && among.includes(clicked) ? among : [clicked];
}

function onTask(run: (context: Context, row: TaskRow & { kind: 'task' }) => unknown): CommandWith<'task'> {
  return { needs: 'task', run: (context, row) => (row.kind === 'task' ? run(context, row) : undefined) };
}

function onBoth(row: TaskRow, run: (row: TaskRow & { kind: 'task' | 'milestone' }) => unknown): unknown {
  return row.kind === 'task' || row.kind === 'milestone' ? run(row) : undefined;
}

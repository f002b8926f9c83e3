// Tasks that the user makes from findings.

import { l10n, window } from 'vscode';
import type { Context } from '../app/context.ts';
import { forEachFinding, tellFailures } from '../findings/findingsMany.ts';
import type { PlacedFinding } from '../findings/findingsStore.ts';
import { itemText } from '../ui/plainText.ts';
import type { TaskBoard } from './taskBoards.ts';
import { changing } from './tasksChanging.ts';
import { chooseMilestone, mustBeReadable, sayNoTeam } from './tasksChoose.ts';
import { tasksProgram } from './tasksProgram.ts';
import { ensureTeam } from './teamActs.ts';

/** Makes the tasks in one step. If the only finding already has a task, shows that one. */
export async function makeTasksOfFindings(context: Context, all: readonly PlacedFinding[]): Promise<void> {
  const { boards, view } = context.tasks;
  await boards.refresh('look');
  await ensureTeams(context, all);
  for (const [board, own] of byBoard(context, all)) {
    if (board === undefined) return sayNoTeam(undefined);
    const without = own.filter(({ finding }) => taskOn(board, finding.task) === undefined);
    const [only, ...others] = without;
    const known = taskOn(board, own[0]?.finding.task);
    if (only === undefined && own.length === 1 && known !== undefined) return view.reveal(board, known.id);
    if (only === undefined) window.setStatusBarMessage(l10n.t('$(info) The findings already have tasks'), 6000);
    else if (others.length === 0) await makeOne(context, board, only);
    else await makeMany(context, board, without);
  }
}

/** The first task of a project needs no team: it gets one with the name of the project. */
async function ensureTeams(context: Context, all: readonly PlacedFinding[]): Promise<void> {
  const { boards } = context.tasks;
  const folders = new Map(all.map(({ folder }) => [folder.top, folder]));
  for (const folder of folders.values()) {
    if (boards.of(folder) !== undefined) continue;
    mustBeReadable(boards.all?.problems.find((one) => one.folder.top === folder.top)?.problem);
    await changing(context, () => ensureTeam(context, { folder, board: undefined }));
  }
}

async function makeOne(context: Context, board: TaskBoard, { folder, finding }: PlacedFinding): Promise<void> {
  const chosen = await chooseFor(board, l10n.t('Make a Task from {0}', finding.key));
  if (chosen === undefined) return;
  const made = await changing(context, () =>
    tasksProgram.makeFindingTask(context.host, folder.path, finding.key, chosen.milestone ?? undefined),
  );
  await context.model.refresh();
  const id = itemText(made.task.id, 40);
  const told = made.created
    ? l10n.t('{0} is now task {1}', finding.key, id)
    : l10n.t('{0} is task {1}', finding.key, id);
  window.setStatusBarMessage(`$(check) ${told}`, 6000);
}

async function makeMany(context: Context, board: TaskBoard, all: readonly PlacedFinding[]): Promise<void> {
  const chosen = await chooseFor(board, l10n.t('Make Tasks from {0} Findings', String(all.length)));
  if (chosen === undefined) return;
  const { host, model } = context;
  const result = await changing(context, () =>
    forEachFinding(all, l10n.t('Making tasks…'), ({ folder, finding }) =>
      tasksProgram.makeFindingTask(host, folder.path, finding.key, chosen.milestone ?? undefined),
    ),
  );
  await model.refresh();
  tellFailures(result);
  const made = String(result.done.length);
  if (result.done.length > 0) window.setStatusBarMessage(l10n.t('$(check) {0} findings are now tasks', made), 6000);
}

/** Asks only when there is a milestone to choose. */
async function chooseFor(board: TaskBoard, title: string): Promise<{ readonly milestone: string | null } | undefined> {
  const isOpen = board.milestones.some(({ status }) => status !== 'done');
  return isOpen ? chooseMilestone(board, title, undefined) : { milestone: null };
}

function byBoard({ tasks: { boards } }: Context, all: readonly PlacedFinding[]) {
  const found = new Map<TaskBoard | undefined, PlacedFinding[]>();
  for (const placed of all) {
    const board = boards.of(placed.folder);
    found.set(board, [...(found.get(board) ?? []), placed]);
  }
  return found;
}

function taskOn({ team, tasks }: TaskBoard, task: PlacedFinding['finding']['task']) {
  return task?.team === team.id ? tasks.find(({ id }) => id === task.id) : undefined;
}

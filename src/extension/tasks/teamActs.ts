// The user's commands about a team as a whole. They run the shipped program, as agents do.

import { l10n, window } from 'vscode';
import { detectRepo } from '../../node/tasks/github/detectRepo.ts';
import type { Context } from '../app/context.ts';
import { type Folder, partiesOf } from '../app/snapshot.ts';
import { itemText } from '../ui/plainText.ts';
import type { TaskBoard } from './taskBoards.ts';
import { changing } from './tasksChanging.ts';
import { askName } from './tasksChoose.ts';
import { type TeamWish, tasksProgram } from './tasksProgram.ts';
import type { TaskPlace } from './tasksRows.ts';

export async function createTeam(context: Context, folder: Folder): Promise<void> {
  const known = context.tasks.boards.of(folder);
  if (known !== undefined) {
    void window.showInformationMessage(
      l10n.t('{0} already has a team: {1}', folder.name, itemText(known.team.name, 60)),
    );
    return;
  }
  const name = await askName(l10n.t('Create a Team for {0}', folder.name), l10n.t('Team name'), folder.name);
  if (name === undefined) return;
  const kept = await chooseStorage(context, folder);
  if (kept === undefined) return;
  sayOdd(await changing(context, () => tasksProgram.createTeam(context.host, folder.path, { name, ...kept })));
}

export async function renameTeam(context: Context, { folder, team }: TaskBoard): Promise<void> {
  const name = await askName(l10n.t('Rename the Team of {0}', folder.name), l10n.t('Team name'), team.name);
  if (name !== undefined && name !== team.name)
    await changing(context, () => tasksProgram.renameTeam(context.host, folder.path, name));
}

/** Makes the team without a question, with the name of the project, if there is none yet. */
export async function ensureTeam(context: Context, { folder, board }: TaskPlace): Promise<void> {
  if (board !== undefined) return;
  sayOdd(await tasksProgram.createTeam(context.host, folder.path, { name: folder.name, github: false }));
  context.host.log.info(`Made the team ${folder.name}`);
}

/** Offers GitHub when the project has a repository there; otherwise takes files. */
async function chooseStorage({ host }: Context, folder: Folder): Promise<Pick<TeamWish, 'github'> | undefined> {
  const repo = await detectRepo(host, folder.path).catch(() => undefined);
  if (repo === undefined) return { github: false };
  const chosen = await window.showQuickPick(
    [
      { label: l10n.t('In files on this machine'), github: false },
      { label: l10n.t('As issues on GitHub'), description: itemText(repo, 100), github: true },
    ],
    { title: l10n.t('Where should the tasks be stored?') },
  );
  return chosen && { github: chosen.github };
}

/** Jumps to the team's window in tmux, and shows its terminal. */
export async function jumpToTeam(context: Context, board: TaskBoard): Promise<void> {
  await changing(context, () => tasksProgram.jump(context.host, board.folder.path));
  const [party] = context.model.snapshot === undefined ? [] : partiesOf(context.model.snapshot, board.folder);
  if (party !== undefined) context.terminals.attach(party);
}

export async function undoLast(context: Context, board: TaskBoard): Promise<void> {
  const undone = await changing(context, () => tasksProgram.undo(context.host, board.folder.path));
  // The undone change may have been another person's, made a moment ago, so say what it was.
  window.setStatusBarMessage(l10n.t('$(discard) Undo: {0}', itemText(undone, 120)), 10_000);
}

export async function pullTasks(context: Context, board: TaskBoard): Promise<void> {
  sayOdd(await changing(context, () => context.tasks.boards.ask(board)));
}

/** For example that gh is missing, so that the tasks are kept in files. */
function sayOdd([warning]: readonly string[]): void {
  if (warning !== undefined) void window.showWarningMessage(itemText(warning, 500));
}

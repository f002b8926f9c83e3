// Registers the table of commands: adds the prefix, finds what a command needs, logs, and reports what goes wrong.

import { l10n, commands as registry, workspace } from 'vscode';
import { collabMark, isCollabRow } from '../collab/collabRows.ts';
import { findingMeant, sayNoFinding } from '../findings/findingsActs.ts';
import { isPlanRow } from '../plan/planRows.ts';
import { chooseParty } from '../session/chooseParty.ts';
import { isPartyRow } from '../session/sessionRows.ts';
import { chooseBoard, sayNoTask, sayNoTeam } from '../tasks/tasksChoose.ts';
import { askFor } from '../ui/askFor.ts';
import { type Command, commands } from './commands.ts';
import type { Context } from './context.ts';
import { type CommandName, commandId } from './contributions.ts';
import { chooseFolder } from './folders.ts';
import { type Folder, partiesAround } from './snapshot.ts';

export function registerCommands(context: Context): { dispose(): void }[] {
  const names = Object.keys(commands) as CommandName[];
  return names.map((name) =>
    registry.registerCommand(commandId(name), async (...args: unknown[]) => {
      context.host.log.debug(`Command ${commandId(name)}`);
      try {
        await runCommand(commands[name], context, args);
      } catch (error) {
        context.report(error);
      }
    }),
  );
}

async function runCommand(command: Command, context: Context, args: readonly unknown[]): Promise<unknown> {
  if (command.needs === 'nothing') return command.run(context, args);
  // The palette hides what cannot be done, but keys and other extensions do not ask it.
  if (!workspace.isTrusted) {
    const refusal = l10n.t('Party runs nothing in a folder that you do not trust');
    return askFor(refusal, l10n.t('Manage Trust'), 'workbench.trust.manage');
  }
  // Before anything is waited for: the cursor may move meanwhile.
  const finding = command.needs === 'finding' ? findingMeant(context.findings.store, args) : undefined;
  await context.model.refresh();
  const { folders = [], parties = [], plans = [] } = context.model.snapshot ?? {};
  if (folders.length === 0) {
    return askFor(l10n.t('Party works in a folder: open one first'), l10n.t('Open Folder'), 'vscode.openFolder');
  }
  if (command.needs === 'folders') return command.run(context);
  if (command.needs === 'folder') {
    const folder = await chooseFolder(folders);
    return folder && command.run(context, folder);
  }
  if (command.needs === 'plan') {
    const gated = plans.filter(({ status }) => status.kind !== 'off').map(({ folder }) => folder);
    const clicked = isPlanRow(args[0]) ? args[0].plan.folder : undefined;
    const folder = clicked ?? (await chooseFolder(gated.length > 0 ? gated : folders));
    return folder && command.run(context, folder);
  }
  if (command.needs === 'collab') return runOnCollab(command, context, folders, args[0]);
  if (command.needs === 'planVersion') return runOnVersion(command, context, args[0]);
  if (command.needs === 'finding') {
    const placed = finding === undefined ? undefined : context.findings.store.find(finding);
    return placed === undefined ? sayNoFinding(args.length > 0) : command.run(context, placed);
  }
  if (command.needs === 'team' || command.needs === 'task') return runOnTasks(command, context, args);
  const row = isPartyRow(args[0]) ? args[0] : undefined;
  // A row may be older than the last look.
  const meant = parties.filter((party) => row === undefined || party.session.name === row.party.session.name);
  if (meant.length === 0) return askFor(l10n.t('No party is running here'), l10n.t('Start'), commandId('start'));
  if (command.needs === 'message') {
    const [party] = meant;
    return party && row?.kind === 'message' ? command.run(context, party, row.message) : undefined;
  }
  const party = await chooseParty(partiesAround(meant, command.fileOf?.(args)));
  return party && command.run(context, party, row, args);
}

async function runOnTasks(
  command: Command & { needs: 'team' | 'task' },
  context: Context,
  args: readonly unknown[],
): Promise<unknown> {
  const { boards, view } = context.tasks;
  const row = view.row(args[0]);
  if (command.needs === 'task') return row === undefined ? sayNoTask() : command.run(context, row);
  await boards.refresh('look');
  const board = row === undefined ? await chooseBoard(boards.boards) : boards.board(row.board.team.id);
  if (board !== undefined) return command.run(context, board, row);
  return boards.boards.length === 0 ? sayNoTeam(boards.all?.problems[0]?.problem) : undefined;
}

async function runOnCollab(
  command: Command & { needs: 'collab' },
  context: Context,
  folders: readonly Folder[],
  given: unknown,
): Promise<unknown> {
  const row = isCollabRow(given) ? given : undefined;
  const { collabs = [] } = context.model.snapshot ?? {};
  const fitting = collabs.filter(({ status }) => command.marks.includes(collabMark(status)));
  // Where it fits nowhere, the program says why.
  const choice = fitting.length > 0 ? fitting.map(({ folder }) => folder) : folders;
  const folder = row?.collab.folder ?? (await chooseFolder(choice));
  return folder && command.run(context, folder, row);
}

/** A row may be older than the last look. */
function runOnVersion(command: Command & { needs: 'planVersion' }, context: Context, given: unknown): unknown {
  if (!isPlanRow(given) || given.kind !== 'planVersion') return undefined;
  const plan = context.model.snapshot?.plans.find(({ folder }) => folder.top === given.plan.folder.top);
  const version = plan?.plan.versions.find((one) => one.version === given.version.version);
  return plan && version && command.run(context, plan, version);
}

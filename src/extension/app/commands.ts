// What each command does. A handler says what it needs, and is only called when that is there.

import { env, l10n, commands as registry, window } from 'vscode';
import type { AgentRole } from '../../core/base/role.ts';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import type { PlanVersion } from '../../core/plan/plan.ts';
import { installCommand } from '../../node/system/installHint.ts';
import { collabCommands } from '../collab/collabCommands.ts';
import type { CollabMark, CollabRow } from '../collab/collabRows.ts';
import { findingsCommands } from '../findings/findingsCommands.ts';
import type { Placed } from '../findings/findingsStore.ts';
import { checkGates } from '../gates/gatesActs.ts';
import { cancelMessage, resendMessage, retryMessage } from '../messages/messageActs.ts';
import { showMessage } from '../messages/messageDocument.ts';
import { filesMeant, sendFiles, sendSelection, sendText } from '../messages/send.ts';
import { planCommands } from '../plan/planCommands.ts';
import {
  approve,
  approveTargeted,
  completeReview,
  needsDiscussion,
  nudgeCodex,
  requestReReview,
  requestReview,
} from '../review/reviewActs.ts';
import { bringBack, restore, sayEnded, stop } from '../session/bringBack.ts';
import { type PartyRow, receiverOf } from '../session/sessionRows.ts';
import { showPane } from '../session/showPane.ts';
import { ensureParty } from '../session/start.ts';
import { showReview } from '../status/reviewPick.ts';
import type { TaskBoard } from '../tasks/taskBoards.ts';
import { tasksCommands } from '../tasks/tasksCommands.ts';
import type { TaskRow } from '../tasks/tasksRows.ts';
import { newWorktree } from '../worktree/newWorktree.ts';
import { config } from './config.ts';
import type { Context } from './context.ts';
import { type CommandName, views } from './contributions.ts';
import type { Folder, FolderPlan, Party } from './snapshot.ts';

export type Command =
  | { readonly needs: 'nothing'; run(context: Context, args: readonly unknown[]): unknown }
  /** A trusted window with folders; it finds by itself which one is meant. */
  | { readonly needs: 'folders'; run(context: Context): unknown }
  /** A folder of a trusted window; asked for when there are several. */
  | { readonly needs: 'folder'; run(context: Context, folder: Folder): unknown }
  | PartyCommand
  /** The finding that was clicked, or that the cursor is on. */
  | { readonly needs: 'finding'; run(context: Context, placed: Placed): unknown }
  /** A project of a trusted window with a plan; those with the gate on are asked for first. */
  | { readonly needs: 'plan'; run(context: Context, folder: Folder): unknown }
  /** The row of a version. */
  | { readonly needs: 'planVersion'; run(context: Context, plan: FolderPlan, version: PlanVersion): unknown }
  /** A project of a trusted window; those whose collab is in one of these states are asked for first. */
  | {
      readonly needs: 'collab';
      readonly marks: readonly CollabMark[];
      run(context: Context, folder: Folder, row: CollabRow | undefined): unknown;
    }
  /** A team, asked for when there are several; `row` is where it was clicked. */
  | { readonly needs: 'team'; run(context: Context, board: TaskBoard, row: TaskRow | undefined): unknown }
  /** The row of a task or a milestone. */
  | { readonly needs: 'task'; run(context: Context, row: TaskRow): unknown }
  /** A row of a message. */
  | { readonly needs: 'message'; run(context: Context, party: Party, message: MessageStatus): unknown };

/** For a live party; asked for when there are several. */
interface PartyCommand {
  readonly needs: 'party';
  /** The file that the command is about, which may say which party is meant. */
  fileOf?(args: readonly unknown[]): string | undefined;
  /** `row` is where it was clicked, `args` what a menu, a key or another extension gave along. */
  run(context: Context, party: Party, row: PartyRow | undefined, args: readonly unknown[]): unknown;
}

export const commands: Record<CommandName, Command> = {
  start: { needs: 'folder', run: (context, folder) => startAndAttach(context, folder, config().agents === 'demo') },
  startDemo: { needs: 'folder', run: (context, folder) => startAndAttach(context, folder, true) },
  stop: { needs: 'party', run: stop },
  restore: { needs: 'folder', run: restore },
  bringBack: { needs: 'party', run: bringBack },
  attach: { needs: 'party', run: ({ terminals }, party) => terminals.attach(party) },
  showPane: { needs: 'party', run: (context, party, row) => showPane(context, party, paneOf(row)) },
  showLog: { needs: 'nothing', run: ({ host }) => host.log.show() },
  copyInstallCommand: { needs: 'nothing', run: ({ host }) => copyInstallCommand(host.env) },
  checkAgain: { needs: 'nothing', run: checkAgain },
  sendToClaude: sendTextTo('claude'),
  sendToCodex: sendTextTo('codex'),
  sendSelectionToClaude: sendSelectionTo('claude'),
  sendSelectionToCodex: sendSelectionTo('codex'),
  sendFileToClaude: sendFilesTo('claude'),
  sendFileToCodex: sendFilesTo('codex'),
  showMessages: { needs: 'party', run: showMessages },
  openMessage: { needs: 'message', run: (_, party, message) => showMessage(party, message) },
  retryMessage: { needs: 'message', run: retryMessage },
  resendMessage: { needs: 'message', run: resendMessage },
  cancelMessage: { needs: 'message', run: cancelMessage },
  ...findingsCommands,
  ...planCommands,
  ...collabCommands,
  ...tasksCommands,
  newWorktree: { needs: 'folder', run: newWorktree },
  showReview: { needs: 'folders', run: showReview },
  requestReview: { needs: 'folder', run: (context, folder) => requestReview(context, folder) },
  completeReview: { needs: 'folder', run: completeReview },
  approve: { needs: 'folder', run: approve },
  approveTargeted: { needs: 'folder', run: approveTargeted },
  requestReReview: { needs: 'folder', run: requestReReview },
  needsDiscussion: { needs: 'folder', run: needsDiscussion },
  nudgeCodex: { needs: 'folder', run: nudgeCodex },
  showTimeline: { needs: 'folder', run: ({ timeline }, folder) => timeline.show(folder) },
  checkGates: { needs: 'folder', run: checkGates },
};

function sendTextTo(role: AgentRole): PartyCommand {
  return { needs: 'party', run: (context, party, _, [text]) => sendText(context, party, role, text) };
}

function sendSelectionTo(role: AgentRole): PartyCommand {
  const fileOf = () => fileMeant([]);
  return { needs: 'party', fileOf, run: (context, party) => sendSelection(context, party, role) };
}

function sendFilesTo(role: AgentRole): PartyCommand {
  const run: PartyCommand['run'] = (context, party, _, args) => sendFiles(context, party, role, filesMeant(args));
  return { needs: 'party', fileOf: fileMeant, run };
}

async function startAndAttach(context: Context, folder: Folder, demo: boolean): Promise<void> {
  const party = await ensureParty(context, folder, demo);
  if (party === undefined) return;
  context.terminals.attach(party);
  sayEnded(party);
}

async function showMessages({ view }: Context, { session }: Party): Promise<void> {
  await registry.executeCommand(`${views.session}.focus`);
  await view.revealMessages(session.name);
}

/** The pane of the role that was clicked, or of the one that a message is for. */
function paneOf(row: PartyRow | undefined): string | null {
  if (row?.kind === 'role') return row.agent.pane;
  return row?.kind === 'message' ? (receiverOf(row.party, row.message)?.pane ?? null) : null;
}

const fileMeant = (args: readonly unknown[]) => filesMeant(args)[0]?.fsPath;

async function copyInstallCommand(environment: NodeJS.ProcessEnv): Promise<void> {
  const command = installCommand('tmux', environment['PATH']);
  if (command !== undefined) await env.clipboard.writeText(command);
  const told =
    command === undefined ? l10n.t('Install tmux with your package manager') : l10n.t('Copied: {0}', command);
  window.setStatusBarMessage(told, 4000);
}

/** What was found shows by itself; that nothing was found has to be said. */
async function checkAgain({ model }: Context): Promise<void> {
  const before = model.snapshot;
  await model.refresh();
  if (model.snapshot === before) window.setStatusBarMessage(l10n.t('Party: nothing new was found'), 4000);
}

// The commands about messages, and how the message for a command is found.

import { commands as registry } from 'vscode';
import type { AgentRole } from '../../core/base/role.ts';
import type { Context } from '../app/context.ts';
import { viewId } from '../app/contributions.ts';
import type { CommandTable, CommandWith, Resolvers } from '../app/editorCommand.ts';
import type { Party } from '../app/snapshot.ts';
import { partiesMeant } from '../session/partiesMeant.ts';
import type { PartyRow } from '../session/sessionRows.ts';
import { cancelMessage, resendMessage, retryMessage } from './messageActs.ts';
import { showMessage } from './messageDocument.ts';
import type { messagesContributions } from './messagesContributions.ts';
import { filesMeant, sendFiles, sendSelection, sendText } from './send.ts';

export const messagesCommands = {
  sendToClaude: sendTextTo('claude'),
  sendToCodex: sendTextTo('codex'),
  sendSelectionToClaude: sendSelectionTo('claude'),
  sendSelectionToCodex: sendSelectionTo('codex'),
  sendFileToClaude: sendFilesTo('claude'),
  sendFileToCodex: sendFilesTo('codex'),
  messageAgent: { needs: 'party', run: (context, party, row) => messageAgent(context, party, row) },
  showMessages: { needs: 'party', run: showMessages },
  openMessage: { needs: 'message', run: (_, party, message) => showMessage(party, message) },
  retryMessage: { needs: 'message', run: retryMessage },
  sendMessageAnyway: { needs: 'message', run: retryMessage },
  resendMessage: { needs: 'message', run: resendMessage },
  cancelMessage: { needs: 'message', run: cancelMessage },
} as const satisfies CommandTable<typeof messagesContributions>;

export const messagesNeeds: Resolvers<'message'> = {
  async message(call) {
    const { row, parties: [party] = [] } = (await partiesMeant(call)) ?? {};
    return party && row?.kind === 'message' ? [party, row.message] : undefined;
  },
};

/** To the agent of the row. */
async function messageAgent(context: Context, party: Party, row: PartyRow | undefined): Promise<void> {
  const role = row?.kind === 'role' ? row.agent.role : undefined;
  if (role !== undefined && role !== 'shell') await sendText(context, party, role, undefined);
}

function sendTextTo(role: AgentRole): CommandWith<'party'> {
  return { needs: 'party', run: (context, party, _, [text]) => sendText(context, party, role, text) };
}

function sendSelectionTo(role: AgentRole): CommandWith<'party'> {
  const fileOf = () => fileMeant([]);
  return { needs: 'party', fileOf, run: (context, party) => sendSelection(context, party, role) };
}

function sendFilesTo(role: AgentRole): CommandWith<'party'> {
  return {
    needs: 'party',
    fileOf: fileMeant,
    run: (context, party, _, args) => sendFiles(context, party, role, filesMeant(args)),
  };
}

function fileMeant(args: readonly unknown[]): string | undefined {
  return filesMeant(args)[0]?.fsPath;
}

async function showMessages({ view }: Context, { session }: Party): Promise<void> {
  await registry.executeCommand(`${viewId('session')}.focus`);
  await view.revealMessages(session.name);
}

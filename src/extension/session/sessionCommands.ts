// The commands about the party as a whole, and how the party for a command is found.

import { config, type Settings } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import type { CommandTable, Resolvers } from '../app/editorCommand.ts';
import { type Folder, partiesAround } from '../app/snapshot.ts';
import { allowOnce, deny } from './answerQuestion.ts';
import { bringBack, restore, sayEnded, stop } from './bringBack.ts';
import { chooseParty } from './chooseParty.ts';
import { interruptAgent } from './interruptAgent.ts';
import { openDemo } from './openDemo.ts';
import { partiesMeant } from './partiesMeant.ts';
import { restartAgent } from './restartAgent.ts';
import type { sessionContributions } from './sessionContributions.ts';
import { type PartyRow, receiverOf } from './sessionRows.ts';
import { openInWindow, switchParty } from './several/severalActs.ts';
import { showPane } from './showPane.ts';
import { ensureParty } from './start.ts';
import { changeLayout } from './tmux/layoutActs.ts';

export const sessionCommands = {
  start: { needs: 'folder', run: (context, folder) => startAndAttach(context, folder, config().agents) },
  startNew: {
    needs: 'folder',
    run: (context, folder) => startAndAttach(context, folder, config().agents, { fresh: true }),
  },
  startDemo: { needs: 'folder', run: (context, folder) => startAndAttach(context, folder, 'demo') },
  openDemo: { needs: 'nothing', run: (context) => openDemo(context) },
  stop: { needs: 'party', run: stop },
  restore: { needs: 'folder', run: restore },
  restartAgent: { needs: 'party', run: (context, party, row) => restartAgent(context, party, row) },
  interruptAgent: { needs: 'party', run: (context, party, row) => interruptAgent(context, party, row) },
  allowOnce: { needs: 'party', run: (context, party, row) => allowOnce(context, party, row) },
  deny: { needs: 'party', run: (context, party, row) => deny(context, party, row) },
  bringBack: { needs: 'party', run: bringBack },
  attach: { needs: 'party', run: ({ terminals }, party) => terminals.attach(party) },
  switchParty: { needs: 'folders', run: switchParty },
  openInWindow: { needs: 'party', run: openInWindow },
  changeLayout: { needs: 'party', run: changeLayout },
  showPane: { needs: 'party', run: (context, party, row) => showPane(context, party, paneOf(row)) },
} as const satisfies CommandTable<typeof sessionContributions>;

export const sessionNeeds: Resolvers<'party'> = {
  async party(call) {
    const meant = await partiesMeant(call);
    if (meant === undefined) return undefined;
    const party = await chooseParty(partiesAround(meant.parties, call.command.fileOf?.(call.args)));
    return party && [party, meant.row, call.args];
  },
};

async function startAndAttach(
  context: Context,
  folder: Folder,
  agents: Settings['agents'],
  how: { readonly fresh?: boolean } = {},
): Promise<void> {
  const party = await ensureParty(context, folder, agents, how);
  if (party === undefined) return;
  context.terminals.attach(party);
  sayEnded(party);
}

/** The pane of the clicked role, or of the role that a message is for. */
function paneOf(row: PartyRow | undefined): string | null {
  if (row?.kind === 'role' || row?.kind === 'question') return row.agent.pane;
  return row?.kind === 'message' ? (receiverOf(row.party, row.message)?.pane ?? null) : null;
}

// Switches from one party to another, in this window or in another worktree.

import { l10n, commands as registry, Uri, window } from 'vscode';
import { partySummary } from '../../../core/status/partySummary.ts';
import type { Context } from '../../app/context.ts';
import type { Party } from '../../app/snapshot.ts';
import { itemText } from '../../ui/plainText.ts';
import { partyChoices } from './severalRows.ts';

/** Shows the terminal of the party that the user chooses. */
export async function switchParty({ model, terminals }: Context): Promise<void> {
  const items = (model.snapshot ? partyChoices(model.snapshot) : []).map((choice) => {
    const { party, branch, review } = choice;
    const { text, icon } = partySummary({ branch, agents: party.status.agents, review }, l10n.t);
    return {
      label: `$(${icon}) ${itemText(party.folder.name)}`,
      description: itemText(text),
      detail: party.session.cwd,
      party,
    };
  });
  const chosen = await window.showQuickPick(items, { placeHolder: l10n.t('Which party?'), matchOnDescription: true });
  if (chosen !== undefined) terminals.attach(chosen.party);
}

export async function openInWindow(_: Context, { folder }: Party): Promise<void> {
  await registry.executeCommand('vscode.openFolder', Uri.file(folder.path), { forceNewWindow: true });
}

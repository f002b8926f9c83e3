// Finds the running party for a command.

import { l10n } from 'vscode';
import { commandId } from '../app/contributions.ts';
import type { CommandCall } from '../app/editorCommand.ts';
import { folderMeant } from '../app/folders.ts';
import { allPartiesOf, type Party } from '../app/snapshot.ts';
import { askFor } from '../ui/askFor.ts';
import { isPartyRow, type PartyRow } from './sessionRows.ts';

export interface PartiesMeant {
  /** The clicked row. */
  readonly row: PartyRow | undefined;
  /** The party of the row, or all that run: at least one. */
  readonly parties: readonly Party[];
}

/** Undefined when none runs; the user is told. */
export async function partiesMeant({
  context,
  args,
  folders,
}: CommandCall<'party' | 'message'>): Promise<PartiesMeant | undefined> {
  const all = await folders();
  if (all === undefined) return undefined;
  const row = isPartyRow(args[0]) ? args[0] : undefined;
  const { snapshot } = context.model;
  // Without a row, the command is never for a party of another worktree.
  const running = snapshot === undefined ? [] : row === undefined ? snapshot.parties : allPartiesOf(snapshot);
  // A row may be older than the model.
  const folder = folderMeant(args, all);
  const parties = running.filter(
    (party) =>
      (row === undefined || party.session.name === row.party.session.name) &&
      (folder === undefined || party.folder.top === folder.top),
  );
  if (parties.length > 0) return { row, parties };
  askFor(l10n.t('No party is running here'), l10n.t('Start'), commandId('start'));
  return undefined;
}

import { l10n } from 'vscode';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import { type Folder, type Party, partiesOf } from '../app/snapshot.ts';
import { askFor } from '../ui/askFor.ts';
import { chooseParty } from './chooseParty.ts';

/** The running party of a folder; the user chooses when there are several. Without one, offers to start it. */
export async function partyOf({ model: { snapshot } }: Context, folder: Folder): Promise<Party | undefined> {
  const parties = snapshot ? partiesOf(snapshot, folder) : [];
  if (parties.length > 0) return chooseParty(parties);
  askFor(l10n.t('No party is running here'), l10n.t('Start'), commandId('start'));
  return undefined;
}

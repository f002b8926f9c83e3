import { l10n } from 'vscode';
import { agentLabel } from '../../core/agents/agentText.ts';
import { chooseOne } from '../app/folders.ts';
import type { Party } from '../app/snapshot.ts';

/** The user's choice among the running parties; asks only when there are several. */
export function chooseParty(parties: readonly Party[]): Promise<Party | undefined> {
  const items = parties.map((party) => ({
    label: party.folder.name,
    description: party.session.id,
    detail: party.status.agents.map((agent) => agentLabel(agent, l10n.t)).join(', '),
    value: party,
  }));
  return chooseOne(items, l10n.t('Which party?'));
}

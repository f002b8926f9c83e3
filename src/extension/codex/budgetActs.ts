// The budget for Codex is begun anew: only a human does this, deliberately and with a reason that is kept.

import { l10n } from 'vscode';
import type { Context } from '../app/context.ts';
import { callParty } from '../app/partyProgram.ts';
import type { Folder } from '../app/snapshot.ts';
import { asHuman } from '../plan/planProgram.ts';
import { askText } from '../ui/askText.ts';
import { inStatusBar } from '../ui/progress.ts';

export async function renewBudget(context: Context, folder: Folder): Promise<void> {
  const reason = await askText({
    title: l10n.t('Renew Budget'),
    placeholder: l10n.t('Why should Codex go on? It is kept in the log'),
    optional: false,
  });
  if (reason === undefined) return;
  // What a person wrote stands behind `=`, so that it is no option.
  const args = ['budget', 'renew', `--reason=${reason.trim()}`];
  const renew = () => callParty(asHuman(context.host), args, { timeoutMs: 60_000, cwd: folder.path });
  await inStatusBar(l10n.t('Renewing the budget'), () => renew().finally(context.model.refresh));
}

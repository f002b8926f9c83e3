// Resets the budget for Codex. Only the user does this, on purpose and with a reason that is recorded.

import { l10n } from 'vscode';
import { asInput, Nothing, textOption, verbs } from '../app/callVerb.ts';
import type { Context } from '../app/context.ts';
import type { Folder } from '../app/snapshot.ts';
import { askText } from '../ui/askText.ts';
import { inStatusBar } from '../ui/progress.ts';

export async function renewBudget(context: Context, folder: Folder): Promise<void> {
  const reason = await askText({
    title: l10n.t('Renew Budget'),
    placeholder: l10n.t('Why should Codex continue? The reason is kept in the log'),
    optional: false,
  });
  if (reason === undefined) return;
  await inStatusBar(l10n.t('Renewing the budget'), () =>
    renew(context.host, folder.path, reason.trim()).finally(context.model.refresh),
  );
}

const renew = verbs(['budget'], { timeoutMs: 60_000, by: 'human' })(
  Nothing,
  (reason: string) => ['renew', ...textOption('reason', reason)],
  asInput,
);

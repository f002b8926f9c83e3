// Arranges the panes of parties: of one by the command, of all by the setting.

import { type Disposable, l10n, window, workspace } from 'vscode';
import { messageOf } from '../../../core/base/errors.ts';
import type { Layout } from '../../../core/tmux/layouts.ts';
import type { App } from '../../app/app.ts';
import { config } from '../../app/config.ts';
import type { Context } from '../../app/context.ts';
import { settings } from '../../app/contributions.ts';
import type { Host } from '../../app/host.ts';
import type { Party } from '../../app/snapshot.ts';
import { act } from '../../ui/act.ts';
import { sessionProgram } from '../sessionProgram.ts';

export async function changeLayout(context: Context, party: Party): Promise<void> {
  const items: readonly { label: string; description: string; layout: Layout }[] = [
    { label: l10n.t('Auto'), description: l10n.t('Columns, or rows in a narrow terminal'), layout: 'auto' },
    { label: l10n.t('Columns'), description: l10n.t('Codex beside Claude'), layout: 'columns' },
    { label: l10n.t('Rows'), description: l10n.t('One below the other'), layout: 'rows' },
    {
      label: l10n.t('One Agent'),
      description: l10n.t('Claude fills the terminal; click another agent to show it'),
      layout: 'zoom',
    },
  ];
  const chosen = await window.showQuickPick(items, {
    placeHolder: l10n.t('Layout of the party in {0}', party.folder.name),
  });
  if (chosen === undefined) return;
  await act(context, {
    doing: l10n.t('Arranging the panes'),
    run: () => sessionProgram.layout(context.host, party.folder.path, party.session.id, chosen.layout),
    folder: party.folder,
    answers: ['NO_SESSION', 'ROLE_NOT_FOUND'],
  });
}

/** For a party that has just started. A new party has the layout `auto` already. */
export async function applyLayout(host: Host, folder: string, session: string): Promise<void> {
  const { layout } = config();
  if (layout === 'auto') return;
  // The party runs, and only its arrangement is not what the user wants.
  await sessionProgram
    .layout(host, folder, session, layout)
    .catch((error) => host.log.warn(`Layout: ${messageOf(error)}`));
}

export function followLayout({ host, model }: Pick<App, 'host' | 'model'>): Disposable {
  return workspace.onDidChangeConfiguration(async (event) => {
    if (!event.affectsConfiguration(settings.layout)) return;
    const { layout } = config();
    for (const { folder, session } of model.snapshot?.parties ?? []) {
      await sessionProgram
        .layout(host, folder.path, session.id, layout)
        .catch((error) => host.log.warn(`Layout: ${messageOf(error)}`));
    }
  });
}

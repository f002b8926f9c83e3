// Interrupts a working agent, as Esc in its pane does.

import { l10n, window } from 'vscode';
import { roleLabels } from '../../core/base/role.ts';
import { pressInterrupt } from '../../node/messages/pressInterrupt.ts';
import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';
import { act } from '../ui/act.ts';
import type { PartyRow } from './sessionRows.ts';

export async function interruptAgent(context: Context, party: Party, row: PartyRow | undefined): Promise<void> {
  const role = row?.kind === 'role' ? row.agent.role : undefined;
  if (role === undefined || role === 'shell') return;
  const name = roleLabels[role];
  await act(context, {
    doing: l10n.t('Interrupting {0}', name),
    run: () => pressInterrupt(context.host, party.session.id, role),
    done: () => {
      context.host.log.info(`Interrupted ${name}`);
      window.setStatusBarMessage(
        l10n.t('Interrupted {0}. Its conversation continues with your next message', name),
        6000,
      );
    },
    folder: party.folder,
    answers: ['LOCK_BUSY', 'NO_SESSION', 'ROLE_NOT_FOUND'],
  });
}

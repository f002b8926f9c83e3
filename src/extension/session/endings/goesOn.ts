// Says once, on each machine, that a party goes on when its terminal is closed.

import { l10n, type Memento, commands as registry } from 'vscode';
import type { Disposable } from '../../../core/base/event.ts';
import type { Context } from '../../app/context.ts';
import { commandId, stateKeys } from '../../app/contributions.ts';
import { tellWith } from '../../ui/notice.ts';

export function sayGoesOn(
  { model, terminals, report }: Pick<Context, 'model' | 'terminals' | 'report'>,
  userMemory: Memento,
): Disposable {
  return terminals.onDidClose((session) => void tell(session).catch(report));

  async function tell(session: string): Promise<void> {
    if (userMemory.get(stateKeys.goesOn) === true) return;
    // The party itself may have ended, and its terminal with it.
    await model.refresh();
    const isLive = model.snapshot?.parties.some((party) => party.session.name === session) === true;
    if (!isLive || model.activity !== undefined || userMemory.get(stateKeys.goesOn) === true) return;
    await userMemory.update(stateKeys.goesOn, true);
    const text = l10n.t('The party goes on in the background. Show Terminal opens it again, and Stop ends it.');
    await tellWith(text, {
      [l10n.t('Show Terminal')]: () => registry.executeCommand(commandId('attach')),
      [l10n.t('Stop')]: () => registry.executeCommand(commandId('stop')),
    });
  }
}

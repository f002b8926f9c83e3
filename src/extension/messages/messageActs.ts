// The user's commands that retry, resend or cancel a message.

import { l10n, window } from 'vscode';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { roleLabels } from '../../core/base/role.ts';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import type { Context } from '../app/context.ts';
import type { Party } from '../app/snapshot.ts';
import { receiverOf } from '../session/sessionRows.ts';
import { inView } from '../ui/progress.ts';
import { messagesProgram } from './messagesProgram.ts';

export const retryMessage = helpWith('retry');
export const resendMessage = helpWith('resend');
export const cancelMessage = helpWith('cancel');

/** The row shows success. If the message still waits, this says why. */
function helpWith(action: 'retry' | 'resend' | 'cancel') {
  return async ({ host, model }: Context, party: Party, message: MessageStatus): Promise<void> => {
    const { submitted, reason, id, state } = await inView(() =>
      messagesProgram.help(host, party.session.id, action, message.id).finally(model.refresh),
    );
    host.log.info(`Message ${message.id}: ${action}, now ${id} is ${state}${reason === null ? '' : `: ${reason}`}`);
    if (submitted) return;
    const receiver = receiverOf(party, message);
    const name = receiver ? roleLabels[receiver.role] : message.to;
    const told =
      reason === null
        ? l10n.t('{0} has not accepted the message yet', name)
        : l10n.t('{0} has not accepted the message yet: {1}', name, oneLine(reason, 120));
    void window.showInformationMessage(withoutLinks(told));
  };
}

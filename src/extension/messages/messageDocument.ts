// Shows a message as a read-only document. Its address names a message of the model, never a file.

import { basename } from 'node:path';
import { type Disposable, l10n, Uri, window } from 'vscode';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import { messageTitle } from '../../core/messages/messageText.ts';
import { messageScheme } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';
import { readonlyDocuments } from '../ui/readonlyDocuments.ts';
import { readMessage } from './messageFile.ts';

export async function showMessage(party: Party, message: MessageStatus): Promise<void> {
  await window.showTextDocument(addressOf(party, message), { preview: true });
}

export function registerMessageDocuments(host: Pick<Host, 'paths'>, model: Model): Disposable {
  return readonlyDocuments(model, {
    scheme: messageScheme,
    all: ({ parties }) =>
      parties.flatMap((party) =>
        party.status.messages.map((message) => ({
          address: addressOf(party, message),
          read: () => readMessage(host.paths, party, message),
        })),
      ),
    gone: () => l10n.t('The text of this message was deleted with its party.'),
  });
}

/** Its last part is the title of the tab. */
function addressOf({ session }: Party, message: MessageStatus): Uri {
  const title = messageTitle(message, l10n.t);
  return Uri.from({ scheme: messageScheme, path: `/${session.name}/${basename(message.file, '.md')}/${title}` });
}

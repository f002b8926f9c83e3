// Shows a message as a document that cannot be changed. Its address names a message of the model, never a file.

import { basename } from 'node:path';
import { type Disposable, l10n, Uri, window, workspace } from 'vscode';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import { messageScheme } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';
import { readMessage } from './messageFile.ts';

export async function showMessage(party: Party, message: MessageStatus): Promise<void> {
  await window.showTextDocument(addressOf(party, message), { preview: true });
}

export function registerMessageDocuments(host: Pick<Host, 'paths'>, model: Model): Disposable {
  return workspace.registerTextDocumentContentProvider(messageScheme, {
    async provideTextDocumentContent(address) {
      for (const party of model.snapshot?.parties ?? []) {
        const message = party.status.messages.find((one) => addressOf(party, one).path === address.path);
        const text = message && (await readMessage(host.paths, party, message));
        if (text !== undefined) return text;
      }
      return l10n.t('The text of this message is gone, as its party is.');
    },
  });
}

/** Without its ending, so that it is plain text: in Markdown a link could be clicked, also one that runs a command. */
function addressOf({ session }: Party, { file }: MessageStatus): Uri {
  return Uri.from({ scheme: messageScheme, path: `/${session.name}/${basename(file, '.md')}` });
}

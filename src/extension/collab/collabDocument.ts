// Shows a review of collab in VS Code's own Markdown preview. Party writes the page from the parts of the review file.
// The address names a review of the model, never a file, and nothing that Codex, Claude or another program wrote
// becomes a link.

import { type Disposable, l10n, commands as registry, Uri, window } from 'vscode';
import { reviewPage } from '../../core/collab/reviewPage.ts';
import type { ReviewSummary } from '../../core/collab/reviewWords.ts';
import { readReviewText, reviewPath } from '../../node/collab/reviewFiles.ts';
import { collabScheme } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import type { FolderCollab } from '../app/snapshot.ts';
import { readonlyDocuments } from '../ui/readonlyDocuments.ts';

export async function showReviewDocument(collab: FolderCollab, review: ReviewSummary): Promise<void> {
  const address = addressOf(collab, review);
  try {
    await registry.executeCommand('markdown.showPreview', address);
  } catch {
    // The Markdown preview is disabled.
    await window.showTextDocument(address, { preview: true });
  }
}

export function registerCollabDocuments(model: Model): Disposable {
  return readonlyDocuments(model, {
    scheme: collabScheme,
    all: ({ collabs }) =>
      collabs.flatMap((collab) =>
        collab.reviews.map((review) => ({
          address: addressOf(collab, review),
          read: () => readPage(collab, review),
        })),
      ),
    gone: () => l10n.t('This review is gone.'),
  });
}

async function readPage({ folder }: FolderCollab, { id }: ReviewSummary): Promise<string | undefined> {
  const text = await readReviewText(folder.top, id).catch(() => undefined);
  return text === undefined ? undefined : reviewPage(text, reviewPath(id), l10n.t);
}

function addressOf({ folder }: FolderCollab, { id }: ReviewSummary): Uri {
  return Uri.from({ scheme: collabScheme, path: `/${folder.name}/${id}.md`, query: folder.top });
}

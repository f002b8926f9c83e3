// Shows a review of collab in VS Code's own Markdown preview. What is shown is a page that Party writes from the parts of
// the file, and its address names a review of the model, never a file: nothing that Codex, Claude or anybody else wrote
// becomes a link there.

import { type Disposable, l10n, commands as registry, Uri, window, workspace } from 'vscode';
import { reviewPage } from '../../core/collab/reviewPage.ts';
import type { ReviewSummary } from '../../core/collab/reviewWords.ts';
import { readReviewText, reviewPath } from '../../node/collab/reviewFiles.ts';
import { collabScheme } from '../app/contributions.ts';
import type { Model } from '../app/model.ts';
import type { FolderCollab } from '../app/snapshot.ts';

export async function showReview(collab: FolderCollab, review: ReviewSummary): Promise<void> {
  const address = addressOf(collab, review);
  try {
    await registry.executeCommand('markdown.showPreview', address);
  } catch {
    // Somebody has switched the preview off.
    await window.showTextDocument(address, { preview: true });
  }
}

export function registerCollabDocuments(model: Model): Disposable {
  return workspace.registerTextDocumentContentProvider(collabScheme, {
    async provideTextDocumentContent(address) {
      // A preview that comes back with its window may be first.
      if (model.snapshot === undefined) await model.refresh();
      for (const collab of model.snapshot?.collabs ?? []) {
        const review = collab.reviews.find((one) => addressOf(collab, one).toString() === address.toString());
        const text = review && (await readReviewText(collab.folder.top, review.id).catch(() => undefined));
        if (review !== undefined && text !== undefined) return reviewPage(text, reviewPath(review.id), l10n.t);
      }
      return l10n.t('This review is gone.');
    },
  });
}

function addressOf({ folder }: FolderCollab, { id }: ReviewSummary): Uri {
  return Uri.from({ scheme: collabScheme, path: `/${folder.name}/${id}.md`, query: folder.top });
}

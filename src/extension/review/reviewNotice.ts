// Notifies the user once that a review needs the user's decision. Afterwards the status bar shows it.

import { l10n } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { type Need, needOf, startedNeedingHuman } from '../../core/review/startedNeedingHuman.ts';
import { config } from '../app/config.ts';
import type { Context } from '../app/context.ts';
import { commandId } from '../app/contributions.ts';
import type { FolderReview } from '../app/snapshot.ts';
import { askFor } from '../ui/askFor.ts';
import { notice } from '../ui/notice.ts';

export function noticeReviews(context: Pick<Context, 'model' | 'report'>): Disposable {
  return notice(context, {
    facts: ({ reviews }) => new Map(reviews.map(({ folder, review }) => [folder.top, needOf(review)])),
    news: (before = new Map(), after) => startedNeedingHuman(before, after),
    isQuiet: () => !config().notifyWaiting || context.model.explainsNews(),
    tell({ top, need }) {
      const found = context.model.snapshot?.reviews.find(({ folder }) => folder.top === top);
      if (found !== undefined) askFor(textFor(found, need), l10n.t('Review'), commandId('showReview'));
    },
  });
}

function textFor({ folder, review }: FolderReview, need: Need): string {
  const name = oneLine(folder.name);
  if (need === 'overdue') return l10n.t('Codex has not answered the review request for {0}', withoutLinks(name));
  const why = oneLine(review.discussion ?? '', 200);
  return withoutLinks(
    why === ''
      ? l10n.t('The review of {0} needs your decision', name)
      : l10n.t('The review of {0} needs your decision: {1}', name, why),
  );
}

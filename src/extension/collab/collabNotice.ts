// Notifies the user once that only the user can help: collab is on hold, a finding contradicts the approved design, or
// the budget is used up. Afterwards the status bar and the view show it.

import { type Disposable, l10n, commands as registry } from 'vscode';
import { oneLine, withoutLinks } from '../../core/base/outsideText.ts';
import { type CollabNeed, type NewNeed, newNeeds } from '../../core/collab/collabNeeds.ts';
import { isForHuman } from '../../core/findings/ledgerFinding.ts';
import type { App } from '../app/app.ts';
import { config } from '../app/config.ts';

import { commandId, viewId } from '../app/contributions.ts';
import type { Folder, Snapshot } from '../app/snapshot.ts';
import { askFor } from '../ui/askFor.ts';
import { notice, tellWith } from '../ui/notice.ts';
import { openCollabReview } from './collabActs.ts';

export function noticeCollab(context: App): Disposable {
  return notice(context, {
    facts: needsOf,
    news: (before = new Map(), after) => newNeeds(before, after),
    // Shown even during a command of the user's: no command causes this, and the notice would otherwise never come.
    isQuiet: () => !config().notifyWaiting,
    async tell(need) {
      const folder = context.model.snapshot?.folders.find(({ top }) => top === need.top);
      if (folder !== undefined) await tellNeed(context, folder, need);
    },
  });
}

/** Only where both are known: findings that are read a moment later are not news. */
function needsOf({ collabs, reviews }: Snapshot): ReadonlyMap<string, CollabNeed> {
  return new Map(
    collabs.flatMap(({ folder, status }) => {
      const review = reviews.find((one) => one.folder.top === folder.top)?.review;
      if (review === undefined) return [];
      const conflicts = review.findings.filter(isForHuman).map(({ key }) => key);
      const usedUp = review.spending.exhausted !== null;
      return [[folder.top, { held: status.held ?? null, conflicts, usedUp }] as const];
    }),
  );
}

async function tellNeed(context: App, folder: Folder, { held, conflicts, usedUp }: NewNeed): Promise<void> {
  const name = oneLine(folder.name);
  if (conflicts > 0) {
    const told =
      conflicts === 1
        ? l10n.t('1 finding in {0} conflicts with the approved design and needs your decision', name)
        : l10n.t(
            '{0} findings in {1} conflict with the approved design and need your decision',
            String(conflicts),
            name,
          );
    askFor(withoutLinks(told), l10n.t('Show Findings'), `${viewId('findings')}.focus`);
  }
  if (usedUp) {
    const told = l10n.t('The budget for Codex in {0} is used up, so it has stopped reviewing', name);
    askFor(withoutLinks(told), l10n.t('What Next?'), commandId('showReview'));
  }
  if (held === null) return;
  await tellWith(withoutLinks(l10n.t('Collab in {0} needs you: {1}', name, oneLine(held, 200))), {
    [l10n.t('Open Review')]: () => openCollabReview(context, folder),
    [l10n.t('What Next?')]: () => registry.executeCommand(commandId('showReview')),
  });
}

// Notifies the user once that the revisions of a plan are used up: nothing happens from then on until the user decides.
// Afterwards the status bar and the view show it.

import { type Disposable, l10n } from 'vscode';
import type { App } from '../app/app.ts';
import { notice, tellWith } from '../ui/notice.ts';
import { openPlan } from './planActs.ts';

export function noticePlan(context: App): Disposable {
  return notice(context, {
    facts: ({ plans }) =>
      new Map(plans.filter(({ status }) => status.kind === 'needs-human').map(({ folder }) => [folder.top, folder])),
    // A state that was there when the window opened is not news.
    news: (before, after) => (before === undefined ? [] : [...after.values()].filter(({ top }) => !before.has(top))),
    tell: (folder) =>
      tellWith(l10n.t('The plan of {0} has used up its revisions and needs your decision', folder.name), {
        [l10n.t('Open Plan')]: () => openPlan(context, folder),
      }),
  });
}

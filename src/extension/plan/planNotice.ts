// Tells once that the revisions of a plan are used up: from then on nothing happens before a human decides. Afterwards
// the status bar and the view show it.

import { type Disposable, l10n, window } from 'vscode';
import type { App } from '../app/app.ts';
import type { Folder } from '../app/snapshot.ts';
import { openPlan } from './planActs.ts';

export function noticePlan(context: App): Disposable {
  const { model, report } = context;
  let before: ReadonlySet<string> | undefined;
  return model.onDidChange(() => {
    const waiting = (model.snapshot?.plans ?? []).filter(({ status }) => status.kind === 'needs-human');
    // What was so already when the window opened is no news.
    const news = before === undefined ? [] : waiting.filter(({ folder }) => !before?.has(folder.top));
    before = new Set(waiting.map(({ folder }) => folder.top));
    for (const { folder } of news) void notify(context, folder).catch(report);
  });
}

async function notify(context: App, folder: Folder): Promise<void> {
  const open = l10n.t('Open Plan');
  const told = l10n.t('The plan of {0} has used up its revisions: you have to decide', folder.name);
  if ((await window.showInformationMessage(told, open)) === open) await openPlan(context, folder);
}

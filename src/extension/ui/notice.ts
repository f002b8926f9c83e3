// Notifies the user once about a fact, and again only if the fact went away in between. The status bar and the views
// keep showing it.

import { window } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Context } from '../app/context.ts';
import type { Snapshot } from '../app/snapshot.ts';

export interface Notice<Facts, News> {
  facts(snapshot: Snapshot): Facts;
  /** What is new with these facts. `before` is undefined at the first read of the window. */
  news(before: Facts | undefined, after: Facts): readonly News[];
  /** Asked when there are news. True drops them: they are not shown later either. */
  isQuiet?(): boolean;
  tell(news: News): unknown;
}

export function notice<Facts, News>(
  { model, report }: Pick<Context, 'model' | 'report'>,
  { facts, news, isQuiet, tell }: Notice<Facts, News>,
): Disposable {
  let before: Facts | undefined;
  const look = () => {
    if (model.snapshot === undefined) return;
    const after = facts(model.snapshot);
    const all = news(before, after);
    before = after;
    if (all.length === 0 || isQuiet?.()) return;
    for (const one of all) void (async () => tell(one))().catch(report);
  };
  look();
  return model.onDidChange(look);
}

/** Shows a message with buttons, and runs the one that the user clicks. */
export async function tellWith(text: string, buttons: Readonly<Record<string, () => unknown>>): Promise<void> {
  const chosen = await window.showInformationMessage(text, ...Object.keys(buttons));
  if (chosen !== undefined) await buttons[chosen]?.();
}

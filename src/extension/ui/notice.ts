// Tells the user once about a fact. It is told again only when it went away in between: what the notices before it said is
// in the status bar and in the views.

import { window } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Context } from '../app/context.ts';
import type { Snapshot } from '../app/snapshot.ts';

export interface Notice<Facts, News> {
  facts(snapshot: Snapshot): Facts;
  /** What came with these facts. `before` is undefined at the first look of the window. */
  news(before: Facts | undefined, after: Facts): readonly News[];
  /** Nothing is told then, also not later. */
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
    if (isQuiet?.()) return;
    for (const one of all) void (async () => tell(one))().catch(report);
  };
  look();
  return model.onDidChange(look);
}

/** A message with buttons, and what each does. */
export async function tellWith(text: string, buttons: Readonly<Record<string, () => unknown>>): Promise<void> {
  const chosen = await window.showInformationMessage(text, ...Object.keys(buttons));
  if (chosen !== undefined) await buttons[chosen]?.();
}

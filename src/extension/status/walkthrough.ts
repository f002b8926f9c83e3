// Marks the steps of the walkthrough that are done. VS Code (1.109) never completes a step whose context is true already
// when the walkthrough is opened. So the key is set only for a moment for each step, whenever the page may be on screen.

import { commands, type Disposable, type Tab, window } from 'vscode';
import type { App } from '../app/app.ts';
import { contextKeys } from '../app/contributions.ts';
import { stepsDone } from '../app/snapshot.ts';
import { together } from '../ui/disposables.ts';
import { singleFlight } from '../ui/singleFlight.ts';

/** The page reads its steps a moment after its tab has opened. */
const laterMs = 1500;

export function markWalkthrough({ model }: Pick<App, 'model'>): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const mark = singleFlight(async () => {
    if (model.snapshot === undefined || !window.tabGroups.all.some(({ tabs }) => tabs.some(isPage))) return;
    for (const step of stepsDone(model.snapshot)) await setStep(step);
    await setStep('none');
  });
  const markSoon = () => {
    void mark();
    clearTimeout(timer);
    timer = setTimeout(() => void mark(), laterMs);
  };
  const tabs = window.tabGroups.onDidChangeTabs(
    ({ opened, changed }) => [...opened, ...changed].some(isPage) && markSoon(),
  );
  markSoon();
  return together([model.onDidChange(() => void mark()), tabs, { dispose: () => clearTimeout(timer) }]);
}

/** Pages of VS Code itself, such as the one with walkthroughs, are tabs of no kind that extensions know. */
function isPage({ input }: Tab): boolean {
  return input === undefined;
}

function setStep(step: string): Thenable<unknown> {
  return commands.executeCommand('setContext', contextKeys.step, step);
}

// A decision about a finding is made by a click, so a click takes it back: for a while an item in the status bar, where it
// bothers nobody. The branch of the resolved findings has it for longer.

import { l10n, StatusBarAlignment, window } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { commandId } from '../app/contributions.ts';

const undoMs = 15_000;

export class UndoOffer implements Disposable {
  #shown: Disposable | undefined;

  /** Takes the place of the offer before. */
  offer(finding: string, told: string): void {
    this.withdraw();
    const item = window.createStatusBarItem(StatusBarAlignment.Left, 0);
    item.name = l10n.t('Party: Undo');
    item.text = l10n.t('$(discard) {0} – Undo', told);
    item.tooltip = l10n.t('Reopen the finding');
    item.command = { command: commandId('reopenFinding'), title: l10n.t('Reopen'), arguments: [finding] };
    item.show();
    const timer = setTimeout(() => this.withdraw(), undoMs);
    this.#shown = {
      dispose() {
        clearTimeout(timer);
        item.dispose();
      },
    };
  }

  withdraw(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
  }

  dispose(): void {
    this.withdraw();
  }
}

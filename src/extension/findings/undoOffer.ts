// Offers to undo a decision about findings with one click. The offer is an item in the status bar, where it does not
// disturb, and goes away after a while. The branch of resolved findings can undo it later.

import { l10n, StatusBarAlignment, window } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import { commandId } from '../app/contributions.ts';

const undoMs = 15_000;

export class UndoOffer implements Disposable {
  #shown: Disposable | undefined;

  /** By the ids of the findings. Replaces the previous offer. */
  offer(ids: readonly string[], told: string): void {
    this.withdraw();
    const item = window.createStatusBarItem(StatusBarAlignment.Left, 0);
    item.name = l10n.t('Party: Undo');
    item.text = l10n.t('$(discard) {0} – Undo', told);
    item.tooltip = ids.length === 1 ? l10n.t('Reopen the finding') : l10n.t('Reopen the findings');
    item.command = { command: commandId('reopenFinding'), title: l10n.t('Reopen'), arguments: [ids[0], ids] };
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

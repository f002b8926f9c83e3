// Everything about findings in the window: the list with its places, the view, the diagnostics, the quick fixes, and
// the state that the commands keep.

import type { Memento } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Model } from '../app/model.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { together } from '../ui/disposables.ts';
import { keepDiagnostics } from './findingsDiagnostics.ts';
import { FindingsFiles } from './findingsFiles.ts';
import { registerFixes } from './findingsFixes.ts';
import { FindingsStore } from './findingsStore.ts';
import { FindingsView } from './findingsView.ts';
import { FindingsWalk } from './findingsWalk.ts';
import { UndoOffer } from './undoOffer.ts';

export class Findings implements Disposable {
  readonly store = new FindingsStore();
  readonly walk = new FindingsWalk();
  readonly undo = new UndoOffer();
  readonly view: FindingsView;
  readonly #parts: Disposable;

  constructor(model: Model, watch: ReviewWatch, memory: Memento) {
    const { store } = this;
    this.view = new FindingsView(store, model, memory);
    const files = new FindingsFiles(store, model, watch);
    this.#parts = together([store, this.view, keepDiagnostics(store), registerFixes(store), files, this.undo]);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}

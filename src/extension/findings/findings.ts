// Everything about findings in the window: the list with its places, the view, the diagnostics, the quick fixes, the
// hovers, the comment threads, and the state that the commands keep.

import type { Disposable } from '../../core/base/event.ts';
import type { App } from '../app/app.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { together } from '../ui/disposables.ts';
import { keepDiagnostics } from './findingsDiagnostics.ts';
import { FindingsFiles } from './findingsFiles.ts';
import { registerFixes } from './findingsFixes.ts';
import { FindingsStore } from './findingsStore.ts';
import { FindingsThreads } from './findingsThreads.ts';
import { FindingsView } from './findingsView.ts';
import { FindingsWalk } from './findingsWalk.ts';
import { registerHover } from './reading/findingsHover.ts';
import { RelatedPlaces } from './reading/relatedPlaces.ts';
import { registerSuggestions } from './reading/suggestions.ts';
import { UndoOffer } from './undoOffer.ts';

export class Findings implements Disposable {
  readonly store = new FindingsStore();
  readonly walk = new FindingsWalk();
  readonly undo = new UndoOffer();
  readonly threads = new FindingsThreads(this.store);
  readonly view: FindingsView;
  readonly #parts: Disposable;

  constructor(app: App, watch: ReviewWatch) {
    const { store, threads } = this;
    const { model } = app;
    const { titleOf } = app.host;
    this.view = new FindingsView(store, app);
    const files = new FindingsFiles(store, model, watch);
    const diagnostics = keepDiagnostics(store, new RelatedPlaces(model));
    const shown = [this.view, threads, diagnostics, registerFixes(store, titleOf), registerHover(store, titleOf)];
    this.#parts = together([store, ...shown, registerSuggestions(store), files, this.undo]);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}

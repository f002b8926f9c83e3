// Everything about findings in the window: the list with its places, the view, the diagnostics and the quick fixes.

import type { Memento } from 'vscode';
import type { Disposable } from '../../core/base/event.ts';
import type { Model } from '../app/model.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { keepDiagnostics } from './findingsDiagnostics.ts';
import { followFiles } from './findingsFiles.ts';
import { registerFixes } from './findingsFixes.ts';
import { FindingsStore } from './findingsStore.ts';
import { FindingsView } from './findingsView.ts';

export interface Findings extends Disposable {
  readonly store: FindingsStore;
  readonly view: FindingsView;
}

export function createFindings(model: Model, watch: ReviewWatch, memory: Memento): Findings {
  const store = new FindingsStore();
  const view = new FindingsView(store, model, memory);
  const parts = [store, view, keepDiagnostics(store), registerFixes(store), followFiles(store, model, watch)];
  return {
    store,
    view,
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}

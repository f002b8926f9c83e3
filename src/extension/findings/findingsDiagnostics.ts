// Open findings as diagnostics: in the code, in Problems, and for every extension that shows those. Blocking ones are
// warnings, the others information: an error is what a compiler says.

import { Diagnostic, DiagnosticSeverity, type Disposable, l10n, languages, Uri } from 'vscode';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import { findingMessage } from '../../core/findings/words.ts';
import { diagnosticSource, diagnosticsName } from '../app/contributions.ts';
import { paced } from '../ui/paced.ts';
import { rangeOf } from './findingsPlaces.ts';
import type { FindingsStore, Placed } from './findingsStore.ts';

/** While somebody types, VS Code moves the marks by itself. */
const everyMs = 300;

export function keepDiagnostics(store: FindingsStore): Disposable {
  const collection = languages.createDiagnosticCollection(diagnosticsName);
  const changed = new Set<string>();
  const updates = paced(async () => {
    const entries = [...changed].map((path): [Uri, Diagnostic[] | undefined] => [
      Uri.file(path),
      diagnosticsIn(store, path),
    ]);
    changed.clear();
    collection.set(entries);
  }, everyMs);
  const subscription = store.onDidChange(({ files }) => {
    for (const path of files) changed.add(path);
    updates.nudge();
  });
  return {
    dispose() {
      subscription.dispose();
      updates.dispose();
      collection.dispose();
    },
  };
}

function diagnosticsIn(store: FindingsStore, path: string): Diagnostic[] | undefined {
  // A place that nobody has compared with the file may be anywhere.
  if (!store.isRead(path)) return undefined;
  const found = store.inFile(path).flatMap((placed) => toDiagnostic(store, placed) ?? []);
  return found.length === 0 ? undefined : found;
}

function toDiagnostic(store: FindingsStore, placed: Placed): Diagnostic | undefined {
  const { finding } = placed;
  const range = isUnresolved(finding) ? rangeOf(store, placed) : undefined;
  if (range === undefined) return undefined;
  const severity = finding.severity === 'blocking' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
  const diagnostic = new Diagnostic(range, findingMessage(finding, l10n.t), severity);
  diagnostic.source = diagnosticSource;
  diagnostic.code = finding.key;
  return diagnostic;
}

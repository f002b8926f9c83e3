// Shows open findings as diagnostics: in the code, in Problems, and to every extension that reads them. Blocking
// findings are warnings and the others are information, because errors are for compilers.

import { Diagnostic, DiagnosticSeverity, type Disposable, l10n, languages, Uri } from 'vscode';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import { arrivedMark, findingMessage } from '../../core/findings/words.ts';
import { diagnosticSource, diagnosticsName } from '../app/contributions.ts';
import { paced } from '../ui/paced.ts';
import { rangeOf } from './findingsPlaces.ts';
import type { FindingsStore, PlacedFinding } from './findingsStore.ts';
import type { RelatedPlaces } from './reading/relatedPlaces.ts';

/** While the user types, VS Code moves the marks by itself. */
const everyMs = 300;

export function keepDiagnostics(store: FindingsStore, related: RelatedPlaces): Disposable {
  const collection = languages.createDiagnosticCollection(diagnosticsName);
  const changed = new Set<string>();
  const updates = paced(async () => {
    const entries = [...changed].map((path): Entry => [Uri.file(path), diagnosticsIn(store, related, path)]);
    changed.clear();
    for (const batch of inBatches(entries)) collection.set(batch);
  }, everyMs);
  const subscription = store.onDidChange(({ list, files }) => {
    if (list) related.forget();
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

type Entry = [Uri, Diagnostic[] | undefined];

/** VS Code ignores the files of one call that come after its 1,100th diagnostic. */
const mostAtOnce = 1000;

function inBatches(entries: readonly Entry[]): Entry[][] {
  const batches: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const size = entry[1]?.length ?? 0;
    const last = batches.at(-1);
    if (last === undefined || size > room) {
      batches.push([entry]);
      room = mostAtOnce - size;
    } else {
      last.push(entry);
      room -= size;
    }
  }
  return batches;
}

function diagnosticsIn(store: FindingsStore, related: RelatedPlaces, path: string): Diagnostic[] | undefined {
  // Until the file has been read, the places of its findings are unknown.
  if (!store.isRead(path)) return undefined;
  const found = store.inFile(path).flatMap((placed) => toDiagnostic(store, related, placed) ?? []);
  return found.length === 0 ? undefined : found;
}

function toDiagnostic(store: FindingsStore, related: RelatedPlaces, placed: PlacedFinding): Diagnostic | undefined {
  const { finding } = placed;
  const range = isUnresolved(finding) ? rangeOf(store, placed) : undefined;
  if (range === undefined) return undefined;
  const severity = finding.severity === 'blocking' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
  const { arrived } = finding;
  const mark = arrived === undefined ? [] : [l10n.t('({0})', arrivedMark(arrived, l10n.t))];
  const diagnostic = new Diagnostic(range, [findingMessage(finding, l10n.t), ...mark].join('\n'), severity);
  diagnostic.source = diagnosticSource;
  diagnostic.code = { value: finding.key, target: related.addressOf(placed) };
  diagnostic.relatedInformation = related.of(placed);
  return diagnostic;
}

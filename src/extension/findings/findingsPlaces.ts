// Where findings are in an editor, as ranges.

import { Range } from 'vscode';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import type { FindingsStore, PlacedFinding } from './findingsStore.ts';

/** The text of its line without the indentation; undefined when the finding has no place. */
export function rangeOf(store: FindingsStore, placed: PlacedFinding): Range | undefined {
  const shownAt = store.shownAt(placed);
  if (shownAt.kind === 'file') return new Range(0, 0, 0, 0);
  if (shownAt.kind !== 'line') return undefined;
  const text = store.textOf(placed) ?? '';
  const indent = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return new Range(shownAt.line, Math.min(indent, end), shownAt.line, end);
}

/** Open findings whose line the range touches. */
export function findingsAt(store: FindingsStore, path: string, range: Range): PlacedFinding[] {
  return store.inFile(path).filter((placed) => {
    const own = isUnresolved(placed.finding) ? rangeOf(store, placed) : undefined;
    return own !== undefined && own.start.line >= range.start.line && own.start.line <= range.end.line;
  });
}

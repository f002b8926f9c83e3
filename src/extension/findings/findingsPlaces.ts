// Where findings are in an editor, as ranges.

import { Range } from 'vscode';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import type { FindingsStore, Placed } from './findingsStore.ts';

/** The code of its line without the indentation; undefined when it has no place. */
export function rangeOf(store: FindingsStore, placed: Placed): Range | undefined {
  const pin = store.pin(placed);
  if (pin.kind === 'file') return new Range(0, 0, 0, 0);
  if (pin.kind !== 'line') return undefined;
  const text = store.textOf(placed) ?? '';
  const indent = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return new Range(pin.line, Math.min(indent, end), pin.line, end);
}

/** Open findings whose line is touched. */
export function findingsAt(store: FindingsStore, path: string, range: Range): Placed[] {
  return store.inFile(path).filter((placed) => {
    const own = isUnresolved(placed.finding) ? rangeOf(store, placed) : undefined;
    return own !== undefined && own.start.line >= range.start.line && own.start.line <= range.end.line;
  });
}

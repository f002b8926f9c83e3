// Walks to the next or the previous finding from the cursor: through all files in order, and around at the end.

import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import type { ShownAt } from '../../core/findings/words.ts';
import { placeOrder } from './findingsRows.ts';
import type { PlacedFinding } from './findingsStore.ts';

export interface Here {
  readonly path: string;
  readonly line: number;
}

export interface Step {
  readonly placed: PlacedFinding;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** Remembers the last finding that it went to: with several findings in one line, that is the current one. */
export class FindingsWalk {
  #last: string | undefined;

  step(
    all: readonly PlacedFinding[],
    shownAtOf: (placed: PlacedFinding) => ShownAt,
    { here, direction }: { here: Here | undefined; direction: 1 | -1 },
  ): Step | undefined {
    const step = stepFrom(all, shownAtOf, { here, last: this.#last, direction });
    this.#last = step?.placed.id ?? this.#last;
    return step;
  }
}

/** `last` is the finding that the walk went to before: with several findings in one line, it is the current one. */
export function stepFrom(
  all: readonly PlacedFinding[],
  shownAtOf: (placed: PlacedFinding) => ShownAt,
  { here, last, direction }: { here: Here | undefined; last: string | undefined; direction: 1 | -1 },
): Step | undefined {
  const stops = all
    .filter((placed) => isUnresolved(placed.finding) && placed.path !== undefined && isReachable(shownAtOf(placed)))
    .sort(placeOrder(shownAtOf));
  if (stops.length === 0) return undefined;
  const places = stops.map((placed) => ({ path: placed.path ?? '', line: lineOf(shownAtOf(placed)) }));
  const current = stops.findIndex(({ id }, index) => id === last && isAt(places[index], here));
  const index = current >= 0 ? current + direction : beside(stops, places, here, direction);
  const wrapped = (index + stops.length) % stops.length;
  const placed = stops[wrapped];
  return placed && { placed, number: wrapped + 1, of: stops.length };
}

/** A finding without a place in the code cannot be walked to. */
function isReachable(shownAt: ShownAt): boolean {
  return shownAt.kind === 'line' || shownAt.kind === 'file';
}

function lineOf(shownAt: ShownAt): number {
  return shownAt.kind === 'line' ? shownAt.line : 0;
}

function isAt(place: Here | undefined, here: Here | undefined): boolean {
  return place !== undefined && here !== undefined && place.path === here.path && place.line === here.line;
}

/**
 * The first stop after the cursor, or the last one before it. In a file without findings, starts from the beginning or
 * the end.
 */
function beside(
  stops: readonly PlacedFinding[],
  places: readonly Here[],
  here: Here | undefined,
  direction: 1 | -1,
): number {
  const first = here === undefined ? -1 : places.findIndex(({ path }) => path === here.path);
  if (here === undefined || first < 0) return direction === 1 ? 0 : stops.length - 1;
  const last = places.findLastIndex(({ path }) => path === here.path);
  if (direction === 1) {
    const after = places.findIndex(({ line }, index) => index >= first && index <= last && line > here.line);
    return after >= 0 ? after : last + 1;
  }
  const before = places.findLastIndex(({ line }, index) => index >= first && index <= last && line < here.line);
  return before >= 0 ? before : first - 1;
}

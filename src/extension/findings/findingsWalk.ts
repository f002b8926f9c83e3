// The next and the previous finding, seen from where the cursor is: through all files in order, and around.

import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import type { Pin } from '../../core/findings/words.ts';
import { placeOrder } from './findingsRows.ts';
import type { Placed } from './findingsStore.ts';

export interface Here {
  readonly path: string;
  readonly line: number;
}

export interface Step {
  readonly placed: Placed;
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** Remembers where it has been: of several findings in one line that says which is the current one. */
export class FindingsWalk {
  #last: string | undefined;

  step(
    all: readonly Placed[],
    pinOf: (placed: Placed) => Pin,
    { here, direction }: { here: Here | undefined; direction: 1 | -1 },
  ): Step | undefined {
    const step = stepFrom(all, pinOf, { here, last: this.#last, direction });
    this.#last = step?.placed.id ?? this.#last;
    return step;
  }
}

/** `last` is where the walk was before: of several findings in one line it says which is the current one. */
export function stepFrom(
  all: readonly Placed[],
  pinOf: (placed: Placed) => Pin,
  { here, last, direction }: { here: Here | undefined; last: string | undefined; direction: 1 | -1 },
): Step | undefined {
  const stops = all
    .filter((placed) => isUnresolved(placed.finding) && placed.path !== undefined && isReachable(pinOf(placed)))
    .sort(placeOrder(pinOf));
  if (stops.length === 0) return undefined;
  const places = stops.map((placed) => ({ path: placed.path ?? '', line: lineOf(pinOf(placed)) }));
  const current = stops.findIndex(({ id }, index) => id === last && isAt(places[index], here));
  const index = current >= 0 ? current + direction : beside(stops, places, here, direction);
  const wrapped = (index + stops.length) % stops.length;
  const placed = stops[wrapped];
  return placed && { placed, number: wrapped + 1, of: stops.length };
}

/** What has no place in the code cannot be walked to. */
function isReachable(pin: Pin): boolean {
  return pin.kind === 'line' || pin.kind === 'file';
}

function lineOf(pin: Pin): number {
  return pin.kind === 'line' ? pin.line : 0;
}

function isAt(place: Here | undefined, here: Here | undefined): boolean {
  return place !== undefined && here !== undefined && place.path === here.path && place.line === here.line;
}

/** The first stop after the cursor, or the last one before it. In a file without findings the walk begins anew. */
function beside(stops: readonly Placed[], places: readonly Here[], here: Here | undefined, direction: 1 | -1): number {
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

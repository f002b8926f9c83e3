// What collab has found, as its session sees it.

import type { LedgerFinding } from '../findings/ledgerFinding.ts';
import type { ProjectEvent } from '../project/event.ts';
import { collabCycles } from '../review/collabCycles.ts';
import { reduceCycles } from '../review/cycle.ts';

/** Of this branch, and of this session wherever it was. */
export function sessionFindings(events: readonly ProjectEvent[], branch: string): readonly LedgerFinding[] {
  return collabCycles(events, reduceCycles(events).all, branch).flatMap(({ findings }) => findings);
}

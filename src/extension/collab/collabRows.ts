// The branch of collab in the Session view, as data. It is there while collab is on, with or without a party. Once
// collab is off, its reviews stay visible where a party runs. Without a party, the view then says how to start.

import { isUsedUp } from '../../core/codex/budgetText.ts';
import type { ReviewSummary } from '../../core/collab/reviewWords.ts';
import { isForHuman, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import type { Status } from '../../core/status/status.ts';
import type { FolderCollab, Snapshot } from '../app/snapshot.ts';
import { projectsOf } from '../status/projectStatus.ts';

export type CollabRow =
  | { readonly kind: 'collab'; readonly collab: FolderCollab; readonly named: boolean; readonly needs: CollabNeeds }
  /** Collab waits for the user, and why. */
  | { readonly kind: 'collabHeld'; readonly collab: FolderCollab }
  /** Findings that contradict the design. */
  | { readonly kind: 'collabConflicts'; readonly collab: FolderCollab; readonly findings: readonly LedgerFinding[] }
  | { readonly kind: 'collabBudget'; readonly collab: FolderCollab; readonly budget: Status['budget'] }
  | { readonly kind: 'collabSkip'; readonly collab: FolderCollab }
  | { readonly kind: 'collabDesign'; readonly collab: FolderCollab; readonly design: string }
  /** The model that made the last review. */
  | { readonly kind: 'collabModel'; readonly collab: FolderCollab; readonly review: ReviewSummary }
  | { readonly kind: 'collabReview'; readonly collab: FolderCollab; readonly review: ReviewSummary }
  /** There are no reviews yet, or more than the view shows. */
  | { readonly kind: 'collabNote'; readonly collab: FolderCollab; readonly note: 'none' | 'older' };

/** What of the project's review concerns collab. */
export interface CollabNeeds {
  readonly conflicts: readonly LedgerFinding[];
  /** Null while some of the budget is left. */
  readonly usedUp: Status['budget'] | null;
}

/** The state of collab in one word, which is also a value of its context key. */
export type CollabMark = 'off' | 'running' | 'paused' | 'complete';

export function collabMark({ phase, paused }: Status['collab']): CollabMark {
  if (phase === 'idle') return 'off';
  if (phase === 'complete') return 'complete';
  return paused ? 'paused' : 'running';
}

export function collabRows(snapshot: Snapshot): (CollabRow & { kind: 'collab' })[] {
  const named = snapshot.folders.length > 1;
  return snapshot.collabs
    .filter((collab) => isShown(snapshot, collab))
    .map((collab) => ({ kind: 'collab', collab, named, needs: needsOf(snapshot, collab) }));
}

/** First what needs the user, then the design, then the reviews with the newest on top. */
export function collabChildren(row: CollabRow): CollabRow[] {
  if (row.kind !== 'collab') return [];
  const { collab, needs } = row;
  const { status, skip, design, reviews, older } = collab;
  const last = reviews.find(({ said }) => said !== undefined);
  const isOn = status.phase !== 'idle';
  return [
    ...((status.held ?? null) === null ? [] : [{ kind: 'collabHeld', collab } as const]),
    ...(needs.conflicts.length === 0 ? [] : [{ kind: 'collabConflicts', collab, findings: needs.conflicts } as const]),
    ...(needs.usedUp === null ? [] : [{ kind: 'collabBudget', collab, budget: needs.usedUp } as const]),
    ...(skip ? [{ kind: 'collabSkip', collab } as const] : []),
    ...(design === undefined ? [] : [{ kind: 'collabDesign', collab, design } as const]),
    ...(last === undefined ? [] : [{ kind: 'collabModel', collab, review: last } as const]),
    ...reviews.map((review): CollabRow => ({ kind: 'collabReview', collab, review })),
    ...(reviews.length === 0 && isOn ? [{ kind: 'collabNote', collab, note: 'none' } as const] : []),
    ...(older === 0 ? [] : [{ kind: 'collabNote', collab, note: 'older' } as const]),
  ];
}

export function collabParent(snapshot: Snapshot, row: CollabRow): CollabRow | undefined {
  if (row.kind === 'collab') return undefined;
  return collabRows(snapshot).find(({ collab }) => collab.folder.top === row.collab.folder.top);
}

export function isCollabRow(value: unknown): value is CollabRow {
  return typeof value === 'object' && value !== null && 'kind' in value && 'collab' in value;
}

function isShown({ parties }: Snapshot, { folder, status, reviews }: FolderCollab): boolean {
  if (status.phase !== 'idle') return true;
  return reviews.length > 0 && parties.some((party) => party.folder.top === folder.top);
}

function needsOf(snapshot: Snapshot, { folder, status }: FolderCollab): CollabNeeds {
  const project = projectsOf(snapshot).find((one) => one.folder.top === folder.top);
  const isOn = status.phase !== 'idle' && status.phase !== 'complete';
  return {
    conflicts: (project?.review?.findings ?? []).filter(isForHuman),
    usedUp: isOn && project !== undefined && isUsedUp(project.status) ? project.status.budget : null,
  };
}

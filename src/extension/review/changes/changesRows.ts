// The node of the change in the Session view, as data. It is there while a party runs and a file differs from the base.

import type { DiffFile } from '../../../core/review/changes/diffFile.ts';
import { type FolderReview, partiesOf, type Snapshot } from '../../app/snapshot.ts';

export type ChangesRow =
  | { readonly kind: 'changes'; readonly changed: FolderReview; readonly named: boolean }
  /** The approval, or the last review, is outdated. */
  | { readonly kind: 'changesSince'; readonly changed: FolderReview }
  | { readonly kind: 'changedFile'; readonly changed: FolderReview; readonly file: DiffFile }
  /** `all`: how many files there are, if the user can have them all shown. */
  | { readonly kind: 'hiddenFiles'; readonly changed: FolderReview; readonly hidden: number; readonly all?: number }
  | { readonly kind: 'changesProblem'; readonly changed: FolderReview; readonly problem: string };

/** Without a party, the view says how to start one. */
export function changesRows(snapshot: Snapshot): ChangesRow[] {
  const named = snapshot.folders.length > 1;
  return snapshot.reviews
    .filter(({ folder, review }) => countFiles(review) > 0 && partiesOf(snapshot, folder).length > 0)
    .map((changed) => ({ kind: 'changes', changed, named }));
}

/** `most` is how many files are shown; the others are offered, unless they are too many for a view. */
export function changesChildren(
  changed: FolderReview,
  files: readonly DiffFile[],
  { most, rest }: { readonly most: number; readonly rest?: 'offered' },
): ChangesRow[] {
  const { status } = changed.review;
  const hidden = files.length - most;
  const offered = rest === 'offered' ? { all: files.length } : {};
  return [
    ...(status.kind === 'stale' ? [{ kind: 'changesSince', changed } as const] : []),
    ...files.slice(0, most).map((file) => ({ kind: 'changedFile', changed, file }) as const),
    ...(hidden > 0 ? [{ kind: 'hiddenFiles', changed, hidden, ...offered } as const] : []),
  ];
}

export function changesParent(snapshot: Snapshot, row: ChangesRow): ChangesRow | undefined {
  if (row.kind === 'changes') return undefined;
  return changesRows(snapshot).find(({ changed }) => changed.folder.top === row.changed.folder.top);
}

export function isChangesRow(value: unknown): value is ChangesRow {
  return typeof value === 'object' && value !== null && 'changed' in value;
}

/** A renamed file counts twice here: as removed and as added. */
export function countFiles({ change }: FolderReview['review']): number {
  return Object.keys(change?.files ?? {}).length;
}

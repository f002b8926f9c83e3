// The rows by which several parties are told apart: each with its branch, its state and its approval. With a single party,
// there are none.

import type { ReviewStatus } from '../../../core/review/reviewStatus.ts';
import { allPartiesOf, type Folder, namedFolder, type Party, partiesOf, type Snapshot } from '../../app/snapshot.ts';

export interface OneOfSeveral {
  readonly kind: 'party';
  readonly party: Party;
  readonly branch: string | undefined;
  readonly review: ReviewStatus | undefined;
  /** Its folder is not open in this window. */
  readonly elsewhere: boolean;
}

/** An open folder without a party, beside parties of its other worktrees. */
export interface FolderRow {
  readonly kind: 'folder';
  readonly folder: Folder;
  /** By this, a command that is run from the row knows the folder. */
  readonly partyFolder: string;
}

export function hasSeveral({ parties, others = [] }: Pick<Snapshot, 'parties' | 'others'>): boolean {
  return parties.length > 1 || others.length > 0;
}

/** Those of other worktrees come last. */
export function severalRows(snapshot: Snapshot): (OneOfSeveral | FolderRow)[] {
  if (!hasSeveral(snapshot)) return [];
  const { folders, parties, others = [] } = snapshot;
  const idle = others.length === 0 ? [] : folders.filter((folder) => partiesOf(snapshot, folder).length === 0);
  const elsewhere = others.map(({ party }) => party);
  return [
    ...parties.map((party) => partyRow(snapshot, party)),
    ...idle.map(folderRow),
    ...elsewhere.map((party) => partyRow(snapshot, party)),
  ];
}

export function partyRow(snapshot: Snapshot, party: Party): OneOfSeveral {
  const { reviews, others = [], branches = {} } = snapshot;
  const other = others.find((one) => one.party.session.name === party.session.name);
  const own = reviews.find(({ folder }) => folder.top === party.folder.top)?.review.status;
  const review = other === undefined ? own : other.review;
  return { kind: 'party', party, branch: branches[party.folder.top], review, elsewhere: other !== undefined };
}

/** All of them, for a choice. */
export function partyChoices(snapshot: Snapshot): OneOfSeveral[] {
  return allPartiesOf(snapshot).map((party) => partyRow(snapshot, party));
}

export function isFolderRow(row: { readonly kind: string }): row is FolderRow {
  return row.kind === 'folder';
}

function folderRow(folder: Folder): FolderRow {
  return { kind: 'folder', folder, ...namedFolder(folder) };
}

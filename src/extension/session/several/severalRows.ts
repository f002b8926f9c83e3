// The rows of several parties, each with its branch, its state and its approval; a single party has no such row. Also
// the row of a folder without a party, with the commands that start or restore one.

import type { ReviewStatus } from '../../../core/review/reviewStatus.ts';
import { isOffered } from '../../../core/session/bringBack.ts';
import { allPartiesOf, type Folder, namedFolder, type Party, partiesOf, type Snapshot } from '../../app/snapshot.ts';

export interface OneOfSeveral {
  readonly kind: 'party';
  readonly party: Party;
  readonly branch: string | undefined;
  readonly review: ReviewStatus | undefined;
  /** Its folder is not open in this window. */
  readonly elsewhere: boolean;
}

interface InFolder {
  readonly folder: Folder;
  /** By this, a command that is run from the row knows the folder. */
  readonly partyFolder: string;
  /** Its last party ended unexpectedly, and can be restored. */
  readonly restorable: boolean;
}

/**
 * An open folder without a party, beside other rows: of parties of its other worktrees, of a plan, of collab. VS Code shows
 * a welcome text, with the same acts, only in an empty view.
 */
export type FolderRow = InFolder &
  ({ readonly kind: 'folder' } | { readonly kind: 'folderAct'; readonly act: FolderAct });

export type FolderRowOf<Kind extends FolderRow['kind']> = Extract<FolderRow, { kind: Kind }>;

export type FolderAct = 'restore' | 'startNew' | 'start';

export function hasSeveral({ parties, others = [] }: Pick<Snapshot, 'parties' | 'others'>): boolean {
  return parties.length > 1 || others.length > 0;
}

/** Those of other worktrees come last. */
export function severalRows(snapshot: Snapshot): (OneOfSeveral | FolderRow)[] {
  if (!hasSeveral(snapshot)) return [];
  const { parties, others = [] } = snapshot;
  const idle = others.length === 0 ? [] : idleRows(snapshot);
  const elsewhere = others.map(({ party }) => party);
  return [
    ...parties.map((party) => partyRow(snapshot, party)),
    ...idle,
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

/** The open folders without a party. */
export function idleRows(snapshot: Snapshot): FolderRowOf<'folder'>[] {
  return snapshot.folders
    .filter((folder) => partiesOf(snapshot, folder).length === 0)
    .map((folder) => {
      const last = snapshot.ended.find((one) => one.folder.top === folder.top)?.ended;
      return { kind: 'folder', folder, ...namedFolder(folder), restorable: last !== undefined && isOffered(last) };
    });
}

/** What the welcome text offers: the way back first. */
export function folderChildren(row: FolderRow): FolderRow[] {
  if (row.kind !== 'folder') return [];
  const acts: readonly FolderAct[] = row.restorable ? ['restore', 'startNew'] : ['start'];
  return acts.map((act) => ({ ...row, kind: 'folderAct', act }));
}

export function folderParent(row: FolderRow): FolderRow | undefined {
  const { folder, partyFolder, restorable } = row;
  return row.kind === 'folder' ? undefined : { kind: 'folder', folder, partyFolder, restorable };
}

export function isFolderRow(row: { readonly kind: string }): row is FolderRow {
  return row.kind === 'folder' || row.kind === 'folderAct';
}

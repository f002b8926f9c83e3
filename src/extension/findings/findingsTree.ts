// The tree of the Findings view: which rows it shows, and how to find them again.

import { shortNames } from '../../core/findings/reading/rowNames.ts';
import type { ShownAt } from '../../core/findings/words.ts';
import type { Snapshot } from '../app/snapshot.ts';
import type { Rows } from '../ui/rowTree.ts';
import { hiddenOf, partRows, type ShownPart } from '../ui/shownPart.ts';
import {
  type Filter,
  type FindingRow,
  filterOf,
  type Grouping,
  type GroupRow,
  groupFindings,
  groupPrefix,
  placeOrder,
} from './findingsRows.ts';
import type { PlacedFinding } from './findingsStore.ts';

export interface TreeOptions {
  readonly grouping: Grouping;
  readonly filter: Filter;
  shownAtOf(placed: PlacedFinding): ShownAt;
  /** Which members of a group are shown, by the id of the group. */
  partOf(group: string): ShownPart;
}

interface Home {
  readonly group: GroupRow;
  readonly index: number;
}

export class FindingsTree implements Rows<FindingRow> {
  readonly top: readonly GroupRow[];
  /** How many findings the filter shows. */
  readonly shown: number;
  readonly #options: TreeOptions;
  readonly #groups: ReadonlyMap<string, GroupRow>;
  readonly #parents: ReadonlyMap<string, GroupRow>;
  /** By the path of the file. */
  readonly #names: ReadonlyMap<string, string>;
  /** Built on demand: most windows never need it. */
  #homes: ReadonlyMap<string, Home> | undefined;

  constructor(all: readonly PlacedFinding[], options: TreeOptions) {
    const shown = all.filter(filterOf(options.filter));
    this.#options = options;
    this.shown = shown.length;
    this.#names = shortNames(shown.map(({ finding }) => finding.file));
    this.top = groupFindings(shown, options.grouping, placeOrder(options.shownAtOf));
    this.#groups = new Map(this.top.flatMap((one) => [one, ...one.groups]).map((group) => [group.id, group]));
    this.#parents = new Map(this.top.flatMap((outer) => outer.groups.map(({ id }) => [id, outer] as const)));
  }

  children(parent: FindingRow): readonly FindingRow[] {
    if (parent.kind !== 'group') return [];
    if (parent.groups.length > 0) return parent.groups;
    return partRows<PlacedFinding, FindingRow>(parent.members, this.#options.partOf(parent.id), {
      row: (placed) => this.#row(placed),
      hidden: (hidden) => ({ kind: 'more', group: parent, ...hidden }),
    });
  }

  parent(child: FindingRow): FindingRow | undefined {
    if (child.kind === 'group') return this.#parents.get(child.id);
    return child.kind === 'more' ? child.group : this.#home(child.placed.id)?.group;
  }

  /** By the id from `rowId`; undefined when the row is gone. */
  row(id: string): FindingRow | undefined {
    if (id.startsWith(groupPrefix)) return this.#groups.get(id.slice(groupPrefix.length));
    const hidden = hiddenOf(id);
    if (hidden === undefined) return this.find(id)?.row;
    const group = this.#groups.get(hidden.group);
    return group && this.children(group).find((row) => row.kind === 'more' && row.where === hidden.where);
  }

  /** The group of a finding, and its position there. */
  find(id: string): (Home & { readonly row: FindingRow }) | undefined {
    const home = this.#home(id);
    const placed = home?.group.members[home.index];
    return home && placed && { ...home, row: this.#row(placed) };
  }

  #row(placed: PlacedFinding): FindingRow {
    const { file } = placed.finding;
    return { kind: 'finding', placed, grouping: this.#options.grouping, name: this.#names.get(file) ?? file };
  }

  #home(id: string): Home | undefined {
    this.#homes ??= homesOf(this.top);
    return this.#homes.get(id);
  }
}

function homesOf(top: readonly GroupRow[]): Map<string, Home> {
  const inner = top.flatMap((one) => (one.groups.length > 0 ? one.groups : [one]));
  return new Map(inner.flatMap((group) => group.members.map(({ id }, index) => [id, { group, index }] as const)));
}

/** Why the Findings view is empty, or `some`. package.json has a text for each reason. */
export type FindingsSituation =
  | 'noFolder'
  | 'untrusted'
  | 'notGit'
  | 'noReview'
  | 'reviewing'
  /** An answer without findings, or one that cannot be read. */
  | 'arrived'
  | 'clean'
  | 'filtered'
  | 'some';

/** `shown` of `all` findings pass the filter. */
export function findingsSituation(
  { folders, trusted, reviews }: Snapshot,
  { all, shown }: { readonly all: number; readonly shown: number },
): FindingsSituation {
  if (folders.length === 0) return 'noFolder';
  if (!trusted) return 'untrusted';
  if (shown > 0) return 'some';
  if (all > 0) return 'filtered';
  if (reviews.some(({ review }) => (review.arrived ?? []).length > 0)) return 'arrived';
  if (reviews.some(({ review }) => review.status.kind === 'requested')) return 'reviewing';
  if (reviews.some(({ review }) => review.rounds.some((round) => round.receivedAt !== null))) return 'clean';
  const isAnywhere = reviews.length === 0 || reviews.some(({ review }) => review.change !== null);
  return isAnywhere ? 'noReview' : 'notGit';
}

// The rows of the Findings view as data: how they are grouped and sorted, and what the filter shows.

import { basename, dirname } from 'node:path';
import { isBlocking, isUnresolved } from '../../core/findings/ledgerFinding.ts';
import type { ShownAt } from '../../core/findings/words.ts';
import type { Folder } from '../app/snapshot.ts';
import { type Hidden, hiddenId } from '../ui/shownPart.ts';
import type { PlacedFinding } from './findingsStore.ts';

export const groupings = ['severity', 'file', 'round'] as const;
export type Grouping = (typeof groupings)[number];

export interface Filter {
  /** All of its words must occur in the finding; an empty text shows everything. */
  readonly text: string;
  readonly nonBlocking: boolean;
}

export type GroupTitle =
  | { readonly by: 'folder'; readonly folder: Folder }
  | { readonly by: 'severity'; readonly severity: 'blocking' | 'non-blocking' }
  | { readonly by: 'file'; readonly name: string; readonly directory: string; readonly path: string | undefined }
  | { readonly by: 'round'; readonly round: number }
  | { readonly by: 'arrived'; readonly proof: Proof }
  | { readonly by: 'resolved' };

/** Whether what has arrived is proven to be the reviewer's own. */
type Proof = NonNullable<PlacedFinding['finding']['arrived']>;

export interface GroupRow {
  readonly kind: 'group';
  readonly id: string;
  readonly title: GroupTitle;
  readonly count: number;
  readonly groups: readonly GroupRow[];
  /** Sorted. */
  readonly members: readonly PlacedFinding[];
}

export type FindingRow =
  | GroupRow
  | {
      readonly kind: 'finding';
      readonly placed: PlacedFinding;
      readonly grouping: Grouping;
      /** Its file, as short as the other files of the view allow. */
      readonly name: string;
    }
  /** Stands for the rows that are not shown. */
  | ({ readonly kind: 'more'; readonly group: GroupRow } & Hidden);

/** A row keeps its id in the next tree. */
export function rowId(row: FindingRow): string {
  switch (row.kind) {
    case 'group':
      return `${groupPrefix}${row.id}`;
    case 'finding':
      return row.placed.id;
    case 'more':
      return hiddenId(row.group.id, row.where);
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

/** The id of a finding begins with a path, so not with this. */
export const groupPrefix = 'group/';

export type PlaceOrder = (one: PlacedFinding, other: PlacedFinding) => number;

/**
 * Sorts by folder, file and line: the order in which a user walks through the code. Otherwise keeps the reviewer's
 * order.
 */
export function placeOrder(shownAtOf: (placed: PlacedFinding) => ShownAt): PlaceOrder {
  const lines = new Map<string, number>();
  const lineOf = (placed: PlacedFinding) => {
    const known = lines.get(placed.id);
    if (known !== undefined) return known;
    const shownAt = shownAtOf(placed);
    const line = 'line' in shownAt ? shownAt.line : (placed.finding.line ?? 0) - 1;
    lines.set(placed.id, line);
    return line;
  };
  return (one, other) =>
    compare(one.folder.path, other.folder.path) ||
    compare(one.finding.file, other.finding.file) ||
    lineOf(one) - lineOf(other) ||
    severityRank(one) - severityRank(other);
}

export function filterOf({ text, nonBlocking }: Filter): (placed: PlacedFinding) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ finding }) => {
    if (!nonBlocking && finding.severity !== 'blocking') return false;
    if (words.length === 0) return true;
    const { file, key, category, description, suggestion } = finding;
    const haystack = [file, key, category, description, suggestion].join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  };
}

/** Groups findings, and puts the groups under folders where there are several. */
export function groupFindings(
  shown: readonly PlacedFinding[],
  grouping: Grouping,
  order: PlaceOrder,
): readonly GroupRow[] {
  const folders = partition(shown, ({ folder }) => folder.top);
  if (folders.length <= 1) return groupsOf('', shown, grouping, order);
  return folders.map(([id, members]) => folderRow(id, members, grouping, order));
}

function folderRow(id: string, members: readonly PlacedFinding[], grouping: Grouping, order: PlaceOrder): GroupRow {
  const groups = groupsOf(`${id}/`, members, grouping, order);
  const [first] = members;
  const folder = first?.folder ?? { name: id, path: id, top: id };
  return { kind: 'group', id, title: { by: 'folder', folder }, count: open(members).length, groups, members: [] };
}

function groupsOf(prefix: string, shown: readonly PlacedFinding[], grouping: Grouping, order: PlaceOrder): GroupRow[] {
  const read = shown.filter(({ finding }) => finding.arrived === undefined);
  const unresolved = open(read).sort(order);
  const resolved = read.filter(({ finding }) => !isUnresolved(finding)).sort(newestFirst);
  const groups = partition(unresolved, keyOf[grouping]).map(([key, members]) =>
    group(`${prefix}${grouping}/${key}`, titleOf(grouping, members[0]), members),
  );
  if (grouping === 'round') groups.sort((one, other) => roundOf(other.members[0]) - roundOf(one.members[0]));
  if (grouping === 'severity')
    groups.sort((one, other) => severityRank(one.members[0]) - severityRank(other.members[0]));
  if (resolved.length > 0) groups.push(group(`${prefix}resolved`, { by: 'resolved' }, resolved));
  return [...arrivedGroups(prefix, shown, order), ...groups];
}

/** First, and in groups of their own: they count nowhere until the author reads them. */
function arrivedGroups(prefix: string, shown: readonly PlacedFinding[], order: PlaceOrder): GroupRow[] {
  return (['proven', 'unproven'] as const).flatMap((proof) => {
    const members = shown.filter(({ finding }) => finding.arrived === proof).sort(order);
    return members.length === 0 ? [] : [group(`${prefix}arrived/${proof}`, { by: 'arrived', proof }, members)];
  });
}

function group(id: string, title: GroupTitle, members: readonly PlacedFinding[]): GroupRow {
  return { kind: 'group', id, title, count: members.length, groups: [], members };
}

const keyOf: Record<Grouping, (placed: PlacedFinding) => string> = {
  severity: ({ finding }) => finding.severity,
  file: ({ finding }) => finding.file,
  round: (placed) => String(roundOf(placed)),
};

function titleOf(grouping: Grouping, first: PlacedFinding | undefined): GroupTitle {
  const { file = '', severity = 'blocking' } = first?.finding ?? {};
  if (grouping === 'severity') return { by: 'severity', severity };
  if (grouping === 'round') return { by: 'round', round: roundOf(first) };
  const directory = dirname(file);
  return { by: 'file', name: basename(file), directory: directory === '.' ? '' : directory, path: first?.path };
}

function partition(
  all: readonly PlacedFinding[],
  keyOfOne: (placed: PlacedFinding) => string,
): [string, PlacedFinding[]][] {
  const parts = new Map<string, PlacedFinding[]>();
  for (const placed of all) {
    const key = keyOfOne(placed);
    const known = parts.get(key);
    if (known === undefined) parts.set(key, [placed]);
    else known.push(placed);
  }
  return [...parts];
}

function open(all: readonly PlacedFinding[]): PlacedFinding[] {
  return all.filter(({ finding }) => isUnresolved(finding));
}

/** The last round that raised it. */
function roundOf(placed: PlacedFinding | undefined): number {
  return placed?.finding.raised.at(-1)?.round ?? 0;
}

function severityRank(placed: PlacedFinding | undefined): number {
  return placed?.finding.severity === 'blocking' ? 0 : 1;
}

/** The last resolved finding is the one that the user may want to reopen. */
function newestFirst(one: PlacedFinding, other: PlacedFinding): number {
  return compare(other.finding.since, one.finding.since);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The number on the badge: findings that Claude has not read yet count nowhere. */
export function countedBlocking(all: readonly PlacedFinding[]): number {
  return all.filter(({ finding }) => finding.arrived === undefined && isBlocking(finding)).length;
}

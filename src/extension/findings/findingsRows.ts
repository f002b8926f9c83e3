// The rows of the Findings view as data: what is grouped how, what the filter lets through, and how much of it is shown.
// VS Code asks for the row of every child that it is given, so that a large group shows a part of itself.

import { basename, dirname } from 'node:path';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import type { Pin } from '../../core/findings/words.ts';
import type { Folder } from '../app/snapshot.ts';
import type { Placed } from './findingsStore.ts';

export const groupings = ['severity', 'file', 'round'] as const;
export type Grouping = (typeof groupings)[number];

export interface Filter {
  /** All of its words have to be somewhere in the finding; no words let everything through. */
  readonly text: string;
  readonly nonBlocking: boolean;
}

export type GroupTitle =
  | { readonly by: 'folder'; readonly folder: Folder }
  | { readonly by: 'severity'; readonly severity: 'blocking' | 'non-blocking' }
  | { readonly by: 'file'; readonly name: string; readonly directory: string; readonly path: string | undefined }
  | { readonly by: 'round'; readonly round: number }
  | { readonly by: 'resolved' };

export interface GroupRow {
  readonly kind: 'group';
  readonly id: string;
  readonly title: GroupTitle;
  readonly count: number;
  readonly groups: readonly GroupRow[];
  /** Sorted. */
  readonly members: readonly Placed[];
}

export type FindingRow =
  | GroupRow
  | { readonly kind: 'finding'; readonly placed: Placed; readonly grouping: Grouping }
  /** Stands for those that are not shown. */
  | { readonly kind: 'more'; readonly group: GroupRow; readonly hidden: number };

export interface Tree {
  readonly top: readonly GroupRow[];
  /** Findings that the filter lets through. */
  readonly shown: number;
  children(row: FindingRow): readonly FindingRow[];
  parent(row: FindingRow): FindingRow | undefined;
  /** By what `rowId` says; undefined when there is no such row any more. */
  row(id: string): FindingRow | undefined;
  /** Where a finding is, and at which place in its group. */
  find(id: string): { readonly row: FindingRow; readonly group: GroupRow; readonly index: number } | undefined;
}

export interface TreeOptions {
  readonly grouping: Grouping;
  readonly filter: Filter;
  pinOf(placed: Placed): Pin;
  /** How many members of a group are shown; by its id. */
  limitOf(group: string): number;
}

/** By its id a row is the same one in the next tree. */
export function rowId(row: FindingRow): string {
  switch (row.kind) {
    case 'group':
      return `${groupPrefix}${row.id}`;
    case 'finding':
      return row.placed.id;
    case 'more':
      return `${morePrefix}${row.group.id}`;
    default: {
      const unreachable: never = row;
      return unreachable;
    }
  }
}

/** The id of a finding begins with a path, and so with neither. */
const groupPrefix = 'group/';
const morePrefix = 'more/';

export function buildTree(all: readonly Placed[], { grouping, filter, pinOf, limitOf }: TreeOptions): Tree {
  const passes = filterOf(filter);
  const shown = all.filter(passes);
  const order = placeOrder(pinOf);
  const folders = new Set(shown.map(({ folder }) => folder.top));
  const top =
    folders.size > 1
      ? partition(shown, ({ folder }) => folder.top).map(([id, members]) => folderRow(id, members, grouping, order))
      : groupsOf('', shown, grouping, order);
  const parents = new Map<string, GroupRow>();
  const groups = new Map(top.map((group) => [group.id, group]));
  for (const group of top) {
    for (const inner of group.groups) {
      parents.set(inner.id, group);
      groups.set(inner.id, inner);
    }
  }

  function row(placed: Placed): FindingRow {
    return { kind: 'finding', placed, grouping };
  }
  /** Made when somebody asks: most windows never do. */
  let homes: Map<string, { group: GroupRow; index: number }> | undefined;
  function home(id: string) {
    homes ??= homesOf(top);
    return homes.get(id);
  }
  function find(id: string) {
    const found = home(id);
    const placed = found?.group.members[found.index];
    return found && placed && { ...found, row: row(placed) };
  }
  function children(parent: FindingRow): readonly FindingRow[] {
    if (parent.kind !== 'group') return [];
    if (parent.groups.length > 0) return parent.groups;
    const limit = limitOf(parent.id);
    const visible = parent.members.slice(0, limit).map(row);
    const hidden = parent.members.length - visible.length;
    return hidden === 0 ? visible : [...visible, { kind: 'more', group: parent, hidden }];
  }

  return {
    top,
    shown: shown.length,
    children,
    parent(child) {
      if (child.kind === 'group') return parents.get(child.id);
      return child.kind === 'more' ? child.group : home(child.placed.id)?.group;
    },
    row(id) {
      if (id.startsWith(groupPrefix)) return groups.get(id.slice(groupPrefix.length));
      if (!id.startsWith(morePrefix)) return find(id)?.row;
      const group = groups.get(id.slice(morePrefix.length));
      return group && children(group).find(({ kind }) => kind === 'more');
    },
    find,
  };
}

/** By folder, file and line: the order in which one walks through the code. Else the reviewer's own order stays. */
export function placeOrder(pinOf: (placed: Placed) => Pin): (one: Placed, other: Placed) => number {
  const lines = new Map<string, number>();
  const lineOf = (placed: Placed) => {
    const known = lines.get(placed.id);
    if (known !== undefined) return known;
    const pin = pinOf(placed);
    const line = 'line' in pin ? pin.line : (placed.finding.line ?? 0) - 1;
    lines.set(placed.id, line);
    return line;
  };
  return (one, other) =>
    compare(one.folder.path, other.folder.path) ||
    compare(one.finding.file, other.finding.file) ||
    lineOf(one) - lineOf(other) ||
    severityRank(one) - severityRank(other);
}

export function filterOf({ text, nonBlocking }: Filter): (placed: Placed) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ finding }) => {
    if (!nonBlocking && finding.severity !== 'blocking') return false;
    if (words.length === 0) return true;
    const { file, key, category, description, suggestion } = finding;
    const haystack = [file, key, category, description, suggestion].join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  };
}

type Order = (one: Placed, other: Placed) => number;

function folderRow(id: string, members: readonly Placed[], grouping: Grouping, order: Order): GroupRow {
  const groups = groupsOf(`${id}/`, members, grouping, order);
  const [first] = members;
  const folder = first?.folder ?? { name: id, path: id, top: id };
  return { kind: 'group', id, title: { by: 'folder', folder }, count: open(members).length, groups, members: [] };
}

function groupsOf(prefix: string, shown: readonly Placed[], grouping: Grouping, order: Order): GroupRow[] {
  const unresolved = open(shown).sort(order);
  const resolved = shown.filter(({ finding }) => !isUnresolved(finding)).sort(newestFirst);
  const groups = partition(unresolved, keyOf[grouping]).map(([key, members]) =>
    group(`${prefix}${grouping}/${key}`, titleOf(grouping, members[0]), members),
  );
  if (grouping === 'round') groups.sort((one, other) => roundOf(other.members[0]) - roundOf(one.members[0]));
  if (grouping === 'severity')
    groups.sort((one, other) => severityRank(one.members[0]) - severityRank(other.members[0]));
  if (resolved.length > 0) groups.push(group(`${prefix}resolved`, { by: 'resolved' }, resolved));
  return groups;
}

function group(id: string, title: GroupTitle, members: readonly Placed[]): GroupRow {
  return { kind: 'group', id, title, count: members.length, groups: [], members };
}

const keyOf: Record<Grouping, (placed: Placed) => string> = {
  severity: ({ finding }) => finding.severity,
  file: ({ finding }) => finding.file,
  round: (placed) => String(roundOf(placed)),
};

function titleOf(grouping: Grouping, first: Placed | undefined): GroupTitle {
  const { file = '', severity = 'blocking' } = first?.finding ?? {};
  if (grouping === 'severity') return { by: 'severity', severity };
  if (grouping === 'round') return { by: 'round', round: roundOf(first) };
  const directory = dirname(file);
  return { by: 'file', name: basename(file), directory: directory === '.' ? '' : directory, path: first?.path };
}

function homesOf(top: readonly GroupRow[]): Map<string, { group: GroupRow; index: number }> {
  const homes = new Map<string, { group: GroupRow; index: number }>();
  for (const outer of top) {
    for (const one of outer.groups.length > 0 ? outer.groups : [outer]) {
      for (const [index, { id }] of one.members.entries()) homes.set(id, { group: one, index });
    }
  }
  return homes;
}

function partition(all: readonly Placed[], keyOfOne: (placed: Placed) => string): [string, Placed[]][] {
  const parts = new Map<string, Placed[]>();
  for (const placed of all) {
    const key = keyOfOne(placed);
    const known = parts.get(key);
    if (known === undefined) parts.set(key, [placed]);
    else known.push(placed);
  }
  return [...parts];
}

function open(all: readonly Placed[]): Placed[] {
  return all.filter(({ finding }) => isUnresolved(finding));
}

/** The last round that raised it. */
function roundOf(placed: Placed | undefined): number {
  return placed?.finding.raised.at(-1)?.round ?? 0;
}

function severityRank(placed: Placed | undefined): number {
  return placed?.finding.severity === 'blocking' ? 0 : 1;
}

/** What was just resolved is what one may want back. */
function newestFirst(one: Placed, other: Placed): number {
  return compare(other.finding.since, one.finding.since);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

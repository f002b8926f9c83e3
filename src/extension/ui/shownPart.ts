// Which rows of a long group are shown. VS Code builds a row for every child that it is given, and asks for all rows of a
// group again when one of them changes, so a group never shows very many.

/** The rows of a group that are shown: from the first to before the second. */
export interface ShownPart {
  readonly from: number;
  readonly to: number;
}

/** Where the rows are that a row stands for. */
export type HiddenWhere = 'before' | 'after';

/** What a row for hidden rows says. */
export interface Hidden {
  readonly where: HiddenWhere;
  readonly hidden: number;
}

/** The id of such a row, by the id of its group. */
export function hiddenId(group: string, where: HiddenWhere): string {
  return `${where === 'after' ? morePrefix : earlierPrefix}${group}`;
}

/** The group of such a row, and where the hidden rows are; undefined for the id of another row. */
export function hiddenOf(id: string): { readonly group: string; readonly where: HiddenWhere } | undefined {
  if (id.startsWith(morePrefix)) return { group: id.slice(morePrefix.length), where: 'after' };
  return id.startsWith(earlierPrefix) ? { group: id.slice(earlierPrefix.length), where: 'before' } : undefined;
}

const morePrefix = 'more/';
const earlierPrefix = 'earlier/';

/** The rows for the shown part of a group, and for the hidden members before and after it. */
export function partRows<Member, Row>(
  members: readonly Member[],
  { from, to }: ShownPart,
  make: { readonly row: (member: Member) => Row; readonly hidden: (hidden: Hidden) => Row },
): Row[] {
  // The group may have become shorter than the part.
  const first = Math.min(from, Math.max(0, members.length - (to - from)));
  const last = Math.min(first + to - from, members.length);
  return [
    ...(first > 0 ? [make.hidden({ where: 'before', hidden: first })] : []),
    ...members.slice(first, last).map(make.row),
    ...(last < members.length ? [make.hidden({ where: 'after', hidden: members.length - last })] : []),
  ];
}

/** Enough to fill any screen. */
const shownAtFirst = 200;
const shownMore = 400;
const mostShown = 1000;

export const firstPart: ShownPart = { from: 0, to: shownAtFirst };

export function partAround(index: number): ShownPart {
  const from = Math.max(0, index - shownAtFirst / 2);
  return { from, to: from + shownAtFirst };
}

/** With more rows before or after. Those at the other end are hidden when there would be too many. */
export function widerPart({ from, to }: ShownPart, where: HiddenWhere): ShownPart {
  if (where === 'after') return { from: Math.max(from, to + shownMore - mostShown), to: to + shownMore };
  const first = Math.max(0, from - shownMore);
  return { from: first, to: Math.min(to, first + mostShown) };
}

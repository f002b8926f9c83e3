// One round of the timeline's picture: its findings, what it resolved, the bead and the label of its outcome.

import type { Translate } from '../../base/translate.ts';
import { attributes, escapeXml, group, rect, textAt } from '../../base/xml.ts';
import type { Round } from '../review.ts';
import { barSize, offset, plate, round2 } from './timelineLayout.ts';
import {
  clockText,
  durationText,
  isUnread,
  isWaiting,
  leftText,
  openText,
  outcomeText,
  roundText,
  sameText,
} from './timelineWords.ts';

export interface Bead {
  readonly x: number;
  readonly y: number;
  readonly unread: boolean;
}

/** Where the picture of a round is, and what it shows besides the round itself. */
export interface RoundDrawing {
  readonly left: number;
  readonly bead: Bead;
  readonly unit: number;
  readonly outdated: boolean;
  readonly link: { readonly round: string; readonly findings: readonly string[] } | undefined;
}

export function roundPicture(round: Round, before: Round | undefined, drawn: RoundDrawing, t: Translate): string {
  const { left, bead, unit, outdated } = drawn;
  const words = roundText(round, { outdated }, t);
  const axis = plate.top + offset.axis;
  const name = round.delta ? t('Round {0} · delta', String(round.n)) : t('Round {0}', String(round.n));
  const took = durationText(round, t);
  const hit = [
    `<title>${escapeXml(words)}</title>`,
    rect({ class: 'hit', x: left, y: plate.top, width: plate.width, height: offset.end, rx: 8 }),
  ];
  return group(drawn.link ? { class: 'round' } : { class: 'round', role: 'img', tabindex: 0, 'aria-label': words }, [
    ...(drawn.link ? [linked(drawn.link.round, words, hit)] : hit),
    textAt(left + barSize.left, plate.top + 26, name, 'strong'),
    textAt(left + barSize.left, plate.top + 43, clockText(round, before), 'faint'),
    textAt(left + barSize.left, plate.top + 58, took === '' ? '' : t('took {0}', took), 'faint'),
    textAt(left + barSize.left, plate.top + 73, round.sameAs === null ? '' : sameText(round.sameAs, t), 'faint'),
    ...(isWaiting(round) ? awaited(left, axis, t) : found(round, { left, axis, unit, links: drawn.link?.findings }, t)),
    `<line class="axis" x1="${left + 10}" x2="${left + plate.width - 10}" y1="${axis}" y2="${axis}"/>`,
    ...resolved(round, { left, axis, unit }, t),
    ...open(round, left, bead, t),
    ...chip(round, drawn, t),
  ]);
}

function linked(href: string, words: string, children: readonly string[]): string {
  return [`<a ${attributes({ href, 'aria-label': words })}>`, ...children, '</a>'].join('\n');
}

/** The position of a round's bars, and the height of one finding. */
interface Bars {
  readonly left: number;
  readonly axis: number;
  readonly unit: number;
  /** What each brick opens, if it opens something. */
  readonly links?: readonly string[] | undefined;
}

function found(round: Round, { left, axis, unit, links = [] }: Bars, t: Translate): string[] {
  if (round.receivedAt === null) return [];
  const { found: all, foundBlocking: blocking, foundNew } = round;
  const lines = [
    ...(blocking > 0 ? [t('{0} blocking', String(blocking))] : []),
    ...(foundNew < all ? [t('{0} new', String(foundNew))] : []),
    all === 0 ? t('nothing found') : t('{0} found', String(all)),
  ];
  const words = all === 0 ? left + barSize.left : left + barSize.left + barSize.width + 10;
  const column = { x: left + barSize.left, unit: -unit };
  return [
    ...bricks('blocking', { ...column, from: axis, count: blocking, links: links.slice(0, blocking) }),
    ...bricks('other', {
      ...{ ...column, from: axis - blocking * unit, count: all - blocking },
      links: links.slice(blocking),
    }),
    ...lines.map((line, index) => {
      const isTotal = index === lines.length - 1;
      return textAt(words, axis - 8 - index * 16, line, isTotal ? 'strong' : 'faint');
    }),
  ];
}

function awaited(left: number, axis: number, t: Translate): string[] {
  return [
    rect({ class: 'awaited', x: left + barSize.left, y: axis - 52, width: barSize.width, height: 48, rx: 3 }),
    textAt(left + barSize.left + barSize.width + 10, axis - 8, t('no answer yet'), 'faint'),
  ];
}

function resolved({ resolved: count }: Round, { left, axis, unit }: Bars, t: Translate): string[] {
  if (count === 0) return [];
  return [
    ...bricks('resolved', { x: left + barSize.left, from: axis, count, unit }),
    textAt(left + barSize.left + barSize.width + 10, axis + 18, t('{0} resolved', String(count)), 'strong'),
  ];
}

interface Bricks {
  readonly x: number;
  readonly from: number;
  readonly count: number;
  /** The height of one brick; negative when they go up. */
  readonly unit: number;
  readonly links?: readonly string[];
}

/** One brick per finding while they are large enough to tell apart, or else one block. */
function bricks(kind: string, { x, from, count, unit, links = [] }: Bricks): string[] {
  const size = Math.abs(unit);
  const top = (n: number) => (unit < 0 ? from - n * size : from + (n - 1) * size);
  const brick = (at: number, tall: number) =>
    rect({ class: kind, x, y: round2(at + 2), width: barSize.width, height: round2(Math.max(1, tall - 4)), rx: 2 });
  if (count <= 0) return [];
  if (size < 7) return [brick(unit < 0 ? from - count * size : from, count * size)];
  return Array.from({ length: count }, (_, index) => {
    const drawn = brick(top(index + 1), size);
    const link = links[index];
    return link === undefined ? drawn : `<a ${attributes({ class: 'brick', href: link })}>${drawn}</a>`;
  });
}

function open(round: Round, left: number, bead: Bead, t: Translate): string[] {
  const middle = left + plate.width / 2;
  const tone = openTone(round);
  // The exact number is in the text below.
  const number = round.open > 999 ? `${Math.floor(round.open / 1000)}k` : String(round.open);
  const mark = tone === 'good' ? '✓' : number;
  // Five digits still fit.
  const words = round.open > 0 ? openText(round, t) : leftText(round, t);
  return [
    `<circle class="bead tone-${tone}${bead.unread ? ' unknown' : ''}" cx="${bead.x}" cy="${bead.y}" r="14"/>`,
    textAt(bead.x, bead.y + 4, bead.unread ? '–' : mark, 'strong middle'),
    textAt(middle, plate.top + offset.open, bead.unread ? '' : words, 'faint middle'),
  ];
}

function openTone(round: Round): 'blocking' | 'other' | 'good' | 'faint' {
  if (round.openBlocking > 0) return 'blocking';
  if (round.open > 0) return 'other';
  return isGood(round) ? 'good' : 'faint';
}

/** Whether no open findings is good news. It is not when the round was sent back without findings. */
function isGood(round: Round): boolean {
  if (isUnread(round)) return false;
  return round.resolved > 0 || (round.outcome !== 'changes-requested' && round.outcome !== 'needs-discussion');
}

const tones = {
  open: 'busy',
  'changes-requested': 'other',
  approved: 'good',
  'needs-discussion': 'blocking',
  superseded: 'faint',
  abandoned: 'faint',
} as const satisfies Record<Round['outcome'], string>;

/** So many characters fit into the label of a round in a wide font. More are squeezed. */
const chipLetters = 19;

function chip(round: Round, { left, outdated }: RoundDrawing, t: Translate): string[] {
  const [x, top, width] = [left + 8, plate.top + offset.chip, plate.width - 16];
  const words = outcomeText(round, { outdated }, t);
  const squeezed = words.length > chipLetters ? { textLength: width - 16, lengthAdjust: 'spacingAndGlyphs' } : {};
  return [
    rect({ class: `chip tone-${outdated ? 'other' : tones[round.outcome]}`, x, y: top, width, height: 26, rx: 13 }),
    `<text ${attributes({ x: x + width / 2, y: top + 17, class: 'middle', ...squeezed })}>${escapeXml(words)}</text>`,
  ];
}

// The rounds of a review as a picture: per round the findings (up), the resolved ones (down), and a bead for how many
// were left open. It is a complete SVG file, also for the editor's webview, and contains no script.

import { oneLine } from '../../base/outsideText.ts';
import { english, type Translate } from '../../base/translate.ts';
import { attributes, escapeXml, group, rect, text } from '../../base/xml.ts';
import type { Round } from '../review.ts';
import { figuresText } from './figures.ts';
import { findingsOfRound } from './story.ts';
import { type TimelineTheme, timelineStyle } from './timelineStyle.ts';
import {
  clockText,
  durationText,
  isOutdated,
  isUnread,
  isWaiting,
  leftText,
  openText,
  outcomeText,
  type Rounds,
  roundText,
  sameText,
  summaryText,
} from './timelineWords.ts';

export interface TimelineOptions {
  /** The title of the review. Text from outside. */
  readonly title: string;
  readonly theme: TimelineTheme;
  readonly t?: Translate;
  /** In the editor, what a click opens. */
  readonly links?: TimelineLinks;
}

export interface TimelineLinks {
  round(round: Round): string;
  finding(key: string): string;
}

const margin = 24;
const plate = { top: 98, width: 158, gap: 14 } as const;
const bar = { left: 16, width: 36, up: 104, down: 76, largestUnit: 16 } as const;
/** Measured from the top of the plates. */
const y = { axis: 178, beads: 290, beadSpan: 36, open: 352, chip: 366, end: 404 } as const;
const height = plate.top + y.end + 62;

export function timelineSvg(review: Rounds, options: TimelineOptions): string {
  const { title, theme, t = english } = options;
  const { rounds } = review;
  const name = oneLine(title, 100);
  const width = Math.max(560, 2 * margin + rounds.length * (plate.width + plate.gap) - plate.gap);
  const body = rounds.length === 0 ? emptyPicture(width, t) : picture(review, options);
  const summary = summaryText(review, t);
  const frame = attributes({
    xmlns: 'http://www.w3.org/2000/svg',
    class: 'timeline',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    // Each round is a picture with its own text. Inside a single picture a screen reader would not find them.
    role: rounds.length === 0 ? 'img' : 'group',
    'aria-labelledby': 'timeline-name timeline-summary',
  });
  return [
    `<svg ${frame}>`,
    `<title id="timeline-name">${escapeXml(name)}</title><desc id="timeline-summary">${escapeXml(summary)}</desc>`,
    `<style>${timelineStyle(theme)}</style>`,
    rect({ class: 'ground', x: 0, y: 0, width, height }),
    text(margin, 40, name, 'name'),
    text(margin, 62, summary, 'faint'),
    text(margin, 80, figuresText(review, t), 'faint'),
    body,
    '</svg>\n',
  ].join('\n');
}

function picture(review: Rounds, { t = english, links }: TimelineOptions): string {
  const { rounds } = review;
  const unit = unitFor(rounds);
  const beads = beadsOf(rounds);
  // The lines are above the plates and below the beads.
  return [
    ...rounds.map((_, index) => plateOf(index)),
    ...beads.slice(1).map((bead, index) => lineTo(bead, beads[index])),
    ...rounds.map((round, index) => {
      const bead = beads[index] ?? { x: 0, y: 0, unread: true };
      const link = links && { round: links.round(round), findings: findingLinks(round, review, links) };
      const drawn = { left: leftOf(index), bead, unit, outdated: isOutdated(round, review), link };
      return roundPicture(round, rounds[index - 1], drawn, t);
    }),
    legend(t),
  ].join('\n');
}

/** One for each brick, the blocking findings first; none when the findings do not tell which brick is which. */
function findingLinks(round: Round, { findings = [] }: Rounds, links: TimelineLinks): readonly string[] {
  const raised = findingsOfRound(findings, round.n);
  return raised.length === round.found ? raised.map(({ key }) => links.finding(key)) : [];
}

interface Bead {
  readonly x: number;
  readonly y: number;
  readonly unread: boolean;
}

/** More open findings put the bead higher. An unread round keeps the height of the previous one. */
function beadsOf(rounds: readonly Round[]): Bead[] {
  const most = Math.max(1, ...rounds.map((round) => round.open));
  let open = 0;
  return rounds.map((round, index) => {
    const unread = isUnread(round);
    if (!unread) open = round.open;
    const high = plate.top + y.beads + y.beadSpan / 2 - (open / most) * y.beadSpan;
    return { x: leftOf(index) + plate.width / 2, y: round2(high), unread };
  });
}

function lineTo(bead: Bead, from: Bead | undefined): string {
  const kind = bead.unread ? 'path unknown' : 'path';
  return `<line class="${kind}" x1="${from?.x}" y1="${from?.y}" x2="${bead.x}" y2="${bead.y}"/>`;
}

const leftOf = (index: number) => margin + index * (plate.width + plate.gap);

function plateOf(index: number): string {
  return rect({ class: 'plate', x: leftOf(index), y: plate.top, width: plate.width, height: y.end, rx: 8 });
}

/** The height of one finding, the same in all columns so that they compare. */
function unitFor(rounds: readonly Round[]): number {
  const up = Math.max(1, ...rounds.map((round) => round.found));
  const down = Math.max(1, ...rounds.map((round) => round.resolved));
  return Math.min(bar.largestUnit, bar.up / up, bar.down / down);
}

interface Drawn {
  readonly left: number;
  readonly bead: Bead;
  readonly unit: number;
  readonly outdated: boolean;
  readonly link: { readonly round: string; readonly findings: readonly string[] } | undefined;
}

function roundPicture(round: Round, before: Round | undefined, drawn: Drawn, t: Translate) {
  const { left, bead, unit, outdated } = drawn;
  const words = roundText(round, { outdated }, t);
  const axis = plate.top + y.axis;
  const name = round.delta ? t('Round {0} · delta', String(round.n)) : t('Round {0}', String(round.n));
  const took = durationText(round, t);
  const hit = [
    `<title>${escapeXml(words)}</title>`,
    rect({ class: 'hit', x: left, y: plate.top, width: plate.width, height: y.end, rx: 8 }),
  ];
  return group(drawn.link ? { class: 'round' } : { class: 'round', role: 'img', tabindex: 0, 'aria-label': words }, [
    ...(drawn.link ? [linked(drawn.link.round, words, hit)] : hit),
    text(left + bar.left, plate.top + 26, name, 'strong'),
    text(left + bar.left, plate.top + 43, clockText(round, before), 'faint'),
    text(left + bar.left, plate.top + 58, took === '' ? '' : t('took {0}', took), 'faint'),
    text(left + bar.left, plate.top + 73, round.sameAs === null ? '' : sameText(round.sameAs, t), 'faint'),
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
  const words = all === 0 ? left + bar.left : left + bar.left + bar.width + 10;
  const column = { x: left + bar.left, unit: -unit };
  return [
    ...bricks('blocking', { ...column, from: axis, count: blocking, links: links.slice(0, blocking) }),
    ...bricks('other', {
      ...{ ...column, from: axis - blocking * unit, count: all - blocking },
      links: links.slice(blocking),
    }),
    ...lines.map((line, index) => {
      const isTotal = index === lines.length - 1;
      return text(words, axis - 8 - index * 16, line, isTotal ? 'strong' : 'faint');
    }),
  ];
}

function awaited(left: number, axis: number, t: Translate): string[] {
  return [
    rect({ class: 'awaited', x: left + bar.left, y: axis - 52, width: bar.width, height: 48, rx: 3 }),
    text(left + bar.left + bar.width + 10, axis - 8, t('no answer yet'), 'faint'),
  ];
}

function resolved({ resolved: count }: Round, { left, axis, unit }: Bars, t: Translate): string[] {
  if (count === 0) return [];
  return [
    ...bricks('resolved', { x: left + bar.left, from: axis, count, unit }),
    text(left + bar.left + bar.width + 10, axis + 18, t('{0} resolved', String(count)), 'strong'),
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
    rect({ class: kind, x, y: round2(at + 2), width: bar.width, height: round2(Math.max(1, tall - 4)), rx: 2 });
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
    text(bead.x, bead.y + 4, bead.unread ? '–' : mark, 'strong middle'),
    text(middle, plate.top + y.open, bead.unread ? '' : words, 'faint middle'),
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

function chip(round: Round, { left, outdated }: Drawn, t: Translate): string[] {
  const [x, top, width] = [left + 8, plate.top + y.chip, plate.width - 16];
  const words = outcomeText(round, { outdated }, t);
  const squeezed = words.length > chipLetters ? { textLength: width - 16, lengthAdjust: 'spacingAndGlyphs' } : {};
  return [
    rect({ class: `chip tone-${outdated ? 'other' : tones[round.outcome]}`, x, y: top, width, height: 26, rx: 13 }),
    `<text ${attributes({ x: x + width / 2, y: top + 17, class: 'middle', ...squeezed })}>${escapeXml(words)}</text>`,
  ];
}

function legend(t: Translate): string {
  const top = plate.top + y.end + 26;
  const keys = [
    ['blocking', t('blocking')],
    ['other', t('not blocking')],
    ['resolved', t('resolved')],
  ] as const;
  const bead = margin + keys.length * 116;
  return group({ class: 'legend', 'aria-hidden': 'true' }, [
    ...keys.flatMap(([kind, words], index) => [
      rect({ class: kind, x: margin + 1 + index * 116, y: top, width: 16, height: 12, rx: 2 }),
      text(margin + 26 + index * 116, top + 10, words, 'faint'),
    ]),
    `<circle class="bead tone-faint" cx="${bead + 8}" cy="${top + 6}" r="7"/>`,
    text(bead + 24, top + 10, t('left open'), 'faint'),
  ]);
}

function emptyPicture(width: number, t: Translate): string {
  const [middle, axis] = [width / 2, plate.top + y.axis];
  const ghosts = [3, 2, 1].map((tall, index) =>
    rect({ class: 'awaited', x: middle - 80 + index * 62, y: axis - tall * 26, width: bar.width, height: tall * 26 }),
  );
  return [
    ...ghosts,
    `<line class="axis" x1="${middle - 110}" x2="${middle + 110}" y1="${axis}" y2="${axis}"/>`,
    text(middle, axis + 36, t('Each review adds a round to this timeline:'), 'middle'),
    text(middle, axis + 56, t('what Codex found, what is resolved, and what is still open.'), 'faint middle'),
  ].join('\n');
}

const round2 = (value: number) => Math.round(value * 100) / 100;

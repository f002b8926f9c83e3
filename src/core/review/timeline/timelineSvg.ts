// The rounds of a review as a picture: per round the findings (up), the resolved ones (down), and a bead for how many
// were left open. It is a complete SVG file, also for the editor's webview, and contains no script.

import { oneLine } from '../../base/outsideText.ts';
import { english, type Translate } from '../../base/translate.ts';
import { attributes, escapeXml, group, rect, textAt } from '../../base/xml.ts';
import type { Round } from '../review.ts';
import { figuresText } from './figures.ts';
import { findingsOfRound } from './story.ts';
import { barSize, leftOf, margin, offset, pictureHeight, plate, round2 } from './timelineLayout.ts';
import { type Bead, roundPicture } from './timelineRound.ts';
import { type TimelineTheme, timelineStyle } from './timelineStyle.ts';
import { isOutdated, isUnread, type Rounds, summaryText } from './timelineWords.ts';

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
    height: pictureHeight,
    viewBox: `0 0 ${width} ${pictureHeight}`,
    // Each round is a picture with its own text. Inside a single picture a screen reader would not find them.
    role: rounds.length === 0 ? 'img' : 'group',
    'aria-labelledby': 'timeline-name timeline-summary',
  });
  return [
    `<svg ${frame}>`,
    `<title id="timeline-name">${escapeXml(name)}</title><desc id="timeline-summary">${escapeXml(summary)}</desc>`,
    `<style>${timelineStyle(theme)}</style>`,
    rect({ class: 'ground', x: 0, y: 0, width, height: pictureHeight }),
    textAt(margin, 40, name, 'name'),
    textAt(margin, 62, summary, 'faint'),
    textAt(margin, 80, figuresText(review, t), 'faint'),
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

/** More open findings put the bead higher. An unread round keeps the height of the previous one. */
function beadsOf(rounds: readonly Round[]): Bead[] {
  const most = Math.max(1, ...rounds.map((round) => round.open));
  let open = 0;
  return rounds.map((round, index) => {
    const unread = isUnread(round);
    if (!unread) open = round.open;
    const high = plate.top + offset.beads + offset.beadSpan / 2 - (open / most) * offset.beadSpan;
    return { x: leftOf(index) + plate.width / 2, y: round2(high), unread };
  });
}

function lineTo(bead: Bead, from: Bead | undefined): string {
  const kind = bead.unread ? 'path unknown' : 'path';
  return `<line class="${kind}" x1="${from?.x}" y1="${from?.y}" x2="${bead.x}" y2="${bead.y}"/>`;
}

function plateOf(index: number): string {
  return rect({ class: 'plate', x: leftOf(index), y: plate.top, width: plate.width, height: offset.end, rx: 8 });
}

/** The height of one finding, the same in all columns so that they compare. */
function unitFor(rounds: readonly Round[]): number {
  const up = Math.max(1, ...rounds.map((round) => round.found));
  const down = Math.max(1, ...rounds.map((round) => round.resolved));
  return Math.min(barSize.largestUnit, barSize.up / up, barSize.down / down);
}

function legend(t: Translate): string {
  const top = plate.top + offset.end + 26;
  const keys = [
    ['blocking', t('blocking')],
    ['other', t('not blocking')],
    ['resolved', t('resolved')],
  ] as const;
  const bead = margin + keys.length * 116;
  return group({ class: 'legend', 'aria-hidden': 'true' }, [
    ...keys.flatMap(([kind, words], index) => [
      rect({ class: kind, x: margin + 1 + index * 116, y: top, width: 16, height: 12, rx: 2 }),
      textAt(margin + 26 + index * 116, top + 10, words, 'faint'),
    ]),
    `<circle class="bead tone-faint" cx="${bead + 8}" cy="${top + 6}" r="7"/>`,
    textAt(bead + 24, top + 10, t('left open'), 'faint'),
  ]);
}

function emptyPicture(width: number, t: Translate): string {
  const [middle, axis] = [width / 2, plate.top + offset.axis];
  const ghosts = [3, 2, 1].map((tall, index) =>
    rect({
      class: 'awaited',
      x: middle - 80 + index * 62,
      y: axis - tall * 26,
      width: barSize.width,
      height: tall * 26,
    }),
  );
  return [
    ...ghosts,
    `<line class="axis" x1="${middle - 110}" x2="${middle + 110}" y1="${axis}" y2="${axis}"/>`,
    textAt(middle, axis + 36, t('Each review adds a round to this timeline:'), 'middle'),
    textAt(middle, axis + 56, t('what Codex found, what is resolved, and what is still open.'), 'faint middle'),
  ].join('\n');
}

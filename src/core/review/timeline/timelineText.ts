// The rounds of a review as text, for a terminal.

import { oneLine } from '../../base/outsideText.ts';
import { english } from '../../base/translate.ts';
import type { Round } from '../review.ts';
import { figuresText } from './figures.ts';
import {
  clockText,
  durationText,
  foundText,
  isOutdated,
  isUnread,
  openText,
  outcomeText,
  type Rounds,
  sameText,
  summaryText,
} from './timelineWords.ts';

/** The widest row of marks. With more findings, one mark stands for several. */
const widest = 40;

export function timelineText(review: Rounds): string {
  const { rounds } = review;
  const largest = Math.max(0, ...rounds.flatMap((round) => [round.found, round.resolved, round.open]));
  const each = Math.max(1, Math.ceil(largest / widest));
  const pictures = rounds.map((round, index) => {
    const outcome = outcomeText(round, { outdated: isOutdated(round, review) }, english);
    return roundPicture(round, rounds[index - 1], each, outcome);
  });
  const figures = figuresText(review, english);
  const head = [summaryText(review, english), ...(figures === '' ? [] : [figures])].join('\n');
  return [`${head}\n`, ...pictures, ...(rounds.length > 0 ? [legend(each)] : [])].join('\n');
}

function roundPicture(round: Round, before: Round | undefined, each: number, outcome: string): string {
  const took = durationText(round, english);
  const title = oneLine(round.title, 60);
  const times = [
    clockText(round, before),
    ...(took === '' ? [] : [took]),
    ...(round.delta ? ['delta'] : []),
    ...(round.sameAs === null ? [] : [sameText(round.sameAs, english)]),
  ];
  return [
    `Round ${round.n}  ${times.join(', ')}${title === '' ? '' : `  ${title}`}`,
    ...(isUnread(round) ? [] : rows(round, each)),
    ...(round.targeted === null ? [] : [row('small fix', '', oneLine(round.targeted, 80))]),
    `  → ${outcome}\n`,
  ].join('\n');
}

function rows(round: Round, each: number): string[] {
  return [
    row('found', bricks(round.found, round.foundBlocking, each), bare(foundText(round, english))),
    ...(round.resolved > 0 ? [row('resolved', marks('✓', round.resolved, each), `${round.resolved}`)] : []),
    row('left open', bricks(round.open, round.openBlocking, each), bare(openText(round, english))),
  ];
}

function row(name: string, picture: string, words: string): string {
  return `  ${name.padEnd(11)}${picture === '' ? '' : `${picture}  `}${words}`;
}

/** `3 found, 2 blocking` without the word that begins the row. */
function bare(words: string): string {
  return words.replace(/^(\d+) \w+/, '$1');
}

function bricks(all: number, blocking: number, each: number): string {
  return marks('■', blocking, each) + marks('□', all - blocking, each);
}

/** Rounds up, so that even one finding shows a mark. */
function marks(mark: string, count: number, each: number): string {
  return mark.repeat(Math.ceil(Math.max(0, count) / each));
}

function legend(each: number): string {
  return `■ blocking  □ not blocking  ✓ resolved${each > 1 ? `  (a mark stands for up to ${each})` : ''}\n`;
}

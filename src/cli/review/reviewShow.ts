// The reading half of `party review`: its state and the reasons, its findings, its rounds.

import { resolve } from 'node:path';
import { exits } from '../../core/base/exits.ts';
import { english } from '../../core/base/translate.ts';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import type { Review } from '../../core/review/review.ts';
import { reviewLines, reviewText } from '../../core/review/reviewText.ts';
import { timelineSvg } from '../../core/review/timeline/timelineSvg.ts';
import { timelineText } from '../../core/review/timeline/timelineText.ts';
import { projectTop } from '../../node/project/paths.ts';
import { openReview } from '../../node/review/openReview.ts';
import type { Cli } from '../party/cli.ts';
import { writeOut } from './out.ts';
import { findingRow } from './rows.ts';

export async function reviewHere(cli: Cli): Promise<Review> {
  return (await openReview(cli)).read();
}

const rowsShown = 20;

export async function showReview(cli: Cli): Promise<number> {
  const review = await reviewHere(cli);
  const { status, rounds, findings, evidence, missing, discussion, budget } = review;
  const open = findings.filter(isUnresolved);
  const more = open.length - rowsShown;
  const width = Math.max(0, ...reviewLines(review, english).map(([name]) => name.length));
  const text = [
    `Review: ${reviewText(status, english)}`,
    ...reviewLines(review, english).map(([name, value]) => `  ${`${name}:`.padEnd(width + 2)}${value}`),
    ...(open.length === 0 ? [] : ['', 'Open findings']),
    ...open.slice(0, rowsShown).map((finding) => `  ${findingRow(finding)}`),
    ...(more > 0 ? [`  and ${more} more: party findings list`] : []),
    '',
    timelineText(review),
  ];
  cli.print({
    json: { status, rounds, findings: open, evidence, missing, discussion, budget },
    text: text.join('\n'),
  });
  return exits.success;
}

export async function showTimeline(cli: Cli, { svg, out }: { svg: boolean; out: string | undefined }) {
  const review = await reviewHere(cli);
  const { rounds, status } = review;
  const title = rounds.at(-1)?.title || (projectTop(cli.cwd).split('/').at(-1) ?? '');
  const picture = svg ? timelineSvg(review, { title, theme: 'plain' }) : timelineText(review);
  return writeOut(cli, out === undefined ? undefined : resolve(cli.cwd, out), {
    json: svg ? { status, rounds, svg: picture } : { status, rounds },
    text: picture.endsWith('\n') ? picture : `${picture}\n`,
  });
}

// The reading half of `party review`: its state and the reasons, its findings, its rounds.

import { resolve } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { english } from '../../core/base/translate.ts';
import { isUnresolved } from '../../core/findings/ledgerFinding.ts';
import { reviewSummary } from '../../core/review/ready/summary.ts';
import type { Review } from '../../core/review/review.ts';
import { reviewLines, reviewText } from '../../core/review/reviewText.ts';
import { figuresOf } from '../../core/review/timeline/figures.ts';
import { timelineMarkdown } from '../../core/review/timeline/timelineMarkdown.ts';
import { timelineSvg } from '../../core/review/timeline/timelineSvg.ts';
import { timelineText } from '../../core/review/timeline/timelineText.ts';
import { projectTop } from '../../node/project/paths.ts';
import { addArrivals } from '../../node/review/arrivals/arrivals.ts';
import { openReview } from '../../node/review/openReview.ts';
import type { Cli } from '../party/cli.ts';
import { writeOut } from './out.ts';
import { findingRow } from './rows.ts';

export async function reviewHere(cli: Cli): Promise<Review> {
  return (await openReview(cli)).read();
}

/** With what Codex has written for the open rounds. */
export async function reviewNow(cli: Cli): Promise<Review> {
  const opened = await openReview(cli);
  return addArrivals(await opened.read(), opened);
}

const rowsShown = 20;

export async function showReview(cli: Cli): Promise<number> {
  const review = await reviewNow(cli);
  const { status, rounds, findings, evidence, missing, discussion, budget } = review;
  const open = findings.filter(isUnresolved);
  const more = open.length - rowsShown;
  const width = Math.max(0, ...reviewLines(review, english).map(([name]) => name.length));
  const text = [
    `Review: ${reviewText(status, english)}`,
    ...reviewLines(review, english).map(([name, value]) => `  ${`${name}:`.padEnd(width + 2)}${value}`),
    ...(open.length === 0 ? [] : ['', 'Open findings']),
    ...open.slice(0, rowsShown).map((finding) => `  ${findingRow(finding)}`),
    ...(more > 0 ? [cli.named(`  and ${more} more: party findings list`)] : []),
    '',
    timelineText(review),
  ];
  cli.print({
    json: { status, rounds, findings: open, evidence, missing, discussion, budget },
    text: text.join('\n'),
  });
  return exits.success;
}

/** As Markdown. */
export async function showSummary(cli: Cli, { out }: { out: string | undefined }): Promise<number> {
  const markdown = reviewSummary(await reviewHere(cli), Date.now());
  return writeOut(cli, out === undefined ? undefined : resolve(cli.cwd, out), { json: { markdown }, text: markdown });
}

interface TimelineForm {
  readonly svg: boolean;
  readonly markdown: boolean;
  readonly out: string | undefined;
}

export async function showTimeline(cli: Cli, { svg, markdown, out }: TimelineForm) {
  const review = await reviewHere(cli);
  const { rounds, status } = review;
  const title = rounds.at(-1)?.title || (projectTop(cli.cwd).split('/').at(-1) ?? '');
  if (svg && markdown) throw new PartyError('USAGE', 'Choose one of --svg and --markdown');
  const plain = () => (markdown ? timelineMarkdown(review, title || 'Review') : timelineText(review));
  const picture = svg ? timelineSvg(review, { title, theme: 'plain' }) : plain();
  return writeOut(cli, out === undefined ? undefined : resolve(cli.cwd, out), {
    json: {
      ...{ status, rounds, figures: figuresOf(review) },
      ...(svg ? { svg: picture } : {}),
      ...(markdown ? { markdown: picture } : {}),
    },
    text: picture.endsWith('\n') ? picture : `${picture}\n`,
  });
}

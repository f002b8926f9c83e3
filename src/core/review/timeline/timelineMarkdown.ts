// The timeline as Markdown, for a pull request or a report: the rounds as a table, two figures, and the story.

import { oneLine } from '../../base/outsideText.ts';
import { english } from '../../base/translate.ts';
import { escapeMarkdown } from '../markdown.ts';
import { figuresText } from './figures.ts';
import type { StoryItem } from './story.ts';
import {
  clockText,
  durationText,
  foundText,
  isOutdated,
  isUnread,
  outcomeText,
  type Rounds,
  summaryText,
} from './timelineWords.ts';

export function timelineMarkdown(review: Rounds, title: string, story: readonly StoryItem[] = []): string {
  const figures = figuresText(review, english);
  return [
    `# ${escapeMarkdown(oneLine(title, 100))}`,
    '',
    escapeMarkdown(summaryText(review, english)),
    ...(figures === '' ? [] : ['', escapeMarkdown(figures)]),
    ...(review.rounds.length === 0 ? [] : ['', ...roundTable(review)]),
    ...(story.length === 0 ? [] : ['', '## What happened', '', ...story.map(storyLine)]),
    '',
  ].join('\n');
}

function roundTable(review: Rounds): string[] {
  const rows = review.rounds.map((round, index) => [
    String(round.n),
    clockText(round, review.rounds[index - 1]),
    durationText(round, english),
    isUnread(round) ? '' : foundText(round, english),
    isUnread(round) ? '' : String(round.resolved),
    isUnread(round) ? '' : String(round.open),
    outcomeText(round, { outdated: isOutdated(round, review) }, english),
  ]);
  const head = ['Round', 'Requested', 'Took', 'Found', 'Resolved', 'Left open', 'Outcome'];
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(escapeMarkdown))].map(
    (row) => `| ${row.join(' | ')} |`,
  );
}

function storyLine({ at, text }: StoryItem): string {
  return `- ${escapeMarkdown(clockText({ requestedAt: at }))} ${escapeMarkdown(text)}`;
}

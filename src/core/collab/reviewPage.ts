// A review of collab as a Markdown page. Users can edit the file, so Party rebuilds the page from its parts and shows
// each part as plain text. The page contains no links, pictures or HTML from the file.

import { shorten } from '../base/cut.ts';
import { asMarkdown, oneLine } from '../base/outsideText.ts';
import type { Translate } from '../base/translate.ts';
import { type CollabReviewFile, type FiledIssue, paragraphs, readReviewFile } from './reviewFile.ts';
import { collabSeverityText, countIssues, countsText, extentText, modelText, timeText } from './reviewWords.ts';

/** `name` is the file's name, `text` its content. */
export function reviewPage(text: string, name: string, t: Translate): string {
  const review = readReviewFile(text);
  const blocks = review === undefined ? strange(text, name, t) : [...head(review, t), ...issues(review, name, t)];
  return `${blocks.join('\n\n')}\n`;
}

/** A preview is still fast with this much text. */
const longest = 200_000;

function head(review: CollabReviewFile, t: Translate): string[] {
  const { type, task, timestamp, summary, resolved } = review;
  const title = type === 'design' ? t('Review of the design') : t('Review of task {0}', String(task ?? ''));
  const rows = [
    [t('Found'), countsText(countIssues(review), t)],
    [t('Reviewed'), extentText(review, t)],
    [t('Model'), modelText(review) ?? t('not known')],
    [t('When'), timeText(timestamp)],
    ...(resolved.length === 0 ? [] : [[t('Resolved'), oneLine(resolved.join(', '), 500)]]),
  ].map((row) => `| ${row.map((cell) => asMarkdown(cell)).join(' | ')} |`);
  return [
    `# ${asMarkdown(title.trim())}`,
    ['| | |', '|---|---|', ...rows].join('\n'),
    ...paragraphs(shorten(summary, longestSummary), inline),
  ];
}

function issues({ issues: all }: CollabReviewFile, name: string, t: Translate): string[] {
  let room = longest;
  const entries = all.map((issue) => entry(issue, t));
  const shown = entries.filter((blocks) => {
    room -= blocks.join().length;
    return room >= 0;
  });
  const left = entries.length - shown.length;
  return [...shown.flat(), ...(left === 0 ? [] : [asMarkdown(t('And {0} more, in {1}.', String(left), name))])];
}

function entry(issue: FiledIssue, t: Translate): string[] {
  const { severity, file, line, title, description, suggestion, category, key, conflicts_with_design } = issue;
  const place = file === '' ? t('as a whole') : `${oneLine(file, 300)}${line === null ? '' : `:${line}`}`;
  const marks = [category, ...(key === '' ? [] : [oneLine(key, 40)])];
  return [
    '---',
    `### ${asMarkdown(collabSeverityText(severity, t))} · ${asMarkdown(place)}`,
    ...(title === '' ? [] : [`**${asMarkdown(oneLine(title, 500))}**`]),
    ...(conflicts_with_design ? [`> **${asMarkdown(t('Conflicts with the approved design: you decide.'))}**`] : []),
    ...paragraphs(description, inline),
    ...(suggestion.trim() === '' ? [] : [`**${asMarkdown(t('Suggestion'))}**`, ...paragraphs(suggestion, inline)]),
    `*${asMarkdown(marks.join(' · '))}*`,
  ];
}

function strange(text: string, name: string, t: Translate): string[] {
  const said = t('{0} is not in the format of a review. Its content:', name);
  return [asMarkdown(said), ...paragraphs(text.slice(0, longest), inline)];
}

/** A summary is one or two sentences. A longer one is cut, so that the issues still fit. */
const longestSummary = 20_000;

/** Keeps inline code, the only markup from the file: Markdown does not interpret text inside code. */
function inline(line: string): string {
  return line
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : asMarkdown(part)))
    .join('');
}

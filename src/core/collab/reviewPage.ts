// A review of collab as a page to read, in Markdown of our own. Everybody can have edited the file: what is in it is put
// together anew from its parts, and each of them is text and nothing else. So there is no link on the page that anybody
// but us has made, not to a command and not to an address, no picture, and no HTML.

import { shorten } from '../base/cut.ts';
import { asMarkdown, oneLine } from '../base/outsideText.ts';
import type { Translate } from '../base/translate.ts';
import { type CollabReviewFile, type FiledIssue, paragraphs, readReviewFile } from './reviewFile.ts';
import { countIssues, countsText, extentText, modelText, severityText, timeText } from './reviewWords.ts';

/** `name` is that of the file; `text` what is in it. */
export function reviewPage(text: string, name: string, t: Translate): string {
  const review = readReviewFile(text);
  const blocks = review === undefined ? strange(text, name, t) : [...head(review, t), ...issues(review, name, t)];
  return `${blocks.join('\n\n')}\n`;
}

/** Of which a preview is still quick. */
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
    `### ${asMarkdown(severityText(severity, t))} · ${asMarkdown(place)}`,
    ...(title === '' ? [] : [`**${asMarkdown(oneLine(title, 500))}**`]),
    ...(conflicts_with_design ? [`> **${asMarkdown(t('Against the approved design: you decide.'))}**`] : []),
    ...paragraphs(description, inline),
    ...(suggestion.trim() === '' ? [] : [`**${asMarkdown(t('Suggestion'))}**`, ...paragraphs(suggestion, inline)]),
    `*${asMarkdown(marks.join(' · '))}*`,
  ];
}

function strange(text: string, name: string, t: Translate): string[] {
  const said = t('{0} has not the form of a review. This is what is in it:', name);
  return [asMarkdown(said), ...paragraphs(text.slice(0, longest), inline)];
}

/** A summary is one or two sentences; a book there does not keep the issues from being shown. */
const longestSummary = 20_000;

/** The one thing that is left of the markup of others: in code nothing means anything. */
function inline(line: string): string {
  return line
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : asMarkdown(part)))
    .join('');
}

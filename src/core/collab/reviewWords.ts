// A review of collab in a few words: its subject, its findings and its model.

import { oneLine } from '../base/outsideText.ts';
import type { Translate } from '../base/translate.ts';
import type { CollabSeverity } from './collab.ts';
import { type CollabReviewFile, readReviewFile } from './reviewFile.ts';

export type IssueCounts = Readonly<Record<CollabSeverity, number>>;

/** One review in a list. */
export interface ReviewSummary {
  /** The file's name without `.md`. */
  readonly id: string;
  /** From 1; null for the design. */
  readonly task: number | null;
  /** Undefined when the file is gone or no longer has the form of a review. */
  readonly said: SaidReview | undefined;
}

/** All texts come from outside. */
export interface SaidReview
  extends Pick<CollabReviewFile, 'model' | 'reasoning' | 'timestamp' | 'filesReviewed' | 'linesChanged'> {
  readonly counts: IssueCounts;
  /** The number of issues that contradict the approved design. */
  readonly conflicts: number;
  readonly summary: string;
}

/** `text` is the file's content; undefined when it cannot be read. */
export function summariseReview(id: string, text: string | undefined): ReviewSummary {
  const task = /^task-(\d+)-/.exec(id)?.[1];
  const review = text === undefined ? undefined : readReviewFile(text);
  return { id, task: task === undefined ? null : Number(task), said: review && saidBy(review) };
}

/** `Design` or `Task 2`. */
export function reviewTitle({ task }: Pick<ReviewSummary, 'task'>, t: Translate): string {
  return task === null ? t('Design') : t('Task {0}', String(task));
}

/** `1 critical, 2 warnings, 1 info`. */
export function countsText(counts: IssueCounts, t: Translate): string {
  const { critical, warning, info } = counts;
  const some = [
    ...(critical > 0 ? [t('{0} critical', String(critical))] : []),
    ...(warning > 0 ? [warning === 1 ? t('1 warning') : t('{0} warnings', String(warning))] : []),
    ...(info > 0 ? [t('{0} info', String(info))] : []),
  ];
  return some.length === 0 ? t('nothing found') : some.join(', ');
}

export function collabReviewText({ said }: ReviewSummary, t: Translate): string {
  if (said === undefined) return t('unreadable');
  const found = countsText(said.counts, t);
  return said.conflicts === 0 ? found : t('{0}, {1} against the design', found, String(said.conflicts));
}

/** `gpt-5.5 · xhigh`; undefined when neither is known. */
export function modelText({ model, reasoning }: Pick<SaidReview, 'model' | 'reasoning'>): string | undefined {
  const known = [model, reasoning].flatMap((one) => (one === null ? [] : [oneLine(one, 60)]));
  return known.length === 0 ? undefined : known.join(' · ');
}

/** `3 files, 42 lines`; for a design, only that it is one. */
export function extentText(
  { filesReviewed, linesChanged }: Pick<SaidReview, 'filesReviewed' | 'linesChanged'>,
  t: Translate,
): string {
  const files = filesReviewed === 1 ? t('1 file') : t('{0} files', String(filesReviewed));
  const lines = linesChanged === 1 ? t('1 line') : t('{0} lines', String(linesChanged));
  return linesChanged === 0 ? files : t('{0}, {1}', files, lines);
}

export function collabSeverityText(severity: CollabSeverity, t: Translate): string {
  switch (severity) {
    case 'critical':
      return t('Critical');
    case 'warning':
      return t('Warning');
    case 'info':
      return t('Info');
    default: {
      const unreachable: never = severity;
      return unreachable;
    }
  }
}

/** A readable time; text that is not a time stays as it is. */
export function timeText(timestamp: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(timestamp) ?? [];
  return day === undefined ? oneLine(timestamp, 40) : `${day} ${time} UTC`;
}

export function countIssues({ issues }: Pick<CollabReviewFile, 'issues'>): IssueCounts {
  const of = (severity: CollabSeverity) => issues.filter((issue) => issue.severity === severity).length;
  return { critical: of('critical'), warning: of('warning'), info: of('info') };
}

function saidBy(review: CollabReviewFile): SaidReview {
  const { model, reasoning, timestamp, filesReviewed, linesChanged, issues, summary } = review;
  return {
    model,
    reasoning,
    timestamp,
    filesReviewed,
    linesChanged,
    counts: countIssues(review),
    conflicts: issues.filter((issue) => issue.conflicts_with_design).length,
    summary: oneLine(summary, 400),
  };
}

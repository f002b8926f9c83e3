// The state of a review in words, the same in the status bar, in tooltips and in `party status`.

import { oneLine, withoutIcons } from '../outsideText.ts';
import type { Status } from '../status.ts';
import type { Translate } from '../translate.ts';
import type { EvidenceKind } from './evidence.ts';
import { isBlocking, type LedgerFinding } from './ledgerFinding.ts';
import type { Review } from './review.ts';

/** Short enough for the status bar, which reads icons in it: of text from outside only a harmless file name. */
export function reviewText(review: Status['review'], t: Translate): string {
  switch (review.kind) {
    case 'none':
      return t('not reviewed');
    case 'requested':
      return review.overdue ? t('review overdue') : t('reviewing, round {0}', String(review.round));
    case 'findings':
      return review.blocking > 0 ? t('{0} blocking', String(review.blocking)) : t('reviewed, nothing blocking');
    case 'changes-requested':
      return t('changes requested');
    case 'approved':
      return approvedText(review, t);
    case 'stale':
      return staleText(review.staleBecause, t);
    case 'needs-discussion':
      return t('needs discussion');
    default: {
      const unreachable: never = review.kind;
      return unreachable;
    }
  }
}

/** As people know hashes. The log is a file like any other, so that what is no hash is not shown. */
export function shortHash(hash: string | null): string | undefined {
  return hash !== null && /^[0-9a-f]{7,}$/.test(hash) ? hash.slice(0, 7) : undefined;
}

/** The first ones by name. */
export function someFiles(files: readonly string[], t: Translate, shown = 3): string {
  const names = files
    .slice(0, shown)
    .map((file) => oneLine(file))
    .join(', ');
  const others = files.length - shown;
  return others > 0 ? t('{0} and {1} more', names, String(others)) : names;
}

/** A project that has something to show besides a party. */
export function hasReview({ review }: Pick<Status, 'review'>): boolean {
  return review.kind !== 'none';
}

export type Line = readonly [name: string, value: string];

/** Why the review is in its state and what is still to be had, line by line. Values may hold text from outside. */
export function reviewLines(review: Review, t: Translate): Line[] {
  const { status, budget, missing, discussion } = review;
  const hash = shortHash(status.hash);
  return [
    ...(review.change === null ? [[t('Code'), t('not in a git repository, so nothing can be approved')] as const] : []),
    ...(discussion === null ? [] : [[t('Discussion'), oneLine(discussion, 200)] as const]),
    ...(status.kind === 'approved' && hash !== undefined ? [[t('Approved code'), hash] as const] : []),
    ...(targetedReason(review) ?? []).map((reason) => [t('Targeted'), oneLine(reason, 200)] as const),
    ...(status.staleBecause.length > 0 ? [[t('Changed since'), someFiles(status.staleBecause, t)] as const] : []),
    ...blockingLines(review.findings, t),
    ...(hasReview({ review: status }) && missing.length > 0
      ? [[t('Evidence missing'), missing.map((kind) => missingText(review, kind, t)).join(', ')] as const]
      : []),
    ...(budget.used > 0
      ? [[t('Rounds'), t('{0} of {1} used', String(budget.used), String(budget.limit))] as const]
      : []),
  ];
}

const blockingShown = 3;

function blockingLines(findings: readonly LedgerFinding[], t: Translate): Line[] {
  const blocking = findings.filter(isBlocking);
  const others = blocking.length - blockingShown;
  return [
    ...blocking.slice(0, blockingShown).map((finding) => [t('Blocking'), findingText(finding)] as const),
    ...(others > 0 ? [[t('Blocking'), t('and {0} more', String(others))] as const] : []),
  ];
}

function findingText({ file, line, description }: LedgerFinding): string {
  const place = line === null ? file : `${file}:${line}`;
  return `${oneLine(place, 60)} ${oneLine(description, 100)}`.trim();
}

function missingText({ evidence }: Review, kind: EvidenceKind, t: Translate): string {
  const { note } = evidence[kind];
  return note === null ? kind : t('{0} ({1})', kind, oneLine(note));
}

function targetedReason({ status, evidence }: Review): [string] | undefined {
  const { targeted } = evidence['codex-approved'];
  return status.kind === 'approved' && targeted !== null ? [targeted] : undefined;
}

function approvedText({ targeted, hash }: Status['review'], t: Translate): string {
  if (targeted) return t('approved (targeted)');
  const short = shortHash(hash);
  return short === undefined ? t('approved') : t('approved ({0})', short);
}

function staleText(files: readonly string[], t: Translate): string {
  const [first, ...others] = files;
  if (first === undefined) return t('stale, the code has changed');
  const name = fileName(first);
  return others.length === 0
    ? t('stale because {0} changed', name)
    : t('stale because {0} and {1} more changed', name, String(others.length));
}

/** Without its folders, and without what the status bar would take for an icon. */
function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return oneLine(withoutIcons(name), 32);
}

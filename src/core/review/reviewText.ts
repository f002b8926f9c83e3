// The state of a review in words, the same in the status bar, in tooltips and in `party status`.

import { oneLine, withoutIcons } from '../base/outsideText.ts';
import type { WayOut } from '../base/remark.ts';
import type { Translate } from '../base/translate.ts';
import { isBlocking, isForHuman, type LedgerFinding } from '../findings/ledgerFinding.ts';
import { arrivedText } from './arrivals/arrivedText.ts';
import type { NameOfCheck } from './ready/checkWords.ts';
import type { Review } from './review.ts';
import type { ReviewStatus } from './reviewStatus.ts';
import { isInterrupted } from './standstill.ts';

/** Short enough for the status bar. The status bar renders icons, so the only text from outside is a safe file name. */
export function reviewText(review: ReviewStatus, t: Translate): string {
  switch (review.kind) {
    case 'none':
      // Found by collab before the first review request.
      return review.blocking > 0 ? t('{0} blocking', String(review.blocking)) : t('not reviewed');
    case 'requested':
      return requestedText(review, t);
    case 'findings':
      return review.blocking > 0 ? t('{0} blocking', String(review.blocking)) : t('reviewed, nothing blocking');
    case 'changes-requested':
      return review.origin === 'unproven' ? t('findings unproven') : t('changes requested');
    case 'approved':
      return approvedText(review, t);
    case 'stale':
      return staleText(review, t);
    case 'needs-discussion':
      return t('needs discussion');
    default: {
      const unreachable: never = review.kind;
      return unreachable;
    }
  }
}

/** Says "reviewing" only while Codex can still be working on it. */
function requestedText({ standstill, overdue, round, origin, arrived }: ReviewStatus, t: Translate): string {
  if (arrived !== undefined) return arrivedText(arrived, t);
  if (origin === 'unproven') return t('findings unproven');
  if (isInterrupted(standstill)) return t('review interrupted');
  return overdue ? t('review overdue') : t('reviewing, round {0}', String(round));
}

/** The short hash. Any program can write the log, so text that is not a hash is not shown. */
export function shortHash(hash: string | null): string | undefined {
  return hash !== null && /^[0-9a-f]{7,}$/.test(hash) ? hash.slice(0, 7) : undefined;
}

/** Names the first files. */
export function someFiles(files: readonly string[], t: Translate): string {
  const shown = 3;
  const names = files
    .slice(0, shown)
    .map((file) => oneLine(file))
    .join(', ');
  const others = files.length - shown;
  return others > 0 ? t('{0} and {1} more', names, String(others)) : names;
}

/** True when there is something to show besides the party. */
export function hasReview({ review }: { readonly review: ReviewStatus }): boolean {
  return review.kind !== 'none' || review.blocking > 0;
}

export type Line = readonly [name: string, value: string];

/** What a line is about, for views that can open it. */
export type ReasonSubject =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'finding'; readonly finding: LedgerFinding }
  | {
      readonly kind:
        | 'findings'
        | 'changes'
        | 'evidence'
        | 'timeline'
        | 'gates'
        | 'messages'
        | 'party'
        | 'plan'
        | 'collab';
    };

export interface Reason {
  readonly name: string;
  /** May contain text from outside. */
  readonly value: string;
  readonly subject?: ReasonSubject;
  readonly next?: readonly WayOut[];
}

/** Why the review is in its state, and what is still missing, line by line. Checks are named by their ids, unless `nameOf` does. */
export function reviewReasons(review: Review, t: Translate, nameOf: NameOfCheck = String): Reason[] {
  const { status, budget, discussion, change } = review;
  const hash = status.kind === 'approved' ? shortHash(status.hash) : undefined;
  const targeted = targetedReason(review);
  const forAgents = (finding: LedgerFinding) => isBlocking(finding) && !isForHuman(finding);
  const rest = { kind: 'findings' } as const;
  const againstDesign = (finding: LedgerFinding) => {
    const { value, ...rest } = blockingFinding(finding);
    return { ...rest, value: t('against the design: {0}', value) };
  };
  return [
    ...(change === null ? [{ name: t('Code'), value: t('not in a git repository, so nothing can be approved') }] : []),
    ...(discussion === null ? [] : [{ name: t('Discussion'), value: oneLine(discussion, 200) }]),
    ...givenUpReason(review, t),
    ...unprovenReason(review, t),
    ...(hash === undefined ? [] : [{ name: t('Approved code'), value: hash }]),
    ...(targeted === null ? [] : [{ name: t('Small fix'), value: oneLine(targeted, 200) }]),
    ...some({ name: t('Changed since'), all: status.staleBecause, reason: changedFile, rest: { kind: 'changes' } }, t),
    ...some({ name: t('Your decision'), all: review.findings.filter(isForHuman), reason: againstDesign, rest }, t),
    ...some({ name: t('Blocking'), all: review.findings.filter(forAgents), reason: blockingFinding, rest }, t),
    ...evidenceReason(review, t, nameOf),
    ...(budget.used > 0
      ? [
          {
            name: t('Rounds'),
            value: t('{0} of {1} used', String(budget.used), String(budget.limit)),
            subject: { kind: 'timeline' } as const,
          },
        ]
      : []),
  ];
}

/** Why the last request has no answer, until the next request. */
function givenUpReason({ givenUp }: Review, t: Translate): Reason[] {
  if (givenUp === null) return [];
  const value = t('round {0}: {1}', String(givenUp.round), oneLine(givenUp.reason, 200));
  return [{ name: t('Withdrawn'), value }];
}

function unprovenReason({ status: { origin, round } }: Review, t: Translate): Reason[] {
  if (origin !== 'unproven') return [];
  const value = t('round {0}: the findings are not proven to come from Codex, so they approve nothing', String(round));
  return [{ name: t('Unproven'), value, subject: { kind: 'findings' } }];
}

export function reviewLines(review: Review, t: Translate): Line[] {
  return reviewReasons(review, t).map(({ name, value }) => [name, value]);
}

/** Whether `reviewReasons` names what a pull request still needs, so that other texts can leave it out. */
export function namesMissing({ status, missing, change }: Review): boolean {
  return hasReview({ review: status }) && missing.length > 0 && change?.docsOnly !== true;
}

/** The number comes first, because the end of a long list may be cut off. */
function evidenceReason(review: Review, t: Translate, nameOf: NameOfCheck): Reason[] {
  if (!namesMissing(review)) return [];
  const { missing, evidence } = review;
  const names = missing.map((kind) => missingText(nameOf(kind), evidence[kind].note, t)).join(', ');
  const value = t('{0} of {1} checks left: {2}', String(missing.length), String(review.policy.required.length), names);
  return [{ name: t('Pull request'), value, subject: { kind: 'evidence' } }];
}

const shown = 3;

/** One line for each of the first entries. */
function some<T>({ name, all, reason, rest }: ListedReasons<T>, t: Translate): Reason[] {
  const others = all.length - shown;
  const more = { name, value: t('and {0} more', String(others)), ...(rest === undefined ? {} : { subject: rest }) };
  return [...all.slice(0, shown).map((one) => ({ name, ...reason(one) })), ...(others > 0 ? [more] : [])];
}

interface ListedReasons<T> {
  readonly name: string;
  readonly all: readonly T[];
  readonly reason: (one: T) => Omit<Reason, 'name'>;
  /** What the user can open for the entries that are not shown. */
  readonly rest?: ReasonSubject;
}

function changedFile(file: string): Omit<Reason, 'name'> {
  return { value: oneLine(file, 200), subject: { kind: 'file', file } };
}

function blockingFinding(finding: LedgerFinding): Omit<Reason, 'name'> {
  const { file, line, description } = finding;
  const place = line === null ? file : `${file}:${line}`;
  const value = `${oneLine(place, 60)} ${oneLine(description, 100)}`.trim();
  return { value, subject: { kind: 'finding', finding } };
}

function missingText(name: string, note: string | null, t: Translate): string {
  return note === null ? name : t('{0} ({1})', name, oneLine(note, 200));
}

function targetedReason({ status, evidence }: Review): string | null {
  return status.kind === 'approved' ? evidence['codex-approved'].targeted : null;
}

/** Without the hash, which a user would take for a commit; `reviewReasons` has it. */
function approvedText({ targeted, origin }: ReviewStatus, t: Translate): string {
  const text = targeted ? t('approved (targeted)') : t('approved');
  return origin === 'generic' ? t('{0} · generic reviewer', text) : text;
}

function staleText({ staleBecause, unapproved }: ReviewStatus, t: Translate): string {
  const [first, ...others] = staleBecause;
  if (first === undefined) {
    return unapproved ? t('review outdated: the code has changed') : t('approval outdated: the code has changed');
  }
  const name = fileName(first);
  const more = String(others.length);
  if (others.length === 0) {
    return unapproved ? t('review outdated: {0} changed', name) : t('approval outdated: {0} changed', name);
  }
  return unapproved
    ? t('review outdated: {0} and {1} more changed', name, more)
    : t('approval outdated: {0} and {1} more changed', name, more);
}

/** Without folders, and without text that the status bar would render as an icon. */
function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return oneLine(withoutIcons(name), 32);
}

/** After an export into the project. Text in Markdown usually stays out of the change, SARIF, JSON and SVG do not. */
export function exportedIntoChange(file: string, t: Translate): string {
  return t(
    '{0} is now part of the change, so an earlier approval and earlier evidence are outdated. To leave it out, move it to a folder outside the project',
    oneLine(file, 200),
  );
}

// The words in the pictures of the rounds, the same for the editor, the file and the terminal.

import { oneLine } from '../../base/outsideText.ts';
import type { Translate } from '../../base/translate.ts';
import { passText } from '../policyText.ts';
import type { Review, Round } from '../review.ts';
import { reviewText } from '../reviewText.ts';

/** The data for the pictures. */
export type Rounds = Pick<Review, 'rounds' | 'status'> & Partial<Pick<Review, 'passes' | 'findings'>>;

/** The work goes in circles. */
export function sameText(round: number, t: Translate): string {
  return t('same code as round {0}', String(round));
}

/** The last round approved code that has changed since. */
export function isOutdated(round: Round, { rounds, status }: Rounds): boolean {
  return status.kind === 'stale' && round.outcome === 'approved' && round === rounds.at(-1);
}

export interface Seen {
  /** The approved code differs from the current code. */
  readonly outdated: boolean;
}

/** Short enough for the label of a round. */
function approvedText({ targeted, origin }: Round, { outdated }: Seen, t: Translate): string {
  if (outdated) return targeted === null ? t('approval outdated') : t('targeted, outdated');
  const text = targeted === null ? t('approved') : t('approved (targeted)');
  return origin === 'generic' ? t('{0} · generic reviewer', text) : text;
}

/** How the round ended, or what it waits for. */
export function outcomeText(round: Round, seen: Seen, t: Translate): string {
  switch (round.outcome) {
    case 'open':
      if (round.origin === 'unproven') return t('findings unproven');
      return isWaiting(round) ? t('waiting for Codex') : t('in progress');
    case 'changes-requested':
      return t('changes requested');
    case 'approved':
      return approvedText(round, seen, t);
    case 'needs-discussion':
      return t('needs discussion');
    case 'superseded':
      return t('followed by round {0}', String(round.n + 1));
    case 'abandoned':
      return t('no answer');
    default: {
      const unreachable: never = round.outcome;
      return unreachable;
    }
  }
}

export function isWaiting({ outcome, receivedAt }: Round): boolean {
  return outcome === 'open' && receivedAt === null;
}

/** The reviewer has not answered, so the open findings are still those of the previous round. */
export function isUnread({ receivedAt }: Round): boolean {
  return receivedAt === null;
}

/** For all rounds together: each finding counts once, however often it was raised. */
export function summaryText({ rounds, status, passes = [] }: Rounds, t: Translate): string {
  const last = rounds.at(-1);
  const letThrough = passes.map((pass) => passText(pass, t));
  if (last === undefined) return [t('No review has been requested yet'), ...letThrough].join(' · ');
  const read = rounds.findLast((round) => !isUnread(round));
  const found = rounds.reduce((sum, round) => sum + round.foundNew, 0);
  return [
    rounds.length === 1 ? t('1 round') : t('{0} rounds', String(rounds.length)),
    ...(read === undefined
      ? []
      : [
          found === 1 ? t('1 finding') : t('{0} findings', String(found)),
          read.open === 0 ? t('none open') : openText(read, t),
        ]),
    ...(isUnread(last) ? [outcomeText(last, { outdated: false }, t)] : []),
    ...(status.kind === 'stale' ? [reviewText(status, t)] : []),
    ...letThrough,
  ].join(' · ');
}

/** `3 found, 2 blocking, 1 new`, without zero parts. */
export function foundText({ found, foundBlocking, foundNew }: Round, t: Translate): string {
  return [
    t('{0} found', String(found)),
    ...(foundBlocking > 0 ? [t('{0} blocking', String(foundBlocking))] : []),
    ...(foundNew < found ? [t('{0} new', String(foundNew))] : []),
  ].join(', ');
}

export function openText({ open, openBlocking }: Round, t: Translate): string {
  const left = t('{0} open', String(open));
  return openBlocking > 0 ? `${left}, ${t('{0} blocking', String(openBlocking))}` : left;
}

/** What became of the findings that were open after the round. */
export function leftText(round: Round, t: Translate): string {
  const { open, openBlocking, resolved } = round;
  if (open === 0) return resolved === 0 ? t('nothing open') : t('all resolved');
  const left = t('{0} left open', String(open));
  return openBlocking > 0 ? `${left}, ${t('{0} blocking', String(openBlocking))}` : left;
}

/** In local time, with the date unless the previous round has the same one. */
export function clockText({ requestedAt }: Pick<Round, 'requestedAt'>, before?: Pick<Round, 'requestedAt'>): string {
  const at = new Date(requestedAt);
  if (Number.isNaN(at.getTime())) return '';
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
  const isSameDay = before !== undefined && dayOf(new Date(before.requestedAt)) === dayOf(at);
  return isSameDay ? clock : `${dayOf(at)} ${clock}`;
}

/** How long the reviewer took; empty when unknown, for example before the answer. */
export function durationText({ requestedAt, receivedAt }: Round, t: Translate): string {
  const seconds = Math.round((Date.parse(receivedAt ?? '') - Date.parse(requestedAt)) / 1000);
  // Two clocks may disagree.
  if (Number.isNaN(seconds) || seconds < 0) return '';
  if (seconds < 60) return t('{0} s', String(seconds));
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('{0} min', String(minutes));
  return t('{0} h {1} min', String(Math.floor(minutes / 60)), String(minutes % 60));
}

/** The round as one sentence, for screen readers and tooltips. Contains text from outside, on one line. */
export function roundText(round: Round, seen: Seen, t: Translate): string {
  const took = durationText(round, t);
  const kinds = [...(round.delta ? [t('delta')] : []), ...(round.headless ? [t('without a pane')] : [])];
  const title = oneLine(round.title);
  return [
    t('Round {0}', String(round.n)) + (kinds.length > 0 ? ` (${kinds.join(', ')})` : ''),
    ...(title === '' ? [] : [title]),
    [t('requested {0}', clockText(round)), ...(took === '' ? [] : [t('answered in {0}', took)])].join(', '),
    ...(round.sameAs === null ? [] : [sameText(round.sameAs, t)]),
    ...(isUnread(round) ? [] : [foundText(round, t), fateText(round, t)]),
    ...(round.targeted === null ? [] : [t('small fix: {0}', oneLine(round.targeted, 200))]),
    outcomeText(round, seen, t),
  ].join('. ');
}

function fateText(round: Round, t: Translate): string {
  const left = leftText(round, t);
  return round.resolved > 0 && round.open > 0 ? `${t('{0} resolved', String(round.resolved))}, ${left}` : left;
}

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

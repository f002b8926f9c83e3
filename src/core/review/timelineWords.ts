// What the pictures of the rounds say in words: the same for the editor, the file and the terminal.

import { oneLine } from '../outsideText.ts';
import type { Translate } from '../translate.ts';
import type { Round } from './review.ts';

/** The work goes in circles. */
export function sameText(round: number, t: Translate): string {
  return t('same code as round {0}', String(round));
}

/** How the round ended, or what it waits for. */
export function outcomeText(round: Round, t: Translate): string {
  switch (round.outcome) {
    case 'open':
      return isWaiting(round) ? t('waiting for Codex') : t('in progress');
    case 'changes-requested':
      return t('changes requested');
    case 'approved':
      return t('approved');
    case 'needs-discussion':
      return t('needs discussion');
    case 'abandoned':
      return t('came to nothing');
    default: {
      const unreachable: never = round.outcome;
      return unreachable;
    }
  }
}

export function isWaiting({ outcome, receivedAt }: Round): boolean {
  return outcome === 'open' && receivedAt === null;
}

/** Nobody has looked, so that nothing being open is no good news. */
export function isUnread({ receivedAt, open, resolved }: Round): boolean {
  return receivedAt === null && open === 0 && resolved === 0;
}

/** Of all rounds together: each finding counts once, however often it was raised. */
export function summaryText(rounds: readonly Round[], t: Translate): string {
  const last = rounds.at(-1);
  if (last === undefined) return t('No review has been requested yet');
  const count = rounds.length === 1 ? t('1 round') : t('{0} rounds', String(rounds.length));
  if (rounds.every((round) => round.receivedAt === null)) return `${count} · ${outcomeText(last, t)}`;
  const found = rounds.reduce((sum, round) => sum + round.foundNew, 0);
  return [
    count,
    found === 1 ? t('1 finding') : t('{0} findings', String(found)),
    last.open === 0 ? t('none open') : openText(last, t),
  ].join(' · ');
}

/** `3 found, 2 blocking, 1 new`: says only what adds something. */
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

/** In the time of the reader, with the day unless the round before was on the same one. */
export function clockText({ requestedAt }: Round, before?: Round): string {
  const at = new Date(requestedAt);
  if (Number.isNaN(at.getTime())) return '';
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
  const isSameDay = before !== undefined && dayOf(new Date(before.requestedAt)) === dayOf(at);
  return isSameDay ? clock : `${dayOf(at)} ${clock}`;
}

/** How long the reviewer took; empty while it has not answered. */
export function durationText({ requestedAt, receivedAt }: Round, t: Translate): string {
  const ms = Date.parse(receivedAt ?? '') - Date.parse(requestedAt);
  if (Number.isNaN(ms)) return '';
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes === 0) return t('under 1 min');
  if (minutes < 60) return t('{0} min', String(minutes));
  return t('{0} h {1} min', String(Math.floor(minutes / 60)), String(minutes % 60));
}

/** The round as one sentence, for screen readers and tooltips. Holds text from outside, on one line. */
export function roundText(round: Round, t: Translate): string {
  const took = durationText(round, t);
  const kinds = [...(round.delta ? [t('delta')] : []), ...(round.headless ? [t('without a pane')] : [])];
  const title = oneLine(round.title);
  return [
    t('Round {0}', String(round.n)) + (kinds.length > 0 ? ` (${kinds.join(', ')})` : ''),
    ...(title === '' ? [] : [title]),
    [t('requested {0}', clockText(round)), ...(took === '' ? [] : [t('answered in {0}', took)])].join(', '),
    ...(round.sameAs === null ? [] : [sameText(round.sameAs, t)]),
    ...(round.receivedAt === null ? [] : [foundText(round, t)]),
    ...(isUnread(round) ? [] : [[t('{0} resolved', String(round.resolved)), openText(round, t)].join(', ')]),
    outcomeText(round, t),
  ].join('. ');
}

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

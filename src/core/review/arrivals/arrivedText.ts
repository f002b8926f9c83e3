// What has arrived, in words.

import { oneLine } from '../../base/outsideText.ts';
import type { Translate } from '../../base/translate.ts';
import type { ArrivalStatus } from '../reviewStatus.ts';

/** For the status bar and `party status`. */
export function arrivedText({ state, findings }: ArrivalStatus, t: Translate): string {
  if (state === 'unreadable') return t('the findings cannot be read');
  if (state === 'unproven') return t('findings arrived, unproven');
  if (findings === 0) return t('no findings arrived, not read by Claude yet');
  return findings === 1
    ? t('1 finding arrived, not read by Claude yet')
    : t('{0} findings arrived, not read by Claude yet', String(findings));
}

/** Why, and how many block: the text after the number of the round. */
export function arrivedReason(arrived: ArrivalStatus, t: Translate): string {
  const text = arrivedText(arrived, t);
  if (arrived.reason !== null) return t('{0}: {1}', text, oneLine(arrived.reason, 200));
  if (arrived.state === 'unproven') return t('{0}: nothing shows yet that Codex wrote them', text);
  return arrived.blocking === 0 ? text : t('{0} ({1} blocking)', text, String(arrived.blocking));
}

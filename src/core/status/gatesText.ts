// The gates in words, for the status bar and for `party status`.

import { oneLine } from '../base/outsideText.ts';
import type { Translate } from '../base/translate.ts';
import type { NameOfCheck } from '../review/ready/checkWords.ts';
import type { Status } from './status.ts';

/**
 * Reports inactive gates as off, because a user must not rely on a gate that does not work. Checks are named by their ids,
 * unless `nameOf` does.
 */
export function gatesText(gates: Status['gates'], t: Translate, nameOf: NameOfCheck = String): string {
  if (isPolicyOff(gates)) return t('off: nothing is required for a pull request');
  if (!gates.active) return gates.why ? t('off: {0}', oneLine(gates.why, 160)) : t('off: nothing is blocked');
  if (gates.missing.length === 0) return t('on, all checks passed');
  return t('on, missing: {0}', gates.missing.map((check) => nameOf(check)).join(', '));
}

/** The user has switched the gate off, and confirmed it. */
export function isPolicyOff({ policy }: Status['gates']): boolean {
  return policy?.name === 'off';
}

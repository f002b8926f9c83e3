// The gates in words, the same in the status bar and in `party status`.

import { oneLine } from '../base/outsideText.ts';
import type { Translate } from '../base/translate.ts';
import type { Status } from './status.ts';

/** Reports inactive gates as off, because a user must not rely on a gate that does not work. */
export function gatesText(gates: Status['gates'], t: Translate): string {
  if (isPolicyOff(gates)) return t('off: nothing is required for a pull request');
  if (!gates.active) return gates.why ? t('off: {0}', oneLine(gates.why, 160)) : t('off: nothing is blocked');
  return gates.missing.length === 0 ? t('on, all checks passed') : t('on, missing: {0}', gates.missing.join(', '));
}

/** The user has switched the gate off, and confirmed it. */
export function isPolicyOff({ policy }: Status['gates']): boolean {
  return policy?.name === 'off';
}

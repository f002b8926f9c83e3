// A reviewer's text is data: Party shows it, never executes it, limits its length and removes control characters.

import { shorten, wholeCharacters } from '../base/cut.ts';
import { withoutControls } from '../base/outsideText.ts';
import type { Warn } from './codes.ts';
import { limits } from './finding.ts';
import type { JsonValue } from './repairJson.ts';

/** Keeps a value that is not text as JSON, because it may be what the reviewer meant. */
export function cleanText(value: JsonValue | undefined, warn: Warn, longest: number = limits.text): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const short = shorten(text, longest);
  if (short !== text) warn('text-shortened');
  const plain = short.replace(/\r\n/g, '\n');
  const clean = withoutControls(plain);
  if (clean !== plain) warn('controls-stripped');
  const whole = wholeCharacters(clean);
  if (whole !== clean) warn('bad-utf8');
  return whole;
}

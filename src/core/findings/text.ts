// Texts of a reviewer are data: shown, never executed, of bounded length and without anything a terminal acts on.

import { shorten, wholeCharacters } from '../base/cut.ts';
import { withoutControls } from '../base/outsideText.ts';
import type { Warn } from './codes.ts';
import { limits } from './finding.ts';
import type { JsonValue } from './repairJson.ts';

/** A value that is no text is kept as its JSON: it may be what the reviewer had to say. */
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

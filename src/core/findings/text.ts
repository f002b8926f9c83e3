// Texts of a reviewer are data: shown, never executed, of bounded length and without anything a terminal acts on.

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
  const whole = clean.replace(loneSurrogates, '\ufffd');
  if (whole !== clean) warn('bad-utf8');
  return whole;
}

/** Whole escape sequences go, so that no `[31m` is left over; one without an end loses only what a terminal acts on. */
export function withoutControls(text: string): string {
  return text
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/\r/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Not between the two halves of a character.
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const loneSurrogates = /\p{Surrogate}/gu;

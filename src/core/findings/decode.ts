// Decodes bytes to text, and never mistakes one encoding for another.

import type { IntakeError, Warn } from './codes.ts';

export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: IntakeError };

export function decode(bytes: Uint8Array, warn: Warn): Decoded {
  // A writer that reserves space, or a crash before the data reaches the disk, leaves NULs at the end.
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const content = bytes.subarray(0, end);
  if (isWide(bytes, content)) return { kind: 'failed', error: 'not-utf8' };
  const whole = read(content, warn);
  if (whole === undefined) return { kind: 'failed', error: 'not-utf8' };
  const text = whole.startsWith(byteOrderMark) ? whole.slice(1) : whole;
  if (text.trim() === '') return { kind: 'failed', error: 'empty' };
  if (text !== whole) warn('repaired-json');
  if (end < bytes.length) warn('trailing-text');
  return { kind: 'text', text };
}

/** UTF-16 and UTF-32: recognized by their mark, or because every second byte of the JSON is zero. */
function isWide(bytes: Uint8Array, content: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const sample = content.subarray(0, 512);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  return sample.length > 1 && Math.max(even, odd) > sample.length * 0.2;
}

function read(bytes: Uint8Array, warn: Warn): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const replaced = text.split('\ufffd').length - 1;
    // A few invalid bytes come from a name in Latin-1; many come from a picture or an archive.
    if (replaced > 16 && replaced > text.length / 10) return undefined;
    warn('bad-utf8');
    return text;
  }
}

const byteOrderMark = '\ufeff';

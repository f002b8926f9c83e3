// SHA-256 (FIPS 180-4) of a few bytes, for callers to whom loading a library would cost more than the hash.

/** In hexadecimal digits; of the text in UTF-8. */
export function sha256OfText(text: string): string {
  return sha256OfBytes(new TextEncoder().encode(text));
}

export function sha256OfBytes(bytes: Uint8Array): string {
  constants ??= makeConstants();
  const { start, rounds } = constants;
  const state = start.slice();
  const words = new Uint32Array(64);
  const blocks = padded(bytes);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = of(words, i - 15);
      const b = of(words, i - 2);
      const near = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const far = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[i] = of(words, i - 16) + near + of(words, i - 7) + far;
    }
    compress(state, words, rounds);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + of(rounds, i) + of(words, i);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    // One assignment at a time: destructuring takes twice as long in a program that has just started.
    h = g;
    g = f;
    f = e;
    e = (d + one) >>> 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) >>> 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = of(state, i) + word;
}

/** The bytes, a bit of one, zeros, and the length in bits, in whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, bytes.length * 8);
  return view;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function of(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

interface Constants {
  readonly start: Uint32Array;
  readonly rounds: Uint32Array;
}

let constants: Constants | undefined;

/** The first 32 bits of the fractional parts of the square and cube roots of the first primes, as the standard says. */
function makeConstants(): Constants {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) {
    let at = 0;
    while (at < primes.length && n % (primes[at] ?? n) !== 0) at++;
    if (at === primes.length) primes.push(n);
  }
  const fraction = (root: number) => (root % 1) * 2 ** 32;
  return {
    start: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    rounds: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  };
}

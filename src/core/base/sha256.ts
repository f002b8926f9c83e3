// SHA-256 (FIPS 180-4) of a few bytes, for callers to whom loading a library would cost more than the hash. It calls no
// functions in its loops: V8 does not inline them in a program that has just started.

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
      const a = words[i - 15] as number;
      const b = words[i - 2] as number;
      const near = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
      const far = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
      words[i] = (words[i - 16] as number) + near + (words[i - 7] as number) + far;
    }
    compress(state, words, rounds);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = h + high + choice + (rounds[i] as number) + (words[i] as number);
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = low + ((a & b) ^ (a & c) ^ (b & c));
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
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word;
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

// Files cut and changed at random, always the same ones: whatever happens to a file, no finding is lost in silence.
import assert from 'node:assert/strict';
import { parseAt } from '../../../src/core/findings/repairJson.ts';
import { finding, intake, stats } from './documents.ts';

const original = {
  findings: [
    finding,
    { ...finding, id: 'F2', description: 'naïve “quotes”, {braces}, ]brackets[, \\ and 🙂', severity: 'non-blocking' },
    { ...finding, id: 'F3', line: 7, suggestion: '```json\n{"findings": []}\n```' },
  ],
  summary: 'Three things.',
  stats: { ...stats, blocking_count: 2, non_blocking_count: 1 },
};
const sources = [JSON.stringify(original), `Review:\n\`\`\`json\n${JSON.stringify(original, null, 2)}\n\`\`\`\nBye`];

describe('a findings file that was damaged', () => {
  it('is never read when it was cut, at whatever byte', () => {
    const whole = Buffer.from(sources[0] ?? '');
    assert.equal(intake(whole).verdict, 'accept');
    for (let end = 0; end < whole.length; end++) {
      const { verdict, error } = intake(whole.subarray(0, end));
      assert.deepEqual([verdict, error], ['reject', end === 0 ? 'empty' : 'truncated'], `cut at ${end}`);
    }
  });

  it('is read whole or rejected when it was cut at the start or the end, with text around it', () => {
    const whole = Buffer.from(sources[1] ?? '');
    for (let at = 0; at <= whole.length; at++) {
      for (const part of [whole.subarray(0, at), whole.subarray(at)]) {
        const { verdict, findings } = intake(part);
        assert.ok(verdict === 'reject' || findings.length === 3, `cut at ${at}`);
      }
    }
  });

  it('never throws, and never loses a finding without a warning, whatever was changed', function () {
    this.timeout(20_000);
    const random = mulberry(20_240_229);
    for (let round = 0; round < 6000; round++) {
      const mutant = mutate(Buffer.from(sources[round % 2] ?? ''), random);
      const { verdict, findings, blocking, error } = intake(mutant);
      const what = JSON.stringify(mutant.toString('latin1'));
      assert.equal(verdict === 'reject', error !== null, what);
      if (verdict !== 'accept') continue;
      assert.ok(findings.length >= 3, what);
      assert.ok(blocking >= 2, what);
    }
  });

  it('is parsed as JSON.parse would, wherever JSON.parse can', () => {
    const random = mulberry(7);
    for (let round = 0; round < 3000; round++) {
      const text = mutate(Buffer.from(sources[0] ?? ''), random).toString();
      const start = text.search(/\S/);
      const parsed = parseAt(text, start);
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        assert.ok(parsed.kind === 'failed' || parsed.repaired || text.slice(parsed.end).trim() !== '', text);
        continue;
      }
      assert.ok(parsed.kind === 'value', text);
      assert.equal(JSON.stringify(parsed.value), JSON.stringify(expected));
    }
  });

  it('does not take long over brackets without end', () => {
    for (const text of [
      `x${'['.repeat(1e6)}`,
      `x${'{'.repeat(1e6)}`,
      `x${'{"a":['.repeat(2e5)}`,
      `\`\`\`${' '.repeat(1e6)}\` {"findings":`,
      '[{"a":'.repeat(150) + '"b",'.repeat(5e5),
    ]) {
      // What grows with the square of these lengths is ended by the limit of the test.
      assert.equal(intake(text).verdict, 'reject');
    }
  });
});

function mutate(source: Buffer, random: () => number): Buffer {
  let bytes = source;
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const [a, b] = [Math.floor(random() * bytes.length), Math.floor(random() * bytes.length)];
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const byte = Buffer.from([Math.floor(random() * 256)]);
    const sign = Buffer.from('{}[]",:\\/`\n0 '.charAt(Math.floor(random() * 13)));
    const changes = [
      () => [bytes.subarray(0, from), bytes.subarray(to)],
      () => [bytes.subarray(0, from), byte, bytes.subarray(from + 1)],
      () => [bytes.subarray(0, from), sign, bytes.subarray(from)],
      () => [bytes.subarray(0, from), bytes.subarray(from + 1)],
      () => [bytes.subarray(0, to), bytes.subarray(from)],
    ];
    bytes = Buffer.concat(changes[Math.floor(random() * changes.length)]?.() ?? []);
  }
  return bytes;
}

/** Random numbers that are the same in every run. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Which lines of a log are believed, for random changes to random logs.

import assert from 'node:assert/strict';
import { judgeChain, type LogLine } from '../../../src/core/project/chain.ts';

const start = 'start';
/** A hash that depends on everything in the line. */
const line = (text: string, prev: string | null, more: Partial<LogLine> = {}): LogLine => ({
  ...{ hash: `#${text}${prev ?? ''}`.slice(0, 40), prev, whole: true, event: text, anchors: false },
  ...more,
});
function chain(length: number, old = 0): LogLine[] {
  const lines: LogLine[] = [];
  for (let n = 0; n < length; n++) lines.push(line(`L${n}`, n < old ? null : (lines.at(-1)?.hash ?? start)));
  return lines;
}
const foreign = (n: number, prev: string | null) => line(`X${n}`, prev);
const names = (lines: readonly LogLine[], believed: readonly boolean[]) =>
  lines.filter((_, index) => believed[index]).map(({ event }) => event);

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * below) % below;
  };
}

describe('a chain of lines', () => {
  it('is believed as it is, whatever its length, with a recorded head anywhere in it', () => {
    for (const [length, old] of [
      [0, 0],
      [1, 0],
      [5, 0],
      [5, 2],
      [5, 5],
    ] as const) {
      const lines = chain(length, old);
      for (const head of [undefined, ...lines.slice(old).map(({ hash }) => hash)]) {
        const { believed, problems, broken } = judgeChain(lines, head, start);
        assert.deepEqual([believed.every(Boolean), problems, broken], [true, [], false]);
      }
    }
  });

  it('loses nothing to foreign lines anywhere after its beginning, and believes none of them', () => {
    const random = numbers(7);
    for (let round = 0; round < 300; round++) {
      const honest = chain(2 + random(12), random(2));
      const lines = [...honest];
      const head = honest.at(-1)?.hash;
      for (let n = 0; n <= random(4); n++) {
        const at = 2 + random(lines.length - 1);
        const target = lines[random(lines.length)];
        const prev = [null, 'nothing', target?.hash ?? null, lines[at - 1]?.hash ?? null][random(4)] ?? null;
        lines.splice(at, 0, foreign(n, prev));
      }
      const { believed, broken } = judgeChain(lines, head, start);
      const found = names(lines, believed);
      const after = lines.findIndex(({ hash }) => hash === head);
      // A line that continues the head itself looks like the next line: the hash has no key.
      const expected = honest.map(({ event }) => event);
      assert.deepEqual(
        found.filter((_, index) => index < expected.length),
        expected,
      );
      assert.ok(found.slice(expected.length).every((name) => lines.findIndex(({ event }) => event === name) > after));
      assert.equal(broken, false);
    }
  });

  it('never believes an altered line, and is broken by it', () => {
    const random = numbers(11);
    for (let round = 0; round < 300; round++) {
      const honest = chain(3 + random(10), random(3));
      const at = random(honest.length);
      const isOld = honest[at]?.prev === null && honest[at + 1]?.prev === null;
      const lines = honest.map((one, index) => (index === at ? line('ALTERED', one.prev) : one));
      const { believed, broken } = judgeChain(lines, honest.at(-1)?.hash, start);
      // Lines from before the chain are only bound by the first line of the chain, which names the last of them.
      assert.equal(broken, !isOld, `line ${at + 1} of ${honest.length}`);
      if (!isOld) assert.ok(!names(lines, believed).includes('ALTERED'));
    }
  });

  it('is broken by a removed line, or by the removed end', () => {
    for (let at = 0; at < 8; at++) {
      const honest = chain(8);
      const lines = honest.filter((_, index) => index !== at);
      const { broken, tip } = judgeChain(lines, honest.at(-1)?.hash, start);
      assert.ok(broken, `without line ${at + 1}`);
      assert.equal(tip, honest.at(-1)?.hash, 'the next line names what is lost');
    }
  });

  it('skips lines that are not whole', () => {
    const honest = chain(4);
    const torn = line('torn', null, { whole: false });
    const lines = honest.flatMap((one) => [torn, one, torn]);
    const { believed, problems, torn: count } = judgeChain(lines, honest.at(-1)?.hash, start);
    assert.deepEqual(names(lines, believed), ['L0', 'L1', 'L2', 'L3']);
    assert.deepEqual([problems, count], [[], 8]);
  });

  it('is accepted up to the anchor, and not after it', () => {
    const honest = chain(3);
    const broken = [...honest.slice(0, 1), ...honest.slice(2)];
    const anchor = line('anchored', honest[2]?.hash ?? null, { anchors: true });
    const accepted = judgeChain([...broken, anchor], anchor.hash, start);
    assert.deepEqual([accepted.broken, accepted.problems.every((one) => one.accepted)], [false, true]);
    const later = [line('L4', anchor.hash), foreign(1, 'nothing')];
    const after = judgeChain([...broken, anchor, ...later], later[0]?.hash, start);
    assert.deepEqual(
      after.problems.map((one) => one.accepted),
      [true, true, false],
    );
  });

  it('without a record, is broken by a line that names none of its lines', () => {
    const honest = chain(5);
    const lines = honest.map((one, index) => (index === 2 ? line('ALTERED', one.prev) : one));
    const { believed, broken } = judgeChain(lines, undefined, start);
    assert.ok(broken);
    assert.deepEqual(names(lines, believed), ['L0', 'L1']);
  });
});

// Which rows of a long group are shown.
import assert from 'node:assert/strict';
import { firstPart, hiddenId, hiddenOf, partAround, partRows, widerPart } from '../../../src/extension/ui/shownPart.ts';

const members = Array.from({ length: 10_000 }, (_, index) => index);
const rows = (part: { from: number; to: number }, all = members) =>
  partRows<number, string>(all, part, { row: String, hidden: ({ where, hidden }) => `${hidden} ${where}` });
const ends = (all: readonly string[]) => [all[0], all[1], all.at(-2), all.at(-1), all.length];

describe('the shown part of a long group', () => {
  it('is its beginning at first', () => {
    assert.deepEqual(ends(rows(firstPart)), ['0', '1', '199', '9800 after', 201]);
    assert.deepEqual(rows(firstPart, [1, 2]), ['1', '2']);
  });

  it('surrounds the row that the user goes to', () => {
    assert.deepEqual(ends(rows(partAround(5000))), ['4900 before', '4900', '5099', '4900 after', 202]);
    assert.deepEqual(ends(rows(partAround(9_999))), ['9800 before', '9800', '9998', '9999', 201]);
    assert.deepEqual(partAround(3), firstPart);
  });

  it('grows at the end that the user asks for, and hides rows at the other end when they are many', () => {
    let part = firstPart;
    for (let click = 0; click < 5; click++) part = widerPart(part, 'after');
    assert.deepEqual(part, { from: 1200, to: 2200 });
    part = widerPart(part, 'before');
    assert.deepEqual(part, { from: 800, to: 1800 });
    for (let click = 0; click < 5; click++) part = widerPart(part, 'before');
    assert.deepEqual(part, { from: 0, to: 1000 });
  });

  it('ends with the group, also when the group becomes shorter', () => {
    assert.deepEqual(rows({ from: 6000, to: 6200 }, [1, 2, 3]), ['1', '2', '3']);
    assert.deepEqual(ends(rows({ from: 6000, to: 6200 }, members.slice(0, 300))), [
      ...['100 before', '100', '298', '299', 201],
    ]);
  });

  it('has a row for each end, with an id of its own', () => {
    const ids = (['before', 'after'] as const).map((where) => hiddenId('severity/blocking', where));
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(ids.map(hiddenOf), [
      { group: 'severity/blocking', where: 'before' },
      { group: 'severity/blocking', where: 'after' },
    ]);
    assert.equal(hiddenOf('/p\0\0r1-F1'), undefined);
  });
});

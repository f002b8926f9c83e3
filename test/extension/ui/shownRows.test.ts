// What is redrawn when the findings change: as little as possible, as VS Code forgets a row while it draws it.
import assert from 'node:assert/strict';
import { type Faces, ShownRows } from '../../../src/extension/ui/shownRows.ts';

/** Each row with what it shows, and what is below it. */
interface Row {
  readonly face: string;
  readonly below?: Rows;
}
type Rows = Readonly<Record<string, Row>>;

function facesOf(rows: Rows): Faces {
  const all = new Map<string, Row>();
  const collect = (some: Rows) => {
    for (const [id, row] of Object.entries(some)) {
      all.set(id, row);
      collect(row.below ?? {});
    }
  };
  collect(rows);
  return {
    children: (id) =>
      id === undefined ? Object.keys(rows) : all.has(id) ? Object.keys(all.get(id)?.below ?? {}) : undefined,
    face: (id) => all.get(id)?.face,
  };
}

/** Asks for everything, as VS Code does for what can be seen. */
function give(shown: ShownRows, faces: Faces, id?: string): void {
  const children = faces.children(id) ?? [];
  shown.gaveChildren(id, children);
  for (const child of children) {
    shown.gaveFace(child, faces.face(child) ?? '');
    give(shown, faces, child);
  }
}

const row = (face: string, below: Rows = {}): Row => ({ face, below });
const before: Rows = { open: row('Open 2', { a: row('a:1'), b: row('b:2') }), done: row('Done 1', { c: row('c') }) };

describe('what is redrawn', () => {
  const cases: [title: string, after: Rows, expected: unknown][] = [
    ['nothing when nothing has changed', before, []],
    ['the rows that have moved', { ...before, open: row('Open 2', { a: row('a:6'), b: row('b:7') }) }, ['a', 'b']],
    ['the one that has changed', { ...before, open: row('Open 2', { a: row('a:1'), b: row('b:3') }) }, ['b']],
    ['a group that has lost one', { ...before, open: row('Open 1', { a: row('a:1') }) }, ['open']],
    ['a group with another order', { ...before, open: row('Open 2', { b: row('b:2'), a: row('a:1') }) }, ['open']],
    [
      'both groups when one goes from here to there',
      { open: row('Open 1', { a: row('a:1') }), done: row('Done 2', { b: row('b'), c: row('c') }) },
      ['open', 'done'],
    ],
    ['everything when a group is new', { ...before, more: row('More 1', { d: row('d') }) }, 'everything'],
    ['everything when a group is gone', { open: before['open'] ?? row('') }, 'everything'],
  ];
  for (const [title, after, expected] of cases) {
    it(`is ${title}, and then no more`, () => {
      const shown = new ShownRows();
      give(shown, facesOf(before));
      assert.deepEqual(shown.update(facesOf(after)), expected);
      const asked = expected === 'everything' ? [undefined] : (expected as string[]);
      for (const id of asked) give(shown, facesOf(after), id);
      assert.deepEqual(shown.update(facesOf(after)), []);
    });
  }

  it('includes no row that VS Code was never given', () => {
    assert.deepEqual(new ShownRows().update(facesOf(before)), []);
  });

  it('includes no row of a group that VS Code has not read again since its redraw', () => {
    const shown = new ShownRows();
    give(shown, facesOf(before));
    const less = facesOf({ ...before, open: row('Open 1', { a: row('a:1') }) });
    assert.deepEqual(shown.update(less), ['open']);
    assert.deepEqual(shown.update(facesOf({ ...before, open: row('Open 1', { a: row('a:9') }) })), []);
  });
});

// The Findings view as data: groups, filter, order, pages, and the walk through the code.
import assert from 'node:assert/strict';
import type { ShownAt } from '../../../src/core/findings/words.ts';
import type { Folder, Snapshot } from '../../../src/extension/app/snapshot.ts';
import {
  countedBlocking,
  type Filter,
  type FindingRow,
  type Grouping,
  rowId,
} from '../../../src/extension/findings/findingsRows.ts';
import type { PlacedFinding } from '../../../src/extension/findings/findingsStore.ts';
import { FindingsTree, findingsSituation } from '../../../src/extension/findings/findingsTree.ts';
import { stepFrom } from '../../../src/extension/findings/findingsWalk.ts';
import { emptySnapshot } from '../../support/editor/emptySnapshot.ts';
import { round as anyRound } from '../../support/reviews.ts';
import { finding, folder, placed, review } from './findingsSupport.ts';

const everything: Filter = { text: '', nonBlocking: true };
const shownAtOf = ({ finding: { line, linked } }: PlacedFinding): ShownAt =>
  linked ? (line === null ? { kind: 'file' } : { kind: 'line', line: line - 1 }) : { kind: 'outside' };

function tree(
  all: readonly PlacedFinding[],
  grouping: Grouping = 'severity',
  filter = everything,
  limit = 200,
): FindingsTree {
  return new FindingsTree(all, { grouping, filter, shownAtOf, partOf: () => ({ from: 0, to: limit }) });
}

/** `blocking[r1-F1 r1-F2] resolved[…]` */
function drawn(one: FindingsTree, rows: readonly FindingRow[] = one.top): string {
  const draw = (row: FindingRow): string => {
    if (row.kind === 'finding') return row.placed.finding.key;
    if (row.kind === 'more') return `+${row.hidden}`;
    const { title } = row;
    const name =
      title.by === 'severity'
        ? title.severity
        : title.by === 'file'
          ? `${title.directory}|${title.name}`
          : title.by === 'round'
            ? `round ${title.round}`
            : title.by === 'folder'
              ? title.folder.name
              : title.by;
    return `${name}(${row.count})[${drawn(one, one.children(row))}]`;
  };
  return rows.map(draw).join(' ');
}

const some = [
  placed('r1-F1', { file: 'src/b.ts', line: 9 }),
  placed('r1-F2', { file: 'src/b.ts', line: 2, severity: 'non-blocking' }),
  placed('r2-F1', { file: 'a.ts', line: 5, raised: [{ round: 2, severity: 'blocking' }] }),
  placed('r1-F3', { file: 'src/b.ts', line: 1, state: 'fixed', since: '2026-01-02T00:00:00Z' }),
  placed('r1-F4', { file: 'src/b.ts', line: 1, state: 'rejected', since: '2026-01-03T00:00:00Z' }),
  placed('r1-F5', { file: 'src/b.ts', line: 3, state: 're-raised', raised: [1, 2].map(round) }),
  placed('r1-F6', { file: '/etc/x', linked: false, line: null, state: 'out-of-scope' }),
];
function round(n: number) {
  return { round: n, severity: 'blocking' as const };
}

describe('the rows of findings', () => {
  const resolved = 'resolved(3)[r1-F4 r1-F3 r1-F6]';
  const cases: [Grouping, string][] = [
    ['severity', `blocking(3)[r2-F1 r1-F5 r1-F1] non-blocking(1)[r1-F2] ${resolved}`],
    ['file', `|a.ts(1)[r2-F1] src|b.ts(3)[r1-F2 r1-F5 r1-F1] ${resolved}`],
    ['round', `round 2(2)[r2-F1 r1-F5] round 1(2)[r1-F2 r1-F1] ${resolved}`],
  ];
  for (const [grouping, expected] of cases) {
    it(`are grouped by ${grouping}, with resolved findings in a group of their own`, () =>
      assert.equal(drawn(tree(some, grouping)), expected));
  }

  it('those that have arrived come first, in groups of their own', () => {
    const coming = [
      ...some,
      placed('r3-F1', { file: 'a.ts', line: 1, arrived: 'proven' }),
      placed('r3-F2', { file: 'a.ts', line: 2, arrived: 'unproven' }),
    ];
    const all = tree(coming);
    assert.deepEqual(
      all.top.map(({ id, count }) => [id, count]),
      [
        ['arrived/proven', 1],
        ['arrived/unproven', 1],
        ['severity/blocking', 3],
        ['severity/non-blocking', 1],
        ['resolved', 3],
      ],
    );
    assert.equal(all.find('/p\0\0r3-F1')?.group.id, 'arrived/proven');
    assert.equal(countedBlocking(coming), countedBlocking(some), 'the badge does not count them');
  });

  it('say when an answer without rows has arrived', () => {
    const arrived = [
      { round: 1, request: 'q', file: '/f', state: 'unreadable' as const, reason: 'x', blocking: 0, findings: [] },
    ];
    const snapshot = { folders: [folder], trusted: true, reviews: [review([], { arrived })] } as unknown as Snapshot;
    assert.equal(findingsSituation(snapshot, { all: 0, shown: 0 }), 'arrived');
  });

  it('have a level for folders when there are several', () => {
    const other: Folder = { name: 'q', path: '/q', top: '/q' };
    const both = [...some.slice(0, 1), placed('r1-F1', {}, other), placed('r1-F2', { state: 'fixed' }, other)];
    assert.equal(drawn(tree(both)), 'p(1)[blocking(1)[r1-F1]] q(1)[blocking(1)[r1-F1] resolved(1)[r1-F2]]');
  });

  it('of one line stay in the order of the reviewer', () => {
    const ten = ['r1-F1', 'r1-F2', 'r1-F10', 'r1-F3'].map((key) => placed(key));
    assert.equal(drawn(tree(ten)), 'blocking(4)[r1-F1 r1-F2 r1-F10 r1-F3]');
  });

  it('keep two of one line apart, blocking first', () => {
    const two = [placed('r1-F1', { severity: 'non-blocking' }), placed('r1-F2')];
    assert.equal(drawn(tree(two, 'file')), 'src|a.ts(2)[r1-F2 r1-F1]');
  });

  const filters: [title: string, Filter, string][] = [
    ['a file', { text: 'A.TS', nonBlocking: true }, 'blocking(1)[r2-F1]'],
    ['words anywhere, all of them', { text: 'b.ts r1-f5', nonBlocking: true }, 'blocking(1)[r1-F5]'],
    ['nothing but blanks', { text: '  ', nonBlocking: true }, drawn(tree(some))],
    ['no such word', { text: 'nowhere', nonBlocking: true }, ''],
    ['blocking ones', { text: '', nonBlocking: false }, `blocking(3)[r2-F1 r1-F5 r1-F1] ${resolved}`],
  ];
  for (const [title, filter, expected] of filters) {
    it(`are filtered by ${title}`, () => assert.equal(drawn(tree(some, 'severity', filter)), expected));
  }

  it('show a part of a large group, and a row for the rest', () => {
    const many = Array.from({ length: 7 }, (_, index) => placed(`r1-F${index}`, { line: index + 1 }));
    const part = tree(many, 'severity', everything, 3);
    assert.equal(drawn(part), 'blocking(7)[r1-F0 r1-F1 r1-F2 +4]');
    const found = part.find(many[5]?.id ?? '');
    assert.deepEqual([found?.index, found?.group.id], [5, 'severity/blocking']);
    assert(found);
    assert.equal(part.parent(found.row), found.group);
    assert.equal(part.parent(found.group), undefined);
  });

  it('are found by their ids, also in a rebuilt tree', () => {
    const other: Folder = { name: 'q', path: '/q', top: '/q' };
    const all = [...some, placed('r1-F1', {}, other), placed('r1-F7', { line: 70 }, other)];
    const [one, same] = [tree(all, 'file', everything, 1), tree(all, 'file', everything, 1)];
    const rows = (parent: FindingRow): FindingRow[] => [parent, ...one.children(parent).flatMap(rows)];
    const every = one.top.flatMap(rows);
    assert.deepEqual(new Set(every.map(({ kind }) => kind)), new Set(['group', 'finding', 'more']));
    assert.equal(new Set(every.map(rowId)).size, every.length);
    for (const one of every) assert.deepEqual(same.row(rowId(one)), one);
    assert.deepEqual([one.row('group/x'), one.row('more/x'), one.row('/p\0\0none')], [undefined, undefined, undefined]);
  });

  it('know their folder as a parent', () => {
    const both = tree([placed('r1-F1'), placed('r1-F1', {}, { name: 'q', path: '/q', top: '/q' })]);
    const [first] = both.top;
    assert(first?.groups[0]);
    assert.equal(both.parent(first.groups[0]), first);
  });

  it('of ten thousand findings are made only as far as they are shown', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      placed(`r1-F${index}`, { file: `src/${index % 100}.ts`, line: (index * 7919) % 5000 }),
    );
    let asked = 0;
    const big = new FindingsTree(many, {
      grouping: 'severity',
      filter: everything,
      shownAtOf: (one) => {
        asked++;
        return shownAtOf(one);
      },
      partOf: () => ({ from: 0, to: 200 }),
    });
    const [group] = big.top;
    assert(group);
    assert.deepEqual([big.children(group).length, group.count], [201, 10_000]);
    // Where a finding is, is asked once for each, however often the sorting compares.
    assert.equal(asked, 10_000);
  });
});

describe('the walk through the findings', () => {
  const all = [
    placed('r1-F1', { file: 'a.ts', line: 3 }),
    placed('r1-F2', { file: 'a.ts', line: 7 }),
    placed('r1-F3', { file: 'a.ts', line: 7 }),
    placed('r1-F4', { file: 'b.ts', line: 1 }),
    placed('r1-F5', { file: 'b.ts', line: 4, state: 'fixed' }),
    placed('r1-F6', { file: 'c.ts', line: null }),
    placed('r1-F7', { file: '/x', linked: false }),
  ];
  const at = (file: string, line: number) => ({ path: `/p/${file}`, line: line - 1 });
  const step = (direction: 1 | -1, here?: ReturnType<typeof at>, last?: string) => {
    const found = stepFrom(all, shownAtOf, { here, last: last && `/p\0\0${last}`, direction });
    return found && `${found.placed.finding.key} ${found.number}/${found.of}`;
  };
  const cases: [title: string, actual: () => unknown, expected: string | undefined][] = [
    ['begins at the first', () => step(1), 'r1-F1 1/5'],
    ['backwards begins at the last', () => step(-1), 'r1-F6 5/5'],
    ['goes on from the cursor', () => step(1, at('a.ts', 4)), 'r1-F2 2/5'],
    ['goes back from the cursor', () => step(-1, at('a.ts', 5)), 'r1-F1 1/5'],
    ['reaches the second of a line', () => step(1, at('a.ts', 7), 'r1-F2'), 'r1-F3 3/5'],
    ['leaves the line after the second', () => step(1, at('a.ts', 7), 'r1-F3'), 'r1-F4 4/5'],
    ['does not trust its memory when the cursor has moved', () => step(1, at('a.ts', 1), 'r1-F3'), 'r1-F1 1/5'],
    ['goes into the next file', () => step(1, at('a.ts', 9)), 'r1-F4 4/5'],
    ['goes back into the file before', () => step(-1, at('b.ts', 1), 'r1-F4'), 'r1-F3 3/5'],
    ['reaches a file as a whole', () => step(1, at('b.ts', 1), 'r1-F4'), 'r1-F6 5/5'],
    ['goes around', () => step(1, at('c.ts', 1), 'r1-F6'), 'r1-F1 1/5'],
    ['goes around backwards', () => step(-1, at('a.ts', 1)), 'r1-F6 5/5'],
    ['starts from the beginning in a file without findings', () => step(1, at('zzz.ts', 1)), 'r1-F1 1/5'],
  ];
  for (const [title, actual, expected] of cases) it(title, () => assert.equal(actual(), expected));

  it('goes nowhere when there are no findings', () => {
    assert.equal(stepFrom(all.slice(4, 5), shownAtOf, { here: undefined, last: undefined, direction: 1 }), undefined);
  });
});

describe('the situation of the findings', () => {
  const base: Snapshot = { ...emptySnapshot, folders: [folder], tmux: undefined, agents: false };
  const change = {
    hash: 'h',
    files: {},
    docsOnly: false,
    branch: 'b',
    base: 'x',
    baseKnown: true,
    uncommitted: [],
    filtered: [],
  };
  const asked = review([]).review.status;
  const none = { all: 0, shown: 0 };
  const cases: [string, Partial<Snapshot>, typeof none][] = [
    ['noFolder', { folders: [] }, none],
    ['untrusted', { trusted: false }, none],
    ['notGit', { reviews: [review([])] }, none],
    ['noReview', { reviews: [review([], { change })] }, none],
    ['noReview', {}, none],
    ['reviewing', { reviews: [review([], { change, status: { ...asked, kind: 'requested' } })] }, none],
    ['clean', { reviews: [review([], { change, rounds: [anyRound()] })] }, none],
    ['filtered', { reviews: [review([finding('a')], { change, rounds: [anyRound()] })] }, { all: 1, shown: 0 }],
    ['some', { reviews: [review([finding('a')], { change, rounds: [anyRound()] })] }, { all: 1, shown: 1 }],
  ];
  for (const [expected, more, counts] of cases) {
    it(`${expected}: ${Object.keys(more)}`, () =>
      assert.equal(findingsSituation({ ...base, ...more }, counts), expected));
  }
});

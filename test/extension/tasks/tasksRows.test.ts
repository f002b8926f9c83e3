// The tree of the Tasks view as data.
import assert from 'node:assert/strict';
import type { Boards, TaskBoard } from '../../../src/extension/tasks/taskBoards.ts';
import { dropTarget, isMadeOf, progressBar, type TaskRow, taskRowId } from '../../../src/extension/tasks/tasksRows.ts';
import { type TasksSituation, TaskTree, tasksSituation } from '../../../src/extension/tasks/tasksTree.ts';
import { folder, placed } from '../findings/findingsSupport.ts';
import { board, milestone, task } from './tasksSupport.ts';

const build = (boards: readonly TaskBoard[], { hideDone = false, limit = 1000 } = {}) =>
  new TaskTree(boards, { hideDone, partOf: () => ({ from: 0, to: limit }) });

/** Each row with what is below it, as words. */
function outline(tree: TaskTree, rows: readonly TaskRow[] = tree.top, indent = ''): string[] {
  return rows.flatMap((row) => [`${indent}${words(row)}`, ...outline(tree, tree.children(row), `${indent}  `)]);
}

function words(row: TaskRow): string {
  switch (row.kind) {
    case 'team':
      return `team ${row.board.team.id}`;
    case 'milestone':
      return `${row.milestone.id}: ${row.done}/${row.total}`;
    case 'loose':
      return 'loose';
    case 'task':
      return row.task.id;
    case 'broken':
      return `broken ${row.unreadable.file}`;
    default:
      return `${row.hidden} more`;
  }
}

const some = board({
  milestones: [milestone('1'), milestone('2', { status: 'done' }), milestone('3', { status: 'done' })],
  tasks: [
    task('1-1', { milestone: '1', status: 'done' }),
    task('1-2', { milestone: '1', status: 'in_progress' }),
    task('2-1', { milestone: '2', status: 'done' }),
    task('3-1', { milestone: '3' }),
    task('5'),
    task('6', { milestone: 'gone' }),
  ],
  unreadable: [{ file: 'tasks/9.json', problem: 'not JSON' }],
});

describe('the rows of tasks', () => {
  it('are milestones with their tasks, those without one, and what cannot be read', () => {
    assert.deepEqual(outline(build([some])), [
      '1: 1/2',
      '  1-1',
      '  1-2',
      '2: 1/1',
      '  2-1',
      '3: 0/1',
      '  3-1',
      'loose',
      '  5',
      '  6',
      'broken tasks/9.json',
    ]);
  });

  it('leave out finished tasks; the progress counts them, and a milestone with open tasks stays', () => {
    const tree = build([some], { hideDone: true });
    assert.deepEqual(outline(tree), [
      '1: 1/2',
      '  1-2',
      '3: 0/1',
      '  3-1',
      'loose',
      '  5',
      '  6',
      'broken tasks/9.json',
    ]);
    assert.deepEqual([tree.all, tree.shown], [9, 6]);
  });

  it('are tasks alone where there are no milestones', () => {
    assert.deepEqual(outline(build([board({ tasks: [task('1'), task('2')] })])), ['1', '2']);
  });

  it('are below their team where there are several', () => {
    const boards = [board({ tasks: [task('1')] }, 'a'), board({ milestones: [milestone('1')] }, 'b')];
    const tree = build(boards);
    assert.deepEqual(outline(tree), ['team a', '  1', 'team b', '  1: 0/0']);
    const ids = tree.top.flatMap((row) => tree.children(row)).map(taskRowId);
    assert.deepEqual(ids, ['task/a/1', 'milestone/b/1'], 'the same id in two teams is two rows');
  });

  it('show a part of very many tasks, at every level', () => {
    const many = (start: string, more: object) => [1, 2, 3].map((n) => task(`${start}${n}`, more));
    const all = board({ milestones: [milestone('1')], tasks: [...many('1-', { milestone: '1' }), ...many('', {})] });
    assert.deepEqual(outline(build([all], { limit: 2 })), [
      ...['1: 0/3', '  1-1', '  1-2', '  1 more', 'loose', '  1', '  2', '  1 more'],
    ]);
    assert.deepEqual(outline(build([board({ tasks: many('', {}) })], { limit: 2 })), ['1', '2', '1 more']);
  });

  it('are found by their ids, and know their parents', () => {
    const tree = build([some]);
    const row = tree.row('task/t/1-2');
    assert.ok(row !== undefined);
    const parent = tree.parent(row);
    assert.equal(parent && taskRowId(parent), 'milestone/t/1');
    assert.equal(parent && tree.parent(parent), undefined);
    assert.equal(tree.row('task/t/77'), undefined);
  });

  it('are made only as far as they are shown, for ten thousand tasks', () => {
    const tasks = Array.from({ length: 10_000 }, (_, index) => task(`1-${index}`, { milestone: '1' }));
    const tree = build([board({ milestones: [milestone('1')], tasks })], { limit: 200 });
    assert.equal(tree.top.length, 1);
    assert.equal(outline(tree).length, 1 + 200 + 1);
  });

  it('have a progress bar that is full only when all tasks are done', () => {
    const bars = [
      [0, 0],
      [0, 9],
      [1, 100],
      [1, 2],
      [99, 100],
      [100, 100],
    ].map(([done = 0, total = 0]) => progressBar(done, total));
    assert.deepEqual(bars, ['', '▱▱▱▱▱', '▰▱▱▱▱', '▰▰▰▱▱', '▰▰▰▰▱', '▰▰▰▰▰']);
  });
});

describe('tasks that are dragged and dropped', () => {
  const tree = build([some], { limit: 1 });
  const all = build([some]);
  const targets: [title: string, row: TaskRow | undefined, milestone: string | null | undefined][] = [
    ['onto a milestone go into it', all.row('milestone/t/1'), '1'],
    ['onto a task go where it is', all.row('task/t/3-1'), '3'],
    ['onto a task of no milestone leave theirs', all.row('task/t/5'), null],
    ['onto a task of a milestone that is gone leave theirs', all.row('task/t/6'), null],
    ['onto the row of those without one leave theirs', all.row('loose/t'), null],
    ['beside all rows leave theirs', undefined, null],
    ['onto a row that stands for others stay', tree.row('more/milestone/t/1'), undefined],
    ['onto a broken file stay', all.row('broken/t/tasks/9.json'), undefined],
  ];
  for (const [title, row, milestone] of targets) {
    it(title, () => {
      assert.equal(row === undefined, title.startsWith('beside'));
      assert.equal(dropTarget(row)?.milestone, milestone);
    });
  }
});

describe('the finding of a task', () => {
  const link = { project: '/p', key: 'r1-F1', cycle: 'c1', severity: 'blocking' as const };
  const made = task('1', { finding: link });
  const elsewhere = { name: 'q', path: '/q', top: '/q' };
  const cases: [title: string, one: ReturnType<typeof placed>, is: boolean][] = [
    ['is the one that knows it', placed('r1-F1', { task: { team: 't', id: '1' } }), true],
    ['is none that has the same key in another change', placed('r1-F1'), false],
    ['is none that became another task', placed('r1-F1', { task: { team: 't', id: '2' } }), false],
    ['is none whose task is of another team', placed('r1-F1', { task: { team: 'u', id: '1' } }), false],
    ['is none of another project', placed('r1-F1', { task: { team: 't', id: '1' } }, elsewhere), false],
  ];
  for (const [title, one, is] of cases) it(title, () => assert.equal(isMadeOf({ id: 't' }, made, one), is));
});

describe('why the Tasks view is empty', () => {
  const window = { folders: [folder], trusted: true };
  const boards = (...all: TaskBoard[]): Boards => ({ boards: all, problems: [] });
  const cases: [
    expected: TasksSituation,
    object: Partial<typeof window>,
    all: Boards | undefined,
    hideDone?: boolean,
  ][] = [
    ['noFolder', { folders: [] }, undefined],
    ['untrusted', { trusted: false }, undefined],
    ['loading', {}, undefined],
    ['noTeam', {}, boards()],
    ['broken', {}, { boards: [], problems: [{ folder, problem: 'stale' }] }],
    ['empty', {}, boards(board())],
    ['some', {}, boards(board({ tasks: [task('1')] }))],
    ['some', {}, boards(board({ unreadable: [{ file: 'x', problem: 'y' }] }))],
    ['some', {}, boards(board({}, 'a'), board({}, 'b'))],
    ['filtered', {}, boards(board({ tasks: [task('1', { status: 'done' })] })), true],
  ];
  for (const [expected, more, all, hideDone = false] of cases) {
    it(`is said: ${expected}`, () => {
      assert.equal(tasksSituation({ ...window, ...more }, all, build(all?.boards ?? [], { hideDone })), expected);
    });
  }
});

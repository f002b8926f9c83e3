import assert from 'node:assert/strict';
import { byNumber, countEvent, isRecordId, isTeamId, noCounters, plainNumber } from '../../../src/core/tasks/ids.ts';
import { readTaskEvent } from '../../../src/core/tasks/read.ts';

describe('ids of tasks', () => {
  for (const [id, number] of [
    ['1', 1],
    ['120', 120],
    ['0', undefined],
    ['012', undefined],
    ['1-2', undefined],
    ['', undefined],
    ['1e3', undefined],
    ['9'.repeat(20), undefined],
  ] as const) {
    it(`${JSON.stringify(id)} is the number ${number}`, () => assert.equal(plainNumber(id), number));
  }

  for (const id of ['1', '1-2', 'login', 'a b', 'ä', 'x'.repeat(100)])
    it(`${id.slice(0, 10)} can be one`, () => assert.ok(isRecordId(id)));
  for (const id of [
    '',
    '.',
    '..',
    '.hidden',
    'a/b',
    '../x',
    'a\\b',
    'a\nb',
    '\x1b[1m',
    ' a',
    'x'.repeat(101),
    '中'.repeat(80),
  ])
    it(`${JSON.stringify(id).slice(0, 20)} cannot`, () => assert.ok(!isRecordId(id)));

  it('are UUIDs for teams, so that nothing else becomes a path', () => {
    assert.ok(isTeamId('0b9ed3a6-6a0c-4b0e-9a39-5b0c7b9a1d11'));
    for (const id of ['', '..', 'x', '0b9ed3a6-6a0c-4b0e-9a39-5b0c7b9a1d11/..', '0b9ed3a66a0c4b0e9a395b0c7b9a1d11'])
      assert.ok(!isTeamId(id), id);
  });

  it('continue after every id that was ever used, also by tmux-team, and also after an undo', () => {
    const common = { actor: 'human', ts: '2025-01-01T00:00:00.000Z' };
    const task = { event: 'task_created', title: 't', assignee: null, ...common };
    const counters = noCounters();
    for (const value of [
      { event: 'milestone_created', id: '1', name: 'm', ...common },
      { event: 'milestone_created', id: '3', name: 'm', ...common },
      { ...task, id: '3-1', number: 1, milestone: '3' },
      { ...task, id: '3-2', number: 2, milestone: '3' },
      { event: 'task_removed', id: '3-2', undoes: 3, ...common },
      { ...task, id: 'login', number: 0, milestone: '1' },
      { event: 'task_created', id: '7', title: 'of tmux-team', ...common },
    ]) {
      const event = readTaskEvent(value);
      assert.ok(event, JSON.stringify(value));
      countEvent(counters, event);
    }
    assert.equal(counters.tasks, 7);
    assert.equal(counters.milestones, 3);
    assert.deepEqual(counters.inMilestone.get('3'), 2);
  });

  it('are listed in the order of their numbers, and those without one last', () => {
    const all = ['x:0', '10:10', '1-2:9', 'a:0', '2:2'].map((text) => {
      const [id = '', number] = text.split(':');
      return { id, number: Number(number) };
    });
    assert.deepEqual(
      all.sort(byNumber).map(({ id }) => id),
      ['2', '1-2', '10', 'a', 'x'],
    );
  });
});

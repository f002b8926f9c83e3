import assert from 'node:assert/strict';
import { readMilestone, readTask, readTaskEvent, readTeam } from '../../../src/core/tasks/read.ts';

describe('what tmux-team has written', () => {
  const at = '2025-12-19T10:00:00Z';

  it('is read as it is documented', () => {
    assert.ok('value' in readTeam({ id: 'uuid-here', name: 'Auth Refactor', windowId: '10', createdAt: at }));
    const times = { createdAt: at, updatedAt: '2025-12-19T12:00:00Z' };
    assert.ok('value' in readMilestone({ id: '1', name: 'MVP Release', status: 'in_progress', ...times }, '1'));
    const task = { id: '1', title: 'Implement login flow', milestone: '1', status: 'pending', assignee: null };
    const read = readTask({ ...task, docPath: 'tasks/1.md', ...times, extra: { kept: true } }, '1');
    assert.ok('value' in read);
    assert.equal(read.value.number, 1);
    assert.deepEqual(read.value['extra'], { kept: true });
    const base = { id: '1', actor: 'codex', ts: at };
    assert.ok(readTaskEvent({ event: 'task_created', title: 'Implement login flow', ...base }));
    assert.ok(readTaskEvent({ event: 'task_updated', field: 'status', from: 'pending', to: 'in_progress', ...base }));
  });

  it('has no number when its id is none', () => {
    const read = readTask({ id: 'login', title: 't', status: 'done', createdAt: at, updatedAt: at }, 'login');
    assert.ok('value' in read);
    assert.equal(read.value.number, 0);
  });

  for (const [title, value, words] of [
    ['is no object', [1], /^is not a JSON object$/],
    [
      'has a status that does not exist',
      { id: '1', title: 't', status: 'x', createdAt: at, updatedAt: at },
      /^status is missing or/,
    ],
    ['says another id', { id: '2', title: 't', status: 'done', createdAt: at, updatedAt: at }, /its id is "2"/],
  ] as const) {
    it(`is named when it ${title}`, () => {
      const read = readTask(value, '1');
      assert.ok('problem' in read);
      assert.match(read.problem, words);
    });
  }

  for (const value of [null, 1, {}, { event: 'task_updated' }, { event: 'newer', actor: 'a', ts: at }])
    it(`is no event: ${JSON.stringify(value)}`, () => assert.equal(readTaskEvent(value), undefined));
});

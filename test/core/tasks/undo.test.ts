// What events add up to, and what takes the last one back.

import assert from 'node:assert/strict';
import { hasSeen, nextTime, sameValue } from '../../../src/core/tasks/applyEvent.ts';
import { readTaskEvent } from '../../../src/core/tasks/read.ts';
import type { NewTaskEvent, TaskEvent } from '../../../src/core/tasks/task.ts';
import { inverse, lastChange, laterWork } from '../../../src/core/tasks/undo.ts';
import { replay } from '../../support/replay.ts';

const actor = 'human';
const changes: readonly NewTaskEvent[] = [
  { event: 'team_created', id: 'u', name: 'T', actor },
  { event: 'milestone_created', id: '1', name: 'M', actor },
  { event: 'task_created', id: '1-1', number: 1, title: 'a', milestone: '1', assignee: null, doc: 'h1', actor },
  { event: 'task_updated', id: '1-1', field: 'status', from: 'pending', to: 'done', actor: 'codex' },
  {
    ...{ event: 'task_updated', id: '1-1', field: 'title', from: 'a', to: 'b', actor },
    also: [{ field: 'assignee', from: null, to: '@x' }],
  },
  { event: 'doc_updated', of: 'task', id: '1-1', from: 'h1', to: 'h2', actor },
  { event: 'milestone_updated', id: '1', field: 'description', from: null, to: 'why', actor },
];
const timed = (event: NewTaskEvent, n: number): TaskEvent => {
  const read = readTaskEvent({ ...event, ts: new Date(Date.UTC(2025, 0, 1) + n).toISOString() });
  assert.ok(read, JSON.stringify(event));
  return read;
};
const logged = (all: readonly NewTaskEvent[]) => all.map((event, line) => ({ line, event: timed(event, line) }));
/** Without times: what people see. */
const seen = (all: readonly NewTaskEvent[]) => {
  const { tasks, milestones, docs } = replay(logged(all).map(({ event }) => event));
  const plain = [...tasks.values(), ...milestones.values()].map(({ updatedAt: _, ...rest }) => rest);
  return JSON.stringify([plain, [...docs]]);
};

describe('the audit of tasks', () => {
  it('gives the state when all events are applied', () => {
    const { team, tasks, milestones, docs } = replay(logged(changes).map(({ event }) => event));
    assert.equal(team?.name, 'T');
    const { updatedAt, ...task } = tasks.get('1-1') ?? {};
    assert.equal(updatedAt, '2025-01-01T00:00:00.005Z', 'a new document changes its task');
    assert.deepEqual(task, {
      ...{ id: '1-1', number: 1, title: 'b', milestone: '1', status: 'done', assignee: '@x' },
      ...{ docPath: 'tasks/1-1.md', createdAt: '2025-01-01T00:00:00.002Z' },
    });
    assert.equal(milestones.get('1')?.description, 'why');
    assert.deepEqual([...docs], [['task 1-1', 'h2']]);
  });

  it('ignores an invalid value', () => {
    const odd = { event: 'task_updated', id: '1-1', field: 'status', from: 'done', to: 'perhaps', actor } as const;
    assert.equal(seen([...changes, odd]), seen(changes));
  });

  it('goes back one change after the other, and never takes an undo back', () => {
    const all = [...changes];
    for (let left = changes.length; left > 1; left--) {
      const last = lastChange(logged(all));
      assert.equal(last?.line, left - 1);
      const taken = last && inverse(last, 'claude');
      assert.ok(taken);
      all.push(taken);
      assert.equal(seen(all), seen(changes.slice(0, left - 1)), `after taking ${left - 1} back`);
    }
    assert.equal(lastChange(logged(all)), undefined, 'a team is not taken back');
    const fresh: NewTaskEvent = { event: 'milestone_created', id: '2', name: 'N', actor };
    assert.equal(lastChange(logged([...all, fresh]))?.event.id, '2');
  });

  it('says which later work would be lost', () => {
    const { tasks, milestones } = replay(logged(changes).map(({ event }) => event));
    const task = tasks.get('1-1');
    const milestone = milestones.get('1');
    assert.ok(task && milestone);
    const why = (line: number, standing: Partial<Parameters<typeof laterWork>[1]>) => {
      const change = logged(changes)[line];
      assert.ok(change);
      return laterWork(change, { record: undefined, doc: null, tasks: [], ...standing });
    };
    const created = { ...task, title: 'a', status: 'pending', assignee: null } as const;
    assert.equal(why(3, { record: task }), undefined);
    assert.match(why(3, { record: { ...task, status: 'pending' } }) ?? '', /the status of task 1-1/);
    assert.match(why(4, { record: { ...task, assignee: '@y' } }) ?? '', /the assignee of task 1-1/);
    assert.match(why(3, {}) ?? '', /there is no task 1-1 any more/);
    assert.equal(why(2, { record: created, doc: 'h1' }), undefined);
    assert.match(why(2, { record: created, doc: 'h2' }) ?? '', /document of task 1-1/);
    assert.match(why(2, { record: { ...created, issue: { number: 4, url: 'u' } }, doc: 'h1' }) ?? '', /the issue of/);
    assert.match(why(5, { record: task, doc: 'edited' }) ?? '', /document of task 1-1/);
    const { description: _, ...bare } = milestone;
    assert.equal(why(1, { record: bare }), undefined);
    assert.match(why(1, { record: bare, tasks: ['1', '2', '3', '4'] }) ?? '', /tasks in milestone 1: 1, 2, 3, …/);
    assert.match(why(1, { record: milestone }) ?? '', /description/);
  });

  it('knows by the time of a file whether it includes an event', () => {
    const [, , created, updated] = logged(changes).map(({ event }) => event);
    assert.ok(created && updated);
    const at = (updatedAt: string) => ({ updatedAt });
    assert.ok(!hasSeen(undefined, created));
    assert.ok(hasSeen(at('2020-01-01T00:00:00Z'), created));
    assert.ok(hasSeen(undefined, updated), 'nothing is left to do');
    assert.ok(!hasSeen(at('2024-12-31T23:59:59Z'), updated));
    assert.ok(hasSeen(at(updated.ts), updated));
    assert.ok(hasSeen(at('2025-01-01T00:00:01Z'), updated));
  });

  it('has increasing times, also when the clock is set back', () => {
    const now = Date.UTC(2025, 0, 1);
    assert.equal(nextTime(now, undefined), '2025-01-01T00:00:00.000Z');
    assert.equal(nextTime(now, '2025-01-01T00:00:00.000Z', 'nonsense'), '2025-01-01T00:00:00.001Z');
    assert.equal(nextTime(now, '2024-01-01T00:00:00Z', '2025-06-01T00:00:00Z'), '2025-06-01T00:00:00.001Z');
  });

  it('compares values, and not the order of their keys', () => {
    assert.ok(sameValue({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }));
    assert.ok(sameValue(undefined, null));
    assert.ok(!sameValue([1, 2], [2, 1]));
  });
});

// From each state of a task on.

import assert from 'node:assert/strict';
import { taskWays, type WayOn } from '../../../src/core/status/waysOn.ts';
import { type TaskState, taskStates } from '../../../src/core/tasks/task.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';
import { take, walkTable } from '../../support/walks.ts';

describe('a task', function () {
  this.timeout(90_000);
  let box: Sandbox;
  let at: ProjectWith<{ tasks: true }>;
  before(async () => {
    box = new Sandbox();
    at = await newProject({ box, tasks: true }).init();
  });
  after(() => box.dispose());

  const is = async (id: string, state: TaskState) => assert.equal((await at.task(id)).status, state);
  const act = (way: WayOn, ID: string) => take(box, at.top, way, { ID });
  const add = async (state: TaskState) => {
    const id = String((await at.json<{ task: { id: string | number } }>(['task', 'add', 'Build it'])).task.id);
    if (state !== 'pending') await at.json(['task', 'update', id, '--status', state]);
    await is(id, state);
    return id;
  };
  const finish = async (way: WayOn, state: TaskState) => {
    const id = await add(state);
    await act(way, id);
    await is(id, 'done');
  };

  it('has the states of the table', () => assert.deepEqual(Object.keys(taskWays), [...taskStates]));

  walkTable(taskWays, {
    pending: { 'by the command': (way) => finish(way, 'pending') },
    in_progress: { 'by the command': (way) => finish(way, 'in_progress') },
    done: {
      'is an end': async () => {
        const id = await add('done');
        const { stdout } = await at.pm(['task', 'list', '--status', 'pending']);
        assert.doesNotMatch(stdout, new RegExp(`^${id} `, 'm'));
      },
      'by the command': async (way) => {
        const id = await add('done');
        await act(way, id);
        await is(id, 'pending');
      },
    },
  });
});

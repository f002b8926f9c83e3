// A project where collab is on, in the words of the tests about Stops.

import assert from 'node:assert/strict';
import { twoTasks } from '../../../support/parts/collab.ts';
import { newProject, type ProjectWith } from '../../../support/project.ts';

export const half = (by: number) => `export const half = (n) => n / ${by};\n`;

export const still = (task_index: number, rounds = 0) => ({
  ...{ phase: 'implementing', task_index, rounds, paused: false },
});

export type StopsProject = ReturnType<typeof newStopsProject>;

export function newStopsProject() {
  const at = newProject({ collab: true });
  const begin = async (design = twoTasks) => {
    at.write('docs/plan.md', design);
    assert.equal((await at.collab(['start'])).code, 0);
  };
  return Object.assign(at, {
    begin,
    /** With the design behind it. */
    async implement(design = twoTasks) {
      await begin(design);
      assert.match((await at.stop()).block ?? '', /Continue with task 1/);
    },
    where() {
      const { phase, task_index, rounds, paused } = at.state() ?? {};
      return { phase, task_index, rounds, paused };
    },
  }) satisfies ProjectWith<{ collab: true }>;
}

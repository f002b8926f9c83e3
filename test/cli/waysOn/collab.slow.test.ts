// From each state of collab on, with reviews that were killed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Status } from '../../../src/core/status/status.ts';
import { collabWays, type WayOn } from '../../../src/core/status/waysOn.ts';
import { finds, twoTasks } from '../../support/parts/collab.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';
import { take, walkTable } from '../../support/walks.ts';

describe('collab', function () {
  this.timeout(90_000);
  let box: Sandbox;
  let at: ProjectWith<{ collab: true }>;
  beforeEach(() => {
    box = new Sandbox();
    at = newProject({ box, collab: true });
    at.write('docs/plan.md', twoTasks);
  });
  afterEach(() => box.dispose());

  const state = async (): Promise<keyof typeof collabWays> => {
    const { phase, paused, held } = (await box.partyJson<Status>(['status'], { cwd: at.top })).collab;
    return (held ?? null) !== null ? 'held' : paused ? 'paused' : phase;
  };
  const is = async (expected: keyof typeof collabWays) => assert.equal(await state(), expected);
  const act = (way: WayOn) => take(box, at.top, way);
  const design = async () => {
    await act(collabWays.idle);
    await is('designing');
  };
  const implement = async () => {
    await design();
    await at.stop();
    await is('implementing');
    at.write('src/half.js', 'export const half = (n) => n / 2;\n');
  };
  const review = async (STAND_IN: 'hang' | 'wait') => {
    const before = at.calls().length;
    const child = box.spawn(node20, [cliBundle, 'collab', 'review'], { cwd: at.top, env: { STAND_IN } });
    const ended = once(child, 'exit');
    const asked = await until('Codex', () => at.calls()[before], 30_000);
    return { child, ended, asked };
  };
  /** The review, with its Codex, is gone without a word; what it wrote at its beginning is still there. */
  const killed = async (phase: 'design_review' | 'task_review') => {
    const { child, ended, asked } = await review('hang');
    await is(phase);
    child.kill('SIGKILL');
    await ended;
    process.kill(asked.pid, 'SIGKILL');
    assert.equal(at.state()?.phase, phase);
  };
  const cancelledWhile = async (phase: 'design_review' | 'task_review', way: WayOn) => {
    const { ended } = await review('wait');
    await is(phase);
    await act(way);
    writeFileSync(`${at.codexLog}.go`, '');
    await ended;
    await is('idle');
  };
  /** Until Claude may stop and collab is over. */
  const toTheEnd = async () => {
    for (let n = 0; (await state()) !== 'idle'; n++) {
      assert.ok(n < 6, `collab is still ${await state()}`);
      at.write('src/half.js', `export const half = (n) => n / 2; // ${n}\n`);
      await at.stop();
    }
  };

  walkTable(collabWays, {
    idle: {
      'is an end': () => is('idle'),
      'by the command': async (way) => {
        await act(way);
        await is('designing');
        await toTheEnd();
      },
    },
    designing: {
      'by itself': async () => {
        await design();
        await at.stop();
        await is('implementing');
      },
      'by the command': async (way) => {
        await design();
        await act(way);
        await is('idle');
        assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
      },
    },
    design_review: {
      'by itself': async () => {
        await design();
        await killed('design_review');
        await at.stop();
        await is('implementing');
      },
      'by the command': async (way) => {
        await design();
        await cancelledWhile('design_review', way);
      },
    },
    implementing: {
      'by itself': async () => {
        await implement();
        assert.match((await at.stop()).block ?? '', /Continue with task 2/);
        await toTheEnd();
      },
      'by the command': async (way) => {
        await implement();
        await act(way);
        await is('complete');
      },
    },
    task_review: {
      'by itself': async () => {
        await implement();
        await killed('task_review');
        assert.match((await at.stop()).block ?? '', /Continue with task 2/);
        await toTheEnd();
      },
      'by the command': async (way) => {
        await implement();
        await cancelledWhile('task_review', way);
      },
    },
    complete: {
      'is an end': async () => {
        await implement();
        await act(collabWays.implementing);
        await is('complete');
        assert.deepEqual(await at.stop(), { block: undefined, said: undefined });
        await is('idle');
      },
    },
    paused: {
      'by the command': async (way) => {
        await implement();
        await at.collab(['pause']);
        await is('paused');
        await act(way);
        await is('implementing');
        await toTheEnd();
      },
    },
    held: {
      'by the command': async (way) => {
        await implement();
        for (const by of [0, 3, 4]) {
          at.write('src/half.js', `export const half = (n) => n / ${by};\n`);
          await at.stop(finds({}));
        }
        await is('held');
        await act(way);
        await is('implementing');
        await toTheEnd();
      },
    },
  });
});

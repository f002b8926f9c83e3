// From each state of a plan on, with reviews that were killed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { planWays, type WayOn } from '../../../src/core/status/waysOn.ts';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { cliBundle, node20, Sandbox, until } from '../../support/sandbox.ts';
import { take, walkTable } from '../../support/walks.ts';

describe('a plan', function () {
  this.timeout(90_000);
  let box: Sandbox;
  let at: ProjectWith<{ plan: true }>;
  beforeEach(async () => {
    box = new Sandbox();
    at = newProject({ box, plan: true });
  });
  afterEach(() => box.dispose());

  const start = async () => assert.equal((await at.plan(['start'])).code, 0);
  const is = async (kind: keyof typeof planWays) => assert.equal((await at.planStatus()).plan.kind, kind);
  const act = (way: WayOn) => take(box, at.top, way, { REASON: 'it is good enough' });
  const next = async () =>
    /^Next +(.+)$/m.exec((await box.party(['status'], { cwd: at.top })).stdout)?.[1] ?? 'nothing';
  const running = async () => {
    await start();
    at.write('docs/plan.md', goodPlan);
    const child = box.spawn(node20, [cliBundle, 'plan', 'review'], { cwd: at.top, env: { STAND_IN: 'hang' } });
    const ended = once(child, 'exit');
    const call = await until('Codex', () => at.calls()[0], 30_000);
    await is('reviewing');
    return { child, ended, call };
  };
  /** The review, with its Codex, is gone without a word. */
  const killed = async () => {
    const { child, ended, call } = await running();
    child.kill('SIGKILL');
    await ended;
    process.kill(call.pid, 'SIGKILL');
  };
  const refused = async () => {
    await start();
    await at.writePlan(goodPlan, verdict([note]));
    await is('changes-requested');
  };

  walkTable(planWays, {
    off: {
      'is an end': async () => {
        await is('off');
        assert.doesNotMatch(await next(), /plan/);
      },
      'by the command': async (way) => {
        await act(way);
        await is('none');
      },
    },
    none: {
      'by itself': async () => {
        await start();
        await is('none');
        await at.writePlan(goodPlan);
        await is('approved');
      },
      'by the command': async (way) => {
        await killed();
        await is('none');
        // It says what is to be done with the plan that is there.
        const { stdout } = await act(way);
        assert.match(stdout, /party plan review/);
        assert.equal(await next(), 'party plan review');
        await act({ cli: await next() });
        await is('approved');
      },
    },
    reviewing: {
      'by itself': async () => {
        await killed();
        await is('none');
        await at.wrote('docs/plan.md');
        await is('approved');
      },
      'by the command': async (way) => {
        const { ended } = await running();
        await act(way);
        await ended;
        await is('none');
        await at.wrote('docs/plan.md');
        await is('approved');
      },
    },
    'changes-requested': {
      'by itself': async () => {
        await refused();
        await at.writePlan(`${goodPlan}more\n`);
        await is('approved');
      },
      'by the command': async (way) => {
        await refused();
        await act(way);
        await is('approved');
      },
    },
    approved: {
      'is an end': async () => {
        await start();
        await at.writePlan(goodPlan);
        await is('approved');
        assert.doesNotMatch(await next(), /plan/);
      },
    },
    stale: {
      'by itself': async () => {
        await start();
        await at.writePlan(goodPlan);
        at.write('docs/plan.md', `${goodPlan}by hand\n`);
        await is('stale');
        await at.writePlan(`${goodPlan}by Claude\n`);
        await is('approved');
      },
      'by the command': async (way) => {
        await start();
        await at.writePlan(goodPlan);
        at.write('docs/plan.md', `${goodPlan}by hand\n`);
        await is('stale');
        await act(way);
        await is('approved');
      },
    },
    'needs-human': {
      'by the command': async (way) => {
        await start();
        for (let n = 1; n <= 5; n++) await at.writePlan(`${goodPlan}${n}\n`, verdict([note]));
        await is('needs-human');
        await act(way);
        await is('approved');
      },
    },
  });
});

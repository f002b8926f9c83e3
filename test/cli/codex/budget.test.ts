// One budget for all reviews of a project: what it counts, what it holds back, and that only a human renews it.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CollabState, collabStateFile } from '../../../src/core/collab/collab.ts';
import type { Budget } from '../../../src/core/project/budget.ts';
import type { EventOf } from '../../../src/core/project/event.ts';
import type { Status } from '../../../src/core/status/status.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { type NewEvent, openProjectLog } from '../../../src/node/project/projectLog.ts';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('party budget', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let at: ProjectWith<{ plan: true }>;
  beforeEach(() => {
    box = new Sandbox();
    at = newProject({ box, plan: true });
  });
  afterEach(() => box.dispose());

  const party = (args: readonly string[], env: Record<string, string> = {}) => box.party(args, { cwd: at.top, env });
  const shown = () => box.partyJson<Budget>(['budget', 'show'], { cwd: at.top });
  const status = () => box.partyJson<Status>(['status'], { cwd: at.top });
  const log = () => openProjectLog(partyPaths(box.env), at.top);
  const spend = (tokens: number, seconds = 60): Promise<void> => {
    const spent: NewEvent = { event: 'spent', actor: 'claude', loop: 'collab', seconds, tokens, ...inNoThread };
    return log().append(spent);
  };
  const inNoThread = { thread: null, threadTokens: null };
  const limit = (budget: object) => {
    mkdirSync(join(box.home, '.tmux-team'), { recursive: true });
    writeFileSync(join(box.home, '.tmux-team/config.json'), JSON.stringify({ budget }));
  };
  const withPlan = async () => {
    await at.plan(['start']);
    at.write('docs/plan.md', goodPlan);
  };
  const usage = (input: number) => ({ STAND_IN_USAGE: JSON.stringify({ input_tokens: input, output_tokens: 0 }) });

  it('shows zero usage and the limits in a new project', async () => {
    const limits = { rounds: 30, minutes: 240, tokens: 20_000_000 };
    assert.deepEqual(await shown(), { rounds: 0, minutes: 0, tokens: 0, limits, exhausted: null });
    assert.equal(
      (await party(['budget', 'show'])).stdout,
      'rounds   0 of 30\nminutes  0 of 240\ntokens   0 of 20000000\n',
    );
  });

  it('adds up the runs of a plan, with the tokens of their thread', async () => {
    await withPlan();
    const first = await at.plan(['review'], { ...verdict([note]), ...usage(1000) });
    assert.equal(first.code, 0, first.stderr);
    at.write('docs/plan.md', `${goodPlan}\nMore.\n`);
    await at.plan(['review'], { STAND_IN: '500', ...usage(1200) });
    await at.plan(['review'], usage(1500));
    const { rounds, tokens } = await shown();
    assert.deepEqual([rounds, tokens], [2, 1500]);
    const { budget } = await status();
    assert.deepEqual([budget.rounds, budget.tokens, budget.left], [2, 1500, 3]);
  });

  it('can be set by the user only, not by the project', async () => {
    writeFileSync(join(at.top, 'tmux-team.json'), '{"budget":{"rounds":1000}}');
    const output = await party(['review', 'request', '--headless']);
    assert.equal(output.code, 1);
    assert.match(output.stderr, /tmux-team\.json: budget: a project cannot set its own budget/);
    limit({ minutes: 7 });
    assert.equal((await shown()).limits.minutes, 7);
  });

  it('that is used up stops every loop until a human renews it', async () => {
    limit({ minutes: 10 });
    await withPlan();
    await spend(5, 600);
    const wayOut = /10 of 10 minutes.*party budget renew --reason TEXT/;
    // The plan, by hand and by its hook.
    const planned = await at.plan(['review', '--json']);
    assert.equal(planned.code, 1);
    assert.equal(JSON.parse(planned.stdout).kind, 'needs-human');
    assert.match(JSON.parse(planned.stdout).why, wayOut);
    const told = await at.writePlan(`${goodPlan}\nMore.\n`);
    assert.equal(told.decision, undefined);
    assert.match(told.text, wayOut);
    assert.match(told.text, /not a verdict about the plan/);
    assert.deepEqual(
      at.events('plan').map(({ what }) => what),
      ['started'],
    );
    // A review, with and without a pane, also when a human gives it another round.
    for (const more of [[], ['--beyond', 'one more']]) {
      const asked = await party(['review', 'request', '--headless', ...more]);
      assert.equal(asked.code, 1);
      assert.match(asked.stderr, wayOut);
    }
    assert.deepEqual(at.calls(), []);
    assert.ok(!(await log().events()).some(({ event }) => event === 'requested'));
    // Each of these shows it.
    const { budget } = await status();
    assert.deepEqual([budget.exhausted, budget.left, budget.minutes], ['minutes', 0, 10]);
    const text = (await party(['status'])).stdout;
    assert.match(text, /^Budget {4}used up: .*10 of 10 minutes/m);
    assert.match(text, /^Next {6}party budget renew --reason TEXT$/m);
    assert.match(
      (await party(['budget', 'show'])).stdout,
      /^Used up: minutes\. To renew the budget: party budget renew/m,
    );

    const renew = ['budget', 'renew', '--reason', 'it is worth it'];
    for (const env of [{ CLAUDECODE: '1' }, { CODEX_THREAD_ID: 't' }] as Record<string, string>[]) {
      // An agent is not asked for a reason either, which would not help it.
      for (const args of [renew, ['budget', 'renew']]) {
        const refused = await party(args, env);
        assert.equal(refused.code, 1);
        assert.match(refused.stderr, /Only the human renews the budget.*REFUSED/);
      }
    }
    for (const args of [
      ['budget', 'renew'],
      ['budget', 'renew', '--reason', ' '],
    ]) {
      assert.match(
        (await party(args)).stderr,
        /A reason is required\. To renew the budget: party budget renew --reason TEXT/,
      );
    }
    const renewed = await party([...renew, '--json']);
    assert.equal(renewed.code, 0, renewed.stderr);
    const { before, after } = JSON.parse(renewed.stdout) as { before: Budget; after: Budget };
    assert.deepEqual([before.minutes, before.exhausted, after.minutes, after.exhausted], [10, 'minutes', 0, null]);
    const event = (await log().events()).find(
      (one): one is EventOf<'budget-renewed'> => one.event === 'budget-renewed',
    );
    assert.deepEqual([event?.actor, event?.reason], ['human', 'it is worth it']);
    assert.equal((await at.plan(['review'])).code, 0);
    assert.equal(at.calls().length, 1);
  });

  it('that is used up needs the human also when an agent asks collab for a review', async () => {
    limit({ minutes: 10 });
    at.write('docs/plan.md', goodPlan);
    assert.equal((await party(['collab', 'start'])).code, 0);
    await spend(5, 600);
    const asked = async (env = {}) => (await party(['collab', 'review'], env)).stdout;
    assert.match(await asked(), /\. To renew the budget: party budget renew --reason TEXT\n$/);
    assert.match(
      await asked({ CLAUDECODE: '1' }),
      /\. The human can renew the budget: party budget renew --reason TEXT\n$/,
    );
  });

  it('is shown by `party status` together with how far collab is', async () => {
    assert.deepEqual((await status()).collab, { phase: 'idle', paused: false, task: null, total: null, held: null });
    await spend(1_500_000);
    const state: CollabState = {
      ...{ phase: 'implementing', project: at.top, design: 'docs/plan.md', task_index: 2, total_tasks: 5 },
      ...{ codex_session_id: null, git_checkpoint: null, review_log: [], last_transition: '2026-01-01T00:00:00Z' },
      ...{ paused: true, pause_reason: 'it goes in circles', rounds: 3, cached_model: null, model_cached_at: null },
    };
    at.write(collabStateFile, JSON.stringify(state));
    const { collab } = await status();
    assert.deepEqual([collab.task, collab.total, collab.held], [2, 5, 'it goes in circles']);
    const text = (await party(['status'])).stdout;
    assert.match(text, /^Collab {4}needs you, task 2 of 5: it goes in circles$/m);
    assert.match(text, /^Budget {4}0 of 30 rounds, 1 of 240 minutes, 1\.5M of 20M tokens$/m);
    assert.match(text, /^Next {6}party collab resume$/m);
  });
});

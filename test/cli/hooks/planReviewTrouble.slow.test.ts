// Reviews of the plan that fail, or are killed.

import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../support/alive.ts';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { cliBundle, node20, repository, until } from '../../support/sandbox.ts';
import { newPlanUnderReview, type PlanUnderReview } from './support/planUnderReview.ts';

describe('a plan under review, in trouble', function () {
  this.timeout(40_000);
  let at: PlanUnderReview;
  beforeEach(async () => {
    at = await newPlanUnderReview();
  });
  afterEach(() => at.dispose());

  describe('whose review was killed', () => {
    it('between the verdict and its number, loses neither', async () => {
      await at.writePlan(goodPlan, verdict([note]));
      writeFileSync(at.file('.claude/review/version_counter'), '0\n');
      const answer = await at.writePlan(`${goodPlan}2\n`, verdict([note]));
      assert.match(answer.text, /\(version 2\)[\s\S]*3 revisions are left/);
      assert.equal(at.read('.claude/review/plan_v1.snapshot.md'), goodPlan);
    });

    it('between the log and the approval, is not approved', async () => {
      await at.writePlan(goodPlan);
      rmSync(at.file('.claude/review/approval.json'));
      assert.equal((await at.planStatus()).plan.kind, 'stale');
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 2\)/);
    });
  });

  describe('when Codex fails', () => {
    for (const [how, message] of [
      ['401', /401 Unauthorized.*codex login/],
      ['429', /429 Too Many Requests.*in a while/],
      ['usage', /usage limit.*6:20 AM/],
      ['500', /high demand/],
      ['refused', /Connection failed/],
      ['words', /is not a verdict: it is not JSON/],
      ['schema', /does not have the requested format.*is_optimal/],
      ['empty', /it is empty/],
      ['nothing', /without an answer/],
      ['threadless', /did not say in which thread/],
    ] as const) {
      it(`(${how}) says so, approves nothing and costs nothing`, async () => {
        const answer = await at.writePlan(goodPlan, { STAND_IN: how });
        assert.equal(answer.decision, undefined);
        assert.match(answer.text, /^Party: The plan was not reviewed, so it is not approved: /);
        assert.match(answer.text, message);
        assert.match(answer.systemMessage ?? '', message);
        assert.equal(at.approval(), null);
        assert.equal(at.read('.claude/review/plan_v1.codex.json'), undefined);
        assert.equal((await at.planStatus()).plan.kind, 'none');
        assert.equal(at.events('plan').at(-1)?.what, 'failed');
        if (how === '429' || how === 'usage') {
          assert.match((await at.wrote('docs/plan.md')).text, /Codex is limited until .*so it was not asked/);
          rmSync(at.durable('limit-codex.json'));
        }
        assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 1\)/);
      });
    }

    it('does not read an old file as an answer', async () => {
      writeFileSync(at.file('.claude/review/plan_v1.codex.json'), '{"is_optimal":true,"summary":"","notes":[]}');
      assert.match((await at.writePlan(goodPlan, { STAND_IN: 'nothing' })).text, /without an answer/);
      assert.equal(at.read('.claude/review/plan_v1.codex.json'), undefined);
    });

    it('rejects an answer of another thread', async () => {
      await at.writePlan(goodPlan, verdict([note]));
      const changed = `${goodPlan}2\n`;
      assert.match(
        (await at.writePlan(changed, { STAND_IN: 'foreign' })).text,
        /answered in the thread .*ffff instead of 01a1e2c0-0b6e/,
      );
      assert.equal(at.approval(), null);
      assert.equal(at.read('.claude/review/codex_thread_id'), undefined);
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 2\)/);
    });

    it('begins a new thread when the old one is gone or invalid', async () => {
      await at.writePlan(goodPlan, verdict([note]));
      assert.match((await at.writePlan(`${goodPlan}2\n`, { STAND_IN: 'gone' })).text, /no longer has the thread/);
      assert.equal(at.read('.claude/review/codex_thread_id'), undefined);
      writeFileSync(at.file('.claude/review/codex_thread_id'), '--last\n');
      assert.match((await at.wrote('docs/plan.md')).text, /does not contain a thread id/);
      mkdirSync(at.file('.claude/review/codex_thread_id'));
      assert.match((await at.wrote('docs/plan.md')).text, /does not contain a thread id/);
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 2\)/);
      assert.equal(at.calls().at(-1)?.resumed, undefined);
      assert.match(at.calls().at(-1)?.prompt ?? '', /What you said about version 1/);
    });

    it('says that it is missing', async () => {
      renameSync(join(at.root, 'bin/codex'), join(at.root, 'bin/gone'));
      for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(at.root, 'bin', tool));
      const answer = await at.writePlan(goodPlan, { PATH: join(at.root, 'bin') });
      assert.match(answer.text, /Codex \(codex\) is not installed/);
    });

    it('is ended after its time limit', async () => {
      at.write('docs/plan.md', goodPlan);
      const output = await at.plan(['review', '--timeout', '1s'], { STAND_IN: 'hang' });
      assert.equal(output.code, 4);
      assert.match(output.stderr, /not finished its review within 1 s.*TIMEOUT/);
      assert.equal((await at.planStatus()).plan.kind, 'none');
    });

    it('refuses a time limit of zero', async () => {
      at.write('docs/plan.md', goodPlan);
      for (const none of ['0', '0s', '0.1ms']) {
        const output = await at.plan(['review', '--timeout', none]);
        assert.match(output.stderr, /--timeout/);
      }
      assert.equal(at.calls().length, 0);
    });

    it('cannot be chosen by the project', async () => {
      at.write('tmux-team.json', '{"agents":{"codex":{"command":["./my/codex"]}}}');
      assert.match((await at.writePlan(goodPlan)).text, /approved the plan/);
    });
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`that is ended by ${signal} has no approval and can be reviewed again`, async () => {
      at.write('docs/plan.md', goodPlan);
      const child = at.box.spawn(node20, [cliBundle, 'plan', 'review'], { cwd: at.top, env: { STAND_IN: 'hang' } });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      const [call] = await until('Codex', () => at.calls().length === 1 && at.calls());
      child.kill(signal);
      await ended;
      if (signal === 'SIGKILL') process.kill(call?.pid ?? 0, 'SIGKILL');
      else assert.throws(() => process.kill(call?.pid ?? 0, 0), /ESRCH/);
      assert.equal(at.approval(), null);
      assert.equal((await at.planStatus()).plan.kind, 'none');
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 1\)/);
    });
  }

  it('ends Codex when the program that asked is gone', async () => {
    at.write('docs/plan.md', goodPlan);
    const child = at.box.spawn(node20, [cliBundle, 'plan', 'review', '--attached'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    const [call] = await until('Codex', () => at.calls().length === 1 && at.calls());
    child.stdin.end();
    assert.equal(await ended, 1);
    assert.throws(() => process.kill(call?.pid ?? 0, 0), /ESRCH/);
  });

  it('ends Codex when the hook is killed, and can be reviewed again', async () => {
    at.write('docs/plan.md', goodPlan);
    const hook = at.box.spawn(node20, [join(repository, 'dist/hook.cjs'), 'plan-review'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    const common = { session_id: 's', cwd: at.top, hook_event_name: 'PostToolUse', tool_name: 'Write' };
    hook.stdin.end(JSON.stringify({ ...common, tool_input: { file_path: at.file('docs/plan.md') } }));
    const [call] = await until('Codex', () => at.calls().length === 1 && at.calls());
    hook.kill('SIGKILL');
    await until('the end of Codex', () => !isAlive(call?.pid ?? 0));
    await until('the lock', async () => (await at.planStatus()).plan.kind === 'none');
    assert.equal(at.approval(), null);
    assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 1\)/);
  });

  it('tells Claude when there is no Node to ask with', async () => {
    at.write('docs/plan.md', goodPlan);
    const bin = at.box.directory('poor');
    for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(bin, tool));
    const call = { tool_name: 'Write', tool_input: { file_path: at.file('docs/plan.md') } };
    const { code, stderr } = await at.afterTool('plan-review', call, { PATH: bin, PARTY_NODE: '/nowhere' });
    assert.equal(code, 2);
    assert.match(stderr, /was not reviewed .*not approved/);
  });

  it('tells Claude when the hook itself breaks', async () => {
    const home = join(at.root, 'no-folder');
    writeFileSync(home, '');
    const answer = await at.writePlan(goodPlan, { PARTY_HOME: home });
    assert.match(answer.text, /^Party: The plan was not reviewed, so it is not approved: /);
    assert.match(answer.systemMessage ?? '', /was not reviewed/);
  });
});

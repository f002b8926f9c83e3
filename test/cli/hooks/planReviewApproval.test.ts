// What counts as an approval of the plan, and what does not.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { newPlanUnderReview, type PlanUnderReview } from './support/planUnderReview.ts';

describe('the approval of a plan under review', function () {
  this.timeout(40_000);
  let at: PlanUnderReview;
  beforeEach(async () => {
    at = await newPlanUnderReview();
  });
  afterEach(() => at.dispose());

  for (const [title, text] of [
    ['corrupt', '{"is_optimal":tru'],
    ['of another form', '{"is_optimal":"true","plan_hash":7}'],
    [
      'of another plan',
      `{"is_optimal":true,"plan_hash":"${'0'.repeat(64)}","review_version":1,"approved_at":"x","codex_thread_id":null}`,
    ],
  ] as const) {
    it(`has no approval by a file that is ${title}`, async () => {
      at.write('docs/plan.md', goodPlan);
      writeFileSync(at.file('.claude/review/approval.json'), text);
      const { approval: valid, approvalProblem, plan } = await at.planStatus();
      assert.equal(valid, null);
      assert.notEqual(plan.kind, 'approved');
      assert.match(approvalProblem ?? '', title === 'of another plan' ? /another plan/ : /cannot be read/);
      assert.match((await at.plan(['status'])).stdout, /Approval: +\S/);
      // And the next review puts it right.
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 1\)/);
    });
  }

  it('has no approval by a file that this machine’s log does not know, and says so', async () => {
    await at.writePlan(goodPlan, verdict([note]));
    const { hash } = await at.planStatus();
    at.forge(hash);
    const { plan, approval: valid, approvalProblem } = await at.planStatus();
    assert.deepEqual([plan.kind, valid], ['changes-requested', null]);
    assert.match(approvalProblem ?? '', /was not given on this machine/);
    assert.match((await at.plan(['status'])).stdout, /party plan approve --reason/);
  });

  it('begins no new cycle because of a file that never was an approval', async () => {
    for (let n = 1; n <= 5; n++) await at.writePlan(`${goodPlan}${n}\n`, verdict([note]));
    at.forge('0'.repeat(64));
    assert.equal((await at.planStatus()).plan.kind, 'needs-human');
    // The next hook takes it away and says so.
    assert.match((await at.ranBash()).text, /approval\.json is not valid: .*another plan/);
    assert.equal(at.approval(), null);
    assert.match((await at.writePlan(`${goodPlan}6\n`)).text, /Codex was not asked/);
    assert.equal(at.calls().length, 5);
  });

  it('reports an approval file that comes back after a withdrawal or from an earlier gate', async () => {
    await at.writePlan(goodPlan);
    const file = at.read('.claude/review/approval.json') ?? '';
    const back = async () => {
      at.write('docs/plan.md', goodPlan);
      writeFileSync(at.file('.claude/review/approval.json'), file);
      return (await at.planStatus()).approvalProblem;
    };
    assert.equal(await back(), null);
    at.write('docs/plan.md', `${goodPlan}2\n`);
    await at.ranBash();
    assert.match((await back()) ?? '', /was not given on this machine/);
    await at.plan(['stop']);
    await at.plan(['start']);
    assert.match((await back()) ?? '', /was not given on this machine/);
  });

  it('is reported as not given on this machine when the log is gone', async () => {
    await at.writePlan(goodPlan);
    const log = at.durable('events.jsonl');
    rmSync(log);
    assert.match((await at.planStatus()).approvalProblem ?? '', /was not given on this machine/);
    mkdirSync(log);
    assert.match((await at.planStatus()).approvalProblem ?? '', /was not given on this machine/);
  });

  it('has no approval by a file that cannot be read', async () => {
    await at.writePlan(goodPlan);
    chmodSync(at.file('.claude/review/approval.json'), 0);
    const { approval: valid, approvalProblem } = await at.planStatus();
    assert.equal(valid, null);
    assert.match(approvalProblem ?? '', /cannot be read/);
  });

  it('removes an approval that is a folder', async () => {
    await at.writePlan(goodPlan);
    at.write('docs/plan.md', `${goodPlan}2\n`);
    await at.ranBash();
    mkdirSync(at.file('.claude/review/approval.json'));
    assert.match((await at.ranBash()).text, /cannot be read/);
    assert.ok(!existsSync(at.file('.claude/review/approval.json')));
  });

  it('begins again after a human’s approval is withdrawn, also at the limit', async () => {
    for (let n = 1; n <= 5; n++) await at.writePlan(`${goodPlan}${n}\n`, verdict([note]));
    assert.equal((await at.plan(['approve', '--reason', 'good enough'])).code, 0);
    const answer = await at.writePlan(`${goodPlan}6\n`, verdict([note]));
    assert.match(answer.text, /not call the plan optimal yet \(version 1\)[\s\S]*4 revisions are left/);
    at.write('docs/plan.md', `${goodPlan}7\n`);
    assert.equal((await at.planStatus()).plan.kind, 'changes-requested');
  });
});

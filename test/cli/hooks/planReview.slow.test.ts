// The loop around the plan, through the hook as the client calls it, with a program in Codex's place.

import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { isAlive } from '../../support/alive.ts';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import type { ProjectWith } from '../../support/project.ts';
import { until } from '../../support/sandbox.ts';
import { asClaude, newPlanUnderReview, type PlanUnderReview } from './support/planUnderReview.ts';

describe('a plan under review', function () {
  this.timeout(40_000);
  let at: PlanUnderReview;
  beforeEach(async () => {
    at = await newPlanUnderReview();
  });
  afterEach(() => at.dispose());

  it('is refused with notes, revised, and approved, all in one thread', async () => {
    const first = await at.writePlan(goodPlan, verdict([note]));
    assert.equal(first.decision, 'block');
    assert.match(
      first.text,
      /not call the plan optimal yet \(version 1\)[\s\S]*plan\.md:3, blocking\n\| The goal cannot/,
    );
    assert.match(first.text, /4 revisions are left/);
    assert.equal((await at.planStatus()).plan.kind, 'changes-requested');
    assert.equal(at.approval(), null);

    const revised = goodPlan.replace('About goal.', 'The goal, and its test.');
    const second = await at.writePlan(revised);
    assert.equal(second.decision, undefined);
    assert.match(second.text, /approved the plan \(version 2\)[\s\S]*Ready to execute\?/);
    const { plan_hash, approved_at, ...rest } = at.approval();
    const thread = '01a1e2c0-0b6e-7e80-8341-7e4ebd12d590';
    assert.deepEqual(rest, { is_optimal: true, review_version: 2, codex_thread_id: thread });
    const state = await at.planStatus();
    assert.equal(plan_hash, state.hash);
    assert.ok(!Number.isNaN(Date.parse(approved_at)));
    assert.deepEqual(state.plan, { kind: 'approved', version: 2, hash: plan_hash });
    const { plan } = await at.box.partyJson<{ plan: object }>(['status'], { cwd: at.top });
    assert.deepEqual(plan, state.plan);

    assert.equal(at.read('.claude/review/plan_v1.snapshot.md'), goodPlan);
    assert.equal(at.read('.claude/review/plan_v2.snapshot.md'), revised);
    assert.equal(JSON.parse(at.read('.claude/review/plan_v1.codex.json') ?? '').notes.length, 1);
    assert.match(
      at.read('.claude/review/plan_v1.annotated.md') ?? '',
      /About goal\.\n\n> \*\*Codex, line 3, blocking:\*\*\n/,
    );
    assert.equal(at.read('.claude/review/codex_thread_id')?.trim(), thread);
    assert.equal(at.read('.claude/review/version_counter')?.trim(), '2');
    const [one, two] = at.calls();
    assert.equal(one?.resumed, undefined);
    assert.equal(two?.resumed, thread);
    for (const { args, cwd, schema, prompt } of at.calls()) {
      assert.equal(args.at(-1), '-');
      assert.equal(args[args.indexOf('--sandbox') + 1], 'read-only');
      assert.ok(args.indexOf('--sandbox') < (args.indexOf('resume') + 1 || 99));
      assert.ok(!args.includes('--last'));
      assert.equal(cwd, at.top);
      assert.deepEqual(schema?.required, ['is_optimal', 'summary', 'notes']);
      assert.match(prompt, /^ 3\| /m);
    }
    assert.match(two?.prompt ?? '', /What you said about version 1[\s\S]*\| The goal cannot be tested/);
    assert.deepEqual(at.whats(), ['started', 'reviewed', 'approved']);
  });

  it('loses its approval with the next edit, and begins a new cycle', async () => {
    await at.writePlan(goodPlan);
    const answer = await at.writePlan(`${goodPlan}more\n`, verdict([note]));
    assert.equal(answer.decision, 'block');
    assert.equal(at.approval(), null);
    assert.equal(at.read('.claude/review/version_counter')?.trim(), '1');
    assert.equal(at.read('.claude/review/plan_v1.snapshot.md'), `${goodPlan}more\n`);
    assert.deepEqual(at.whats(), ['started', 'approved', 'withdrawn', 'reviewed']);
    const [past = ''] = readdirSync(at.file('.claude/review/past'));
    assert.equal(at.read(`.claude/review/past/${past}/plan_v1.snapshot.md`), goodPlan);
  });

  it('is stale for every reader as soon as it differs', async () => {
    await at.writePlan(goodPlan);
    at.write('docs/plan.md', `${goodPlan}by hand\n`);
    const { plan, approval: valid, approvalProblem } = await at.planStatus();
    assert.deepEqual([plan.kind, valid], ['stale', null]);
    assert.match(approvalProblem ?? '', /another plan/);
    // The next hook takes it away, and says so.
    assert.match((await at.ranBash()).text, /approval of the plan is withdrawn/);
    assert.equal(at.read('.claude/review/approval.json'), undefined);
    assert.equal((await at.planStatus()).plan.kind, 'stale');
    assert.equal(at.read('.claude/review/version_counter')?.trim(), '0');
    // Also when the old text comes back: it would have to be looked at again.
    at.write('docs/plan.md', goodPlan);
    assert.equal((await at.planStatus()).plan.kind, 'stale');
  });

  it('is not approved when it was changed while it was read', async () => {
    const writing = at.writePlan(goodPlan, { STAND_IN: 'wait' });
    await until('Codex', () => at.calls().length === 1);
    assert.equal((await at.planStatus()).plan.kind, 'reviewing');
    at.write('docs/plan.md', `${goodPlan}sneaked in\n`);
    writeFileSync(`${at.codexLog}.go`, '');
    const answer = await writing;
    assert.equal(answer.decision, undefined);
    assert.match(answer.text, /changed while Codex was reading it, so nothing is approved/);
    assert.equal(at.approval(), null);
  });

  it('can be cancelled by a person although an edit by Claude began it, which costs no revision', async () => {
    assert.match((await at.plan(['cancel'])).stderr, /not reviewing the plan, so there is nothing to cancel.*REFUSED/);
    // To cancel waits for the end of the process that reviews.
    const writing = at.writePlan(goodPlan, { STAND_IN: 'hang', PARTY_NODE: at.box.coldNode });
    await until('Codex', () => at.calls().length === 1);
    const refused = await at.plan(['approve', '--reason=x']);
    assert.match(refused.stderr, /is reviewing the plan right now.*party plan cancel/);
    assert.equal((await at.plan(['cancel'])).code, 0);
    assert.match((await writing).text, /was not reviewed, so it is not approved: The review was stopped/);
    assert.ok(!isAlive(at.calls()[0]?.pid ?? 0), 'Codex is gone');
    const { plan } = await at.planStatus();
    assert.deepEqual([plan.kind, at.approval()], ['none', null]);
    assert.match((await at.writePlan(`${goodPlan}more\n`)).text, /approved the plan \(version 1\)/);
  });

  it('is reviewed as of the later of two edits in a row', async () => {
    const later = `${goodPlan}later\n`;
    const first = at.writePlan(goodPlan, { STAND_IN: 'wait' });
    await until('Codex', () => at.calls().length === 1);
    const second = at.writePlan(later, { STAND_IN: 'wait' });
    writeFileSync(`${at.codexLog}.go`, '');
    assert.match((await first).text, /nothing is approved/);
    assert.match((await second).text, /approved the plan \(version 2\)/);
    assert.equal(at.read('.claude/review/plan_v2.snapshot.md'), later);
    assert.equal(at.approval().review_version, 2);
    assert.equal(at.calls().length, 2);
  });

  it('is reviewed once, however many hooks are registered for the same call', async () => {
    at.write('docs/plan.md', goodPlan);
    const call = { tool_name: 'Write', tool_input: { file_path: at.file('docs/plan.md') }, tool_use_id: 'toolu_same' };
    const answers = await Promise.all([at.afterTool('plan-review', call), at.afterTool('plan-review', call)]);
    assert.equal(answers.filter(({ stdout }) => stdout !== '').length, 1);
    assert.equal(at.calls().length, 1);
  });

  it('that was not changed is not reviewed twice', async () => {
    await at.writePlan(goodPlan, verdict([note]));
    const again = await at.writePlan(goodPlan);
    assert.equal(again.decision, 'block');
    assert.match(again.text, /still version 1[\s\S]*The goal cannot be tested/);
    assert.equal(at.calls().length, 1);
  });

  it('goes to the human after 5 revisions', async () => {
    for (let n = 1; n <= 4; n++) await at.writePlan(`${goodPlan}${n}\n`, verdict([note]));
    assert.equal((await at.planStatus()).plan.kind, 'changes-requested');
    const fifth = await at.writePlan(`${goodPlan}5\n`, verdict([note]));
    assert.match(fifth.text, /5 revisions have not led to an approval\. Stop here[\s\S]*party plan approve --reason/);
    assert.equal((await at.planStatus()).plan.kind, 'needs-human');
    const sixth = await at.writePlan(`${goodPlan}6\n`);
    assert.equal(sixth.decision, undefined);
    assert.match(sixth.text, /Codex was not asked/);
    assert.equal(at.calls().length, 5);
    assert.equal(at.approval(), null);
    // A human who asks again gets an answer; Claude does not.
    assert.equal((await at.plan(['review'], asClaude)).code, 1);
    assert.equal((await at.plan(['review'])).stdout, 'approved: version 6\n');
  });

  describe('that cannot be reviewed', () => {
    const refused = async (message: RegExp, answer: Awaited<ReturnType<ProjectWith<{ plan: true }>['writePlan']>>) => {
      assert.match(answer.text, message);
      assert.equal(at.calls().length, 0);
      assert.equal(at.approval(), null);
      assert.equal((await at.plan(['approve', '--reason', 'x'])).code, 1);
      assert.equal(at.approval(), null);
      const shown = await at.plan(['review']);
      assert.equal(shown.code, 1);
      assert.doesNotMatch(shown.stderr, /something went wrong/);
    };

    it('names the headings that are missing', async () => {
      const answer = await at.writePlan(
        '# Goal\n\n```\n# Context\n```\n## 3. Approach\n## **Changes:**\nRisks\n-----\n',
      );
      assert.equal(answer.decision, 'block');
      await refused(/no heading for: Context, Open Questions\./, answer);
    });
    it('is empty', async () => refused(/is empty/, await at.writePlan(' \n\n')));
    it('has 1 MB', async () =>
      refused(/has \d+ kB, and a plan may have at most 200 kB/, await at.writePlan(goodPlan + 'x'.repeat(1e6))));
    it('is binary', async () => refused(/is not text/, await at.writePlan(`${goodPlan}\0`)));
    it('is a symbolic link', async () => {
      at.write('elsewhere.md', goodPlan);
      mkdirSync(at.file('docs'));
      symlinkSync('../elsewhere.md', at.file('docs/plan.md'));
      await refused(/plan\.md is a symbolic link/, await at.wrote('docs/plan.md'));
    });
    it('is a hard link', async () => {
      at.write('elsewhere.md', goodPlan);
      mkdirSync(at.file('docs'));
      linkSync(at.file('elsewhere.md'), at.file('docs/plan.md'));
      await refused(/is a hard link/, await at.wrote('docs/plan.md'));
    });
    it('is in a folder that is a link', async () => {
      at.write('other/plan.md', goodPlan);
      symlinkSync('other', at.file('docs'));
      await refused(/docs is a symbolic link/, await at.wrote('docs/plan.md'));
    });
    it('is a folder', async () => {
      mkdirSync(at.file('docs/plan.md'), { recursive: true });
      await refused(/is not a file/, await at.wrote('docs/plan.md'));
    });
    it('is not there', async () => {
      await refused(/There is no folder docs/, await at.wrote('docs/plan.md'));
      mkdirSync(at.file('docs'));
      await refused(/There is no plan yet/, await at.wrote('docs/plan.md'));
    });
  });

  it('is recognized by its real path, and nothing else is the plan', async () => {
    at.write('docs/plan.md', goodPlan);
    at.write('sub/docs/plan.md', goodPlan);
    at.write('docs/my-plan.md', goodPlan);
    symlinkSync('docs/my-plan.md', at.file('plan.md'));
    for (const other of ['sub/docs/plan.md', 'docs/my-plan.md', 'plan.md']) {
      assert.equal((await at.wrote(other)).text, '', other);
    }
    assert.match((await at.wrote('src/../docs/./plan.md')).text, /approved the plan/);
    assert.equal(at.calls().length, 1);
  });

  it('is not reviewed when the gate is off', async () => {
    assert.equal((await at.plan(['stop'])).code, 0);
    assert.equal((await at.writePlan(goodPlan)).text, '');
    assert.equal((await at.ranBash()).text, '');
    assert.match((await at.plan(['review'])).stderr, /gate is off here.*party plan start/);
    assert.equal((await at.planStatus()).plan.kind, 'off');
    assert.equal(at.calls().length, 0);
  });

  it('is reviewed for a Claude that belongs to no party, from any folder, and no file of another project is read', async () => {
    assert.equal(at.env['PARTY_SESSION'], undefined);
    at.write('docs/plan.md', goodPlan);
    const call = { cwd: at.file('src'), tool_name: 'Edit', tool_input: { file_path: at.file('docs/plan.md') } };
    const { stdout } = await at.afterTool('plan-review', call, { CLAUDE_PROJECT_DIR: at.file('src') });
    assert.match(stdout, /approved the plan/);
  });

  it('is not approved by a verdict with blocking notes, whatever the verdict says', async () => {
    const both = JSON.stringify({ is_optimal: true, summary: '', notes: [{ ...note, line: 999 }] });
    const answer = await at.writePlan(goodPlan, { STAND_IN_VERDICT: both });
    assert.equal(answer.decision, 'block');
    assert.match(answer.text, /plan\.md as a whole, blocking/);
    assert.equal(at.approval(), null);
  });

  it('starts at version 1 when its counter is gone and the record of a running review is broken', async () => {
    rmSync(at.file('.claude/review/version_counter'));
    writeFileSync(at.file('.claude/review/reviewing.json'), 'nonsense');
    assert.match((await at.writePlan(goodPlan)).text, /version 1/);
    assert.ok(!existsSync(at.file('.claude/review/reviewing.json')));
  });
});

// The limits of a plan's reviews, which the user sets, and the trail of reviews that a project can commit.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { repository, Sandbox } from '../../support/sandbox.ts';

describe('the limits of a plan', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let at: ProjectWith<{ plan: true }>;
  beforeEach(() => {
    box = new Sandbox();
    at = newProject({ box, plan: true });
  });
  afterEach(() => box.dispose());

  const settings = (plan: object) => {
    mkdirSync(join(box.home, '.tmux-team'), { recursive: true });
    writeFileSync(join(box.home, '.tmux-team/config.json'), JSON.stringify({ plan }));
  };
  const write = (n: number) => at.writePlan(`${goodPlan}Version ${n}\n`, verdict([note]));

  it('stop Claude after as many revisions as the setting says', async () => {
    settings({ revisions: 2 });
    assert.match((await at.plan(['start'])).stdout, /After 2 revisions without an approval, you decide/);
    assert.match((await write(1)).text, /One revision is left/);
    assert.match((await write(2)).text, /2 revisions have not led to an approval\. Stop here/);
    assert.equal((await at.planStatus()).plan.kind, 'needs-human');
  });

  it('are raised by the human while the gate is on, and by no agent', async () => {
    await at.plan(['start', '--revisions', '1']);
    assert.match((await write(1)).text, /1 revisions have not led to an approval/);
    const agent = await at.plan(['start', '--revisions', '9'], { CLAUDECODE: '1' });
    assert.equal(agent.code, 1);
    assert.match(agent.stderr, /Only the human sets/);
    assert.equal((await at.planStatus()).plan.kind, 'needs-human');
    assert.equal((await at.plan(['start', '--revisions', '3'])).code, 0);
    assert.match((await write(2)).text, /One revision is left/);
    assert.equal((await at.plan(['start', '--revisions', '0'])).code, 1);
  });

  it('end a review after the time of the setting, also in the hook', async () => {
    settings({ timeoutSeconds: 1 });
    await at.plan(['start']);
    const answer = await at.writePlan(goodPlan, { STAND_IN: 'hang' });
    assert.match(answer.text, /was not reviewed, so it is not approved: .*1 s/);
  });

  it('cannot be set by the project, nor beyond what Claude Code gives its hooks', async () => {
    settings({ timeoutSeconds: 5000 });
    assert.match((await at.plan(['start'])).stderr, /plan\.timeoutSeconds: expected at most 1200 seconds/);
    settings({});
    at.write('tmux-team.json', JSON.stringify({ plan: { revisions: 99 } }));
    assert.match(
      (await box.party(['list'], { cwd: at.top })).stderr,
      /a project cannot set the limits of its own plan/,
    );
  });

  it('leave a trail that can be committed and read back, without any approval', async () => {
    await at.plan(['start']);
    await write(1);
    await at.writePlan(goodPlan);
    assert.equal((await at.planStatus()).plan.kind, 'approved');
    const exported = await at.plan(['export']);
    assert.match(exported.stdout, /^6 files exported to .*docs\/plan-reviews; no approval is among them\n$/);
    const folder = at.file('docs/plan-reviews');
    assert.deepEqual(readdirSync(join(folder, 'current')).sort(), [
      ...['plan_v1.annotated.md', 'plan_v1.codex.json', 'plan_v1.snapshot.md'],
      ...['plan_v2.annotated.md', 'plan_v2.codex.json', 'plan_v2.snapshot.md'],
    ]);
    assert.match(at.git('status', '--porcelain', '-uall'), /docs\/plan-reviews\/current\/plan_v1\.codex\.json/);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      assert.doesNotMatch(name, /approval/);

    const other = newProject({ box, name: 'other', git: true });
    const plan = (...args: string[]) => box.party(['plan', ...args], { cwd: other.top });
    const said = readFileSync(join(folder, 'current/plan_v1.codex.json'), 'utf8');
    other.write('docs/plan-reviews/current/plan_v1.codex.json', said);
    other.write('docs/plan-reviews/current/approval.json', '{"is_optimal":true}');
    assert.equal((await plan('import')).code, 0);
    const past = other.file('.claude/review/past/importedcurrent');
    assert.deepEqual(readdirSync(past), ['plan_v1.codex.json']);
    assert.ok(!existsSync(other.file('.claude/review/approval.json')));
    assert.match((await plan('status')).stdout, /off/i);
    assert.equal((await plan('import', 'docs/none')).code, 1);
  });

  describe('copy whole cycles', () => {
    const past = '.claude/review/past/20260101T000000000Z';
    const trail = (...args: string[]) => box.party(['plan', ...args], { cwd: at.top });
    const texts = (folder: string) =>
      Object.fromEntries(
        readdirSync(at.file(folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.md'))
          .map((name) => [name, readFileSync(join(at.file(folder), name), 'utf8')]),
      );

    it('so that an export holds nothing of the cycle that was current before', async () => {
      for (const version of [1, 2]) at.write(`.claude/review/plan_v${version}.snapshot.md`, `A${version}`);
      assert.equal((await trail('export')).code, 0);
      mkdirSync(at.file(past), { recursive: true });
      for (const version of [1, 2]) {
        const name = `plan_v${version}.snapshot.md`;
        renameSync(at.file(`.claude/review/${name}`), at.file(`${past}/${name}`));
      }
      at.write('.claude/review/plan_v1.snapshot.md', 'B1');
      at.write('docs/plan-reviews/current/README.md', 'ours');
      assert.equal((await trail('export')).code, 0);
      assert.deepEqual(texts('docs/plan-reviews'), {
        'current/README.md': 'ours',
        'current/plan_v1.snapshot.md': 'B1',
        '20260101T000000000Z/plan_v1.snapshot.md': 'A1',
        '20260101T000000000Z/plan_v2.snapshot.md': 'A2',
      });
    });

    it('so that an import changes no earlier one, and the same one twice adds nothing', async () => {
      at.write('docs/plan-reviews/current/plan_v1.snapshot.md', 'A1');
      at.write('docs/plan-reviews/current/plan_v2.snapshot.md', 'A2');
      for (let times = 0; times < 2; times++) assert.equal((await trail('import')).code, 0);
      rmSync(at.file('docs/plan-reviews/current/plan_v2.snapshot.md'));
      at.write('docs/plan-reviews/current/plan_v1.snapshot.md', 'B1');
      assert.equal((await trail('import')).code, 0);
      assert.deepEqual(texts('.claude/review/past'), {
        'importedcurrent/plan_v1.snapshot.md': 'A1',
        'importedcurrent/plan_v2.snapshot.md': 'A2',
        'importedcurrentn2/plan_v1.snapshot.md': 'B1',
      });
    });
  });
});

describe('the skills of plan review', () => {
  const skill = (name: string) => readFileSync(join(repository, 'resources/claude/skills', name, 'SKILL.md'), 'utf8');

  it('say to read a strategy document and to research the code', () => {
    assert.match(skill('plan-with-review'), /strategy document[\s\S]*research the code/);
  });

  it('explain how to handle feedback: read plan_vN.codex.json, check each claim, revise', () => {
    assert.match(
      skill('plan-with-review'),
      /Read `\.claude\/review\/plan_vN\.codex\.json`[\s\S]*check each claim[\s\S]*revise/,
    );
  });

  it('check the approval with what the gate allows', () => {
    const text = skill('implement-approved-plan');
    assert.match(text, /approval\.json[\s\S]*is_optimal[\s\S]*plan_hash/);
    assert.doesNotMatch(text, /party plan status/);
  });
});

// The loop around the plan, through the hook as the client calls it, with a program in Codex's place.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { cliBundle, node20, repository, Sandbox, until } from '../../support/sandbox.ts';

describe('a plan under review', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let at: ProjectWith<{ plan: true }>;
  beforeEach(async () => {
    box = new Sandbox();
    at = newProject({ box, plan: true });
    assert.equal((await at.plan(['start'])).code, 0);
  });
  afterEach(() => box.dispose());

  const approval = () => JSON.parse(at.read('.claude/review/approval.json') ?? 'null');
  const whats = () => at.events('plan').map(({ what }) => what);
  const asClaude = { CLAUDECODE: '1' };
  /** As any program could write it. */
  const forge = (hash: string | undefined) => {
    const forged = { is_optimal: true, plan_hash: hash, review_version: 1, approved_at: 'x', codex_thread_id: 'x' };
    writeFileSync(at.file('.claude/review/approval.json'), JSON.stringify(forged));
  };

  it('is refused with notes, revised, and approved, all in one thread', async () => {
    const first = await at.writePlan(goodPlan, verdict([note]));
    assert.equal(first.decision, 'block');
    assert.match(
      first.text,
      /not call the plan optimal yet \(version 1\)[\s\S]*plan\.md:3, blocking\n\| The goal cannot/,
    );
    assert.match(first.text, /4 revisions are left/);
    assert.equal((await at.planStatus()).plan.kind, 'changes-requested');
    assert.equal(approval(), null);

    const revised = goodPlan.replace('About goal.', 'The goal, and its test.');
    const second = await at.writePlan(revised);
    assert.equal(second.decision, undefined);
    assert.match(second.text, /approved the plan \(version 2\)[\s\S]*Ready to execute\?/);
    const { plan_hash, approved_at, ...rest } = approval();
    const thread = '01a1e2c0-0b6e-7e80-8341-7e4ebd12d590';
    assert.deepEqual(rest, { is_optimal: true, review_version: 2, codex_thread_id: thread });
    const state = await at.planStatus();
    assert.equal(plan_hash, state.hash);
    assert.ok(!Number.isNaN(Date.parse(approved_at)));
    assert.deepEqual(state.plan, { kind: 'approved', version: 2, hash: plan_hash });
    const { plan } = await box.partyJson<{ plan: object }>(['status'], { cwd: at.top });
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
    assert.deepEqual(whats(), ['started', 'reviewed', 'approved']);
  });

  it('loses its approval with the next edit, and begins a new cycle', async () => {
    await at.writePlan(goodPlan);
    const answer = await at.writePlan(`${goodPlan}more\n`, verdict([note]));
    assert.equal(answer.decision, 'block');
    assert.equal(approval(), null);
    assert.equal(at.read('.claude/review/version_counter')?.trim(), '1');
    assert.equal(at.read('.claude/review/plan_v1.snapshot.md'), `${goodPlan}more\n`);
    assert.deepEqual(whats(), ['started', 'approved', 'withdrawn', 'reviewed']);
    const [past = ''] = readdirSync(at.file('.claude/review/past'));
    assert.equal(at.read(`.claude/review/past/${past}/plan_v1.snapshot.md`), goodPlan);
  });

  it('is stale from the moment that it differs, whoever looks', async () => {
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
    assert.match(answer.text, /was changed while it was read, so nothing is approved/);
    assert.equal(approval(), null);
  });

  it('can be cancelled by a person although an edit by Claude began it, which costs no revision', async () => {
    assert.match((await at.plan(['cancel'])).stderr, /not reviewing the plan, so that nothing was cancelled.*REFUSED/);
    const writing = at.writePlan(goodPlan, { STAND_IN: 'hang' });
    await until('Codex', () => at.calls().length === 1);
    const refused = await at.plan(['approve', '--reason=x']);
    assert.match(refused.stderr, /is reviewing the plan this moment.*party plan cancel/);
    assert.equal((await at.plan(['cancel'])).code, 0);
    assert.match((await writing).text, /was not reviewed, so it is not approved: The review was stopped/);
    assert.ok(!isAlive(at.calls()[0]?.pid ?? 0), 'Codex is gone');
    const { plan } = await at.planStatus();
    assert.deepEqual([plan.kind, approval()], ['none', null]);
    assert.match((await at.writePlan(`${goodPlan}more\n`)).text, /approved the plan \(version 1\)/);
  });

  it('of two edits in a row, the later one is what counts', async () => {
    const later = `${goodPlan}later\n`;
    const first = at.writePlan(goodPlan, { STAND_IN: 'wait' });
    await until('Codex', () => at.calls().length === 1);
    const second = at.writePlan(later, { STAND_IN: 'wait' });
    writeFileSync(`${at.codexLog}.go`, '');
    assert.match((await first).text, /nothing is approved/);
    assert.match((await second).text, /approved the plan \(version 2\)/);
    assert.equal(at.read('.claude/review/plan_v2.snapshot.md'), later);
    assert.equal(approval().review_version, 2);
    assert.equal(at.calls().length, 2);
  });

  it('is asked about once, however many hooks there are for the same call', async () => {
    at.write('docs/plan.md', goodPlan);
    const call = { tool_name: 'Write', tool_input: { file_path: at.file('docs/plan.md') }, tool_use_id: 'toolu_same' };
    const answers = await Promise.all([at.hook('plan-review', call), at.hook('plan-review', call)]);
    assert.equal(answers.filter(({ stdout }) => stdout !== '').length, 1);
    assert.equal(at.calls().length, 1);
  });

  it('that was not changed is not paid for twice', async () => {
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
    assert.match(fifth.text, /5 revisions have brought no approval\. Stop here[\s\S]*party plan approve --reason/);
    assert.equal((await at.planStatus()).plan.kind, 'needs-human');
    const sixth = await at.writePlan(`${goodPlan}6\n`);
    assert.equal(sixth.decision, undefined);
    assert.match(sixth.text, /Codex was not asked/);
    assert.equal(at.calls().length, 5);
    assert.equal(approval(), null);
    // A human who asks again gets an answer; Claude does not.
    assert.equal((await at.plan(['review'], asClaude)).code, 1);
    assert.equal((await at.plan(['review'])).stdout, 'approved: version 6\n');
  });

  describe('that cannot be reviewed', () => {
    const refused = async (message: RegExp, answer: Awaited<ReturnType<ProjectWith<{ plan: true }>['writePlan']>>) => {
      assert.match(answer.text, message);
      assert.equal(at.calls().length, 0);
      assert.equal(approval(), null);
      assert.equal((await at.plan(['approve', '--reason', 'x'])).code, 1);
      assert.equal(approval(), null);
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
      refused(/has \d+ kB, and a plan may have 200 kB/, await at.writePlan(goodPlan + 'x'.repeat(1e6))));
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
      await refused(/is no file/, await at.wrote('docs/plan.md'));
    });
    it('is not there', async () => {
      await refused(/There is no folder docs/, await at.wrote('docs/plan.md'));
      mkdirSync(at.file('docs'));
      await refused(/There is no plan yet/, await at.wrote('docs/plan.md'));
    });
  });

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

  it('says so when nobody is known to have given its approval', async () => {
    await at.writePlan(goodPlan, verdict([note]));
    const { hash } = await at.planStatus();
    forge(hash);
    const { plan, approvalProblem } = await at.planStatus();
    assert.equal(plan.kind, 'approved');
    assert.match(approvalProblem ?? '', /does not know who gave it.*party plan review/);
  });

  it('begins no new cycle because of a file that never was an approval', async () => {
    for (let n = 1; n <= 5; n++) await at.writePlan(`${goodPlan}${n}\n`, verdict([note]));
    forge('0'.repeat(64));
    assert.equal((await at.planStatus()).plan.kind, 'needs-human');
    // The next hook takes it away and says so.
    assert.match((await at.ranBash()).text, /approval\.json counts for nothing: .*another plan/);
    assert.equal(approval(), null);
    assert.match((await at.writePlan(`${goodPlan}6\n`)).text, /Codex was not asked/);
    assert.equal(at.calls().length, 5);
  });

  it('says so when its approval was withdrawn, or is of the time before, and its file comes back', async () => {
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
    assert.match((await back()) ?? '', /does not know who gave it/);
    await at.plan(['stop']);
    await at.plan(['start']);
    assert.match((await back()) ?? '', /does not know who gave it/);
  });

  it('says so when the log is gone', async () => {
    await at.writePlan(goodPlan);
    const log = at.durable('events.jsonl');
    rmSync(log);
    assert.match((await at.planStatus()).approvalProblem ?? '', /does not know who gave it/);
    mkdirSync(log);
    assert.match((await at.planStatus()).approvalProblem ?? '', /does not know who gave it/);
  });

  it('has no approval by a file that nobody may read', async () => {
    await at.writePlan(goodPlan);
    chmodSync(at.file('.claude/review/approval.json'), 0);
    const { approval: valid, approvalProblem } = await at.planStatus();
    assert.equal(valid, null);
    assert.match(approvalProblem ?? '', /cannot be read/);
  });

  it('gets rid of an approval that is a folder', async () => {
    await at.writePlan(goodPlan);
    at.write('docs/plan.md', `${goodPlan}2\n`);
    await at.ranBash();
    mkdirSync(at.file('.claude/review/approval.json'));
    assert.match((await at.ranBash()).text, /cannot be read/);
    assert.ok(!existsSync(at.file('.claude/review/approval.json')));
  });

  it('begins anew after a human’s approval is withdrawn, also at the limit', async () => {
    for (let n = 1; n <= 5; n++) await at.writePlan(`${goodPlan}${n}\n`, verdict([note]));
    assert.equal((await at.plan(['approve', '--reason', 'good enough'])).code, 0);
    const answer = await at.writePlan(`${goodPlan}6\n`, verdict([note]));
    assert.match(answer.text, /not call the plan optimal yet \(version 1\)[\s\S]*4 revisions are left/);
    at.write('docs/plan.md', `${goodPlan}7\n`);
    assert.equal((await at.planStatus()).plan.kind, 'changes-requested');
  });

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
      ['words', /is no verdict: it is no JSON/],
      ['schema', /does not have the form.*is_optimal/],
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
        assert.equal(approval(), null);
        assert.equal(at.read('.claude/review/plan_v1.codex.json'), undefined);
        assert.equal((await at.planStatus()).plan.kind, 'none');
        assert.equal(at.events('plan').at(-1)?.what, 'failed');
        assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 1\)/);
      });
    }

    it('takes no old file for an answer', async () => {
      writeFileSync(at.file('.claude/review/plan_v1.codex.json'), '{"is_optimal":true,"summary":"","notes":[]}');
      assert.match((await at.writePlan(goodPlan, { STAND_IN: 'nothing' })).text, /without an answer/);
      assert.equal(at.read('.claude/review/plan_v1.codex.json'), undefined);
    });

    it('takes no answer of another thread', async () => {
      await at.writePlan(goodPlan, verdict([note]));
      const changed = `${goodPlan}2\n`;
      assert.match(
        (await at.writePlan(changed, { STAND_IN: 'foreign' })).text,
        /answered in the thread .*ffff instead of 01a1e2c0-0b6e/,
      );
      assert.equal(approval(), null);
      assert.equal(at.read('.claude/review/codex_thread_id'), undefined);
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 2\)/);
    });

    it('begins a new thread when the old one is gone or is none', async () => {
      await at.writePlan(goodPlan, verdict([note]));
      assert.match((await at.writePlan(`${goodPlan}2\n`, { STAND_IN: 'gone' })).text, /no longer has the thread/);
      assert.equal(at.read('.claude/review/codex_thread_id'), undefined);
      writeFileSync(at.file('.claude/review/codex_thread_id'), '--last\n');
      assert.match((await at.wrote('docs/plan.md')).text, /does not hold the id of a thread/);
      mkdirSync(at.file('.claude/review/codex_thread_id'));
      assert.match((await at.wrote('docs/plan.md')).text, /does not hold the id of a thread/);
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 2\)/);
      assert.equal(at.calls().at(-1)?.resumed, undefined);
      assert.match(at.calls().at(-1)?.prompt ?? '', /What you said about version 1/);
    });

    it('says that it is missing', async () => {
      renameSync(join(box.root, 'bin/codex'), join(box.root, 'bin/gone'));
      for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(box.root, 'bin', tool));
      const answer = await at.writePlan(goodPlan, { PATH: join(box.root, 'bin') });
      assert.match(answer.text, /Codex \(codex\) is not installed/);
    });

    it('is not waited for longer than it may take', async () => {
      at.write('docs/plan.md', goodPlan);
      const output = await at.plan(['review', '--timeout', '1s'], { STAND_IN: 'hang' });
      assert.equal(output.code, 4);
      assert.match(output.stderr, /not finished its review within 1 s.*TIMEOUT/);
      assert.equal((await at.planStatus()).plan.kind, 'none');
    });

    it('is not waited for without an end', async () => {
      at.write('docs/plan.md', goodPlan);
      for (const none of ['0', '0s', '0.1ms']) {
        const output = await at.plan(['review', '--timeout', none]);
        assert.match(output.stderr, /--timeout.*USAGE/);
      }
      assert.equal(at.calls().length, 0);
    });

    it('is not chosen by the project', async () => {
      at.write('tmux-team.json', '{"agents":{"codex":{"command":["./my/codex"]}}}');
      assert.match((await at.writePlan(goodPlan)).text, /approved the plan/);
    });
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`that is ended by ${signal} has no approval and can be reviewed again`, async () => {
      at.write('docs/plan.md', goodPlan);
      const child = box.spawn(node20, [cliBundle, 'plan', 'review'], { cwd: at.top, env: { STAND_IN: 'hang' } });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      const [call] = await until('Codex', () => at.calls().length === 1 && at.calls());
      child.kill(signal);
      await ended;
      if (signal === 'SIGKILL') process.kill(call?.pid ?? 0, 'SIGKILL');
      else assert.throws(() => process.kill(call?.pid ?? 0, 0), /ESRCH/);
      assert.equal(approval(), null);
      assert.equal((await at.planStatus()).plan.kind, 'none');
      assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 1\)/);
    });
  }

  it('ends Codex when whoever asked is gone', async () => {
    at.write('docs/plan.md', goodPlan);
    const child = box.spawn(node20, [cliBundle, 'plan', 'review', '--attached'], {
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
    const hook = box.spawn(node20, [join(repository, 'dist/hook.cjs'), 'plan-review'], {
      ...{ cwd: at.top, env: { STAND_IN: 'hang' } },
    });
    const common = { session_id: 's', cwd: at.top, hook_event_name: 'PostToolUse', tool_name: 'Write' };
    hook.stdin.end(JSON.stringify({ ...common, tool_input: { file_path: at.file('docs/plan.md') } }));
    const [call] = await until('Codex', () => at.calls().length === 1 && at.calls());
    hook.kill('SIGKILL');
    await until('the end of Codex', () => !isAlive(call?.pid ?? 0));
    await until('the lock', async () => (await at.planStatus()).plan.kind === 'none');
    assert.equal(approval(), null);
    assert.match((await at.wrote('docs/plan.md')).text, /approved the plan \(version 1\)/);
  });

  it('is known again by where its name leads, and nothing else is the plan', async () => {
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

  it('is nobody’s business when the gate is off', async () => {
    assert.equal((await at.plan(['stop'])).code, 0);
    assert.equal((await at.writePlan(goodPlan)).text, '');
    assert.equal((await at.ranBash()).text, '');
    assert.match((await at.plan(['review'])).stderr, /gate is off here.*party plan start/);
    assert.equal((await at.planStatus()).plan.kind, 'off');
    assert.equal(at.calls().length, 0);
  });

  it('is reviewed for a Claude that belongs to no party, from any folder, and nobody else’s files are asked', async () => {
    assert.equal(box.env['PARTY_SESSION'], undefined);
    at.write('docs/plan.md', goodPlan);
    const call = { cwd: at.file('src'), tool_name: 'Edit', tool_input: { file_path: at.file('docs/plan.md') } };
    const { stdout } = await at.hook('plan-review', call, { CLAUDE_PROJECT_DIR: at.file('src') });
    assert.match(stdout, /approved the plan/);
  });

  it('tells Claude when there is no Node to ask with', async () => {
    at.write('docs/plan.md', goodPlan);
    const bin = box.directory('poor');
    for (const tool of ['cat', 'sh']) symlinkSync(`/bin/${tool}`, join(bin, tool));
    const call = { tool_name: 'Write', tool_input: { file_path: at.file('docs/plan.md') } };
    const { code, stderr } = await at.hook('plan-review', call, { PATH: bin, PARTY_NODE: '/nowhere' });
    assert.equal(code, 2);
    assert.match(stderr, /was not reviewed .*not approved/);
  });

  it('tells Claude when the hook itself breaks', async () => {
    const home = join(box.root, 'no-folder');
    writeFileSync(home, '');
    const answer = await at.writePlan(goodPlan, { PARTY_HOME: home });
    assert.match(answer.text, /^Party: The plan was not reviewed, so it is not approved: /);
    assert.match(answer.systemMessage ?? '', /was not reviewed/);
  });

  it('a verdict that blocks is not optimal, whatever it says', async () => {
    const both = JSON.stringify({ is_optimal: true, summary: '', notes: [{ ...note, line: 999 }] });
    const answer = await at.writePlan(goodPlan, { STAND_IN_VERDICT: both });
    assert.equal(answer.decision, 'block');
    assert.match(answer.text, /plan\.md as a whole, blocking/);
    assert.equal(approval(), null);
  });

  it('outlives a folder that was thrown away', async () => {
    rmSync(at.file('.claude/review/version_counter'));
    writeFileSync(at.file('.claude/review/reviewing.json'), 'nonsense');
    assert.match((await at.writePlan(goodPlan)).text, /version 1/);
    assert.ok(!existsSync(at.file('.claude/review/reviewing.json')));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

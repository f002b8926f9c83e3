// `party plan`: the gate on and off, looking, and the approval by hand, which only a human can give.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { goodPlan, note, verdict } from '../../support/parts/plan.ts';
import { newProject, type ProjectWith } from '../../support/project.ts';
import { Sandbox } from '../../support/sandbox.ts';

describe('party plan', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let at: ProjectWith<{ plan: true }>;
  beforeEach(() => {
    box = new Sandbox();
    at = newProject({ box, plan: true });
  });
  afterEach(() => box.dispose());

  const json = async (...args: string[]) => {
    const output = await at.plan([...args, '--json']);
    assert.equal(output.code, 0, output.stderr);
    return JSON.parse(output.stdout);
  };
  const approval = () => JSON.parse(at.read('.claude/review/approval.json') ?? 'null');

  it('starts without a plan, Codex or tmux, keeps its files out of git, and stops', async () => {
    const poor = { PATH: box.directory('nothing') };
    const started = await at.plan(['start'], poor);
    assert.equal(started.code, 0, started.stderr);
    assert.match(started.stdout, /gate is on: Claude can write only docs\/plan\.md[\s\S]*There is no folder docs/);
    assert.ok(existsSync(at.file('.claude/review/gate.json')));
    assert.doesNotMatch(at.git('status', '--porcelain', '-uall'), /review/);
    assert.deepEqual((await json('start')).changed, false);
    assert.deepEqual((await at.planStatus()).plan, { kind: 'none', version: 0, hash: null });
    assert.equal((await json('stop')).changed, true);
    assert.ok(!existsSync(at.file('.claude/review/gate.json')));
    assert.equal((await json('stop')).changed, false);
    assert.deepEqual(
      at.events('plan').map(({ what, actor }) => `${what} ${actor}`),
      ['started human', 'stopped human'],
    );
  });

  for (const [what, ...args] of [
    ['git clean -xfd', 'clean', '-xfdq'],
    ['git stash -u', 'stash', '-qua'],
  ] as const) {
    it(`stays on after ${what}, says so, and ends only with party plan stop`, async () => {
      await at.plan(['start', '--revisions', '2']);
      at.git(...args);
      assert.ok(!existsSync(at.file('.claude/review/gate.json')));
      const shown = (await at.plan(['status'])).stdout;
      assert.match(shown, /Gate: +still on, although \.claude\/review\/gate\.json was removed.*party plan stop/);
      const { plan, mostRevisions, gateFileGone } = await at.planStatus();
      assert.deepEqual(
        { kind: plan.kind, mostRevisions, gateFileGone },
        { kind: 'none', mostRevisions: 2, gateFileGone: true },
      );
      const call = { tool_name: 'Write', tool_input: { file_path: at.file('x.ts'), content: 'x' }, cwd: at.top };
      const asked = () => at.hook('plan-gate', { session_id: 's', hook_event_name: 'PreToolUse', ...call });
      assert.match((await asked()).stdout, /the plan is not approved yet/);
      assert.equal((await json('start')).changed, false);
      assert.ok(existsSync(at.file('.claude/review/gate.json')));
      at.git(...args);
      assert.equal((await json('stop')).changed, true);
      assert.deepEqual(await asked(), { code: 0, stdout: '', stderr: '' });
      assert.ok(!existsSync(join(box.partyHome, 'gates')));
    });
  }

  describe('whose file and mark are both gone', () => {
    const call = () => ({
      ...{ session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Write', cwd: at.top },
      tool_input: { file_path: at.file('x.ts'), content: 'x' },
    });
    const asked = async () => (await at.hook('plan-gate', call())).stdout;
    const removeBoth = () => {
      rmSync(at.file('.claude/review/gate.json'));
      rmSync(join(box.partyHome, 'gates'), { recursive: true });
    };
    const looks: readonly [string, () => Promise<unknown>][] = [
      ['party status', () => box.party(['status'], { cwd: at.top })],
      ['party plan status', () => at.planStatus()],
      [
        'a conversation that starts',
        () =>
          at.hook(
            'session-cleanup',
            { session_id: 's', hook_event_name: 'SessionStart', source: 'startup', cwd: at.top },
            { PARTY_SESSION: 'party-x-1' },
          ),
      ],
    ];
    for (const [name, look] of looks) {
      it(`is on, as the log says, from the next look on: ${name}`, async () => {
        await at.plan(['start']);
        removeBoth();
        await look();
        assert.match(await asked(), /the plan is not approved yet/);
        assert.match(
          (await at.plan(['status'])).stdout,
          /Gate: +still on, although \.claude\/review\/gate\.json was removed/,
        );
        assert.equal((await json('start')).changed, false);
        assert.ok(existsSync(at.file('.claude/review/gate.json')));
      });
    }

    it('is stopped by party plan stop alone, and does not come back then', async () => {
      await at.plan(['start']);
      removeBoth();
      assert.equal((await json('stop')).changed, true);
      for (const [, look] of looks) await look();
      assert.equal(await asked(), '');
      assert.equal((await at.planStatus()).plan.kind, 'off');
    });
  });

  it('starts without earlier approvals', async () => {
    await at.plan(['start']);
    await at.writePlan(goodPlan);
    assert.equal((await at.planStatus()).plan.kind, 'approved');
    await at.plan(['stop']);
    await at.plan(['start']);
    const { plan, versions } = await at.planStatus();
    assert.deepEqual([plan.kind, plan.version, versions], ['none', 0, []]);
    assert.equal(approval(), null);
    assert.equal(at.read('.claude/review/version_counter')?.trim(), '0');
    assert.equal(at.read('.claude/review/codex_thread_id'), undefined);
  });

  it('works in a folder outside a repository', async () => {
    const cwd = box.directory('plain');
    const env = { CLAUDE_PROJECT_DIR: cwd };
    assert.equal((await box.party(['plan', 'start'], { cwd, env })).code, 0);
    mkdirSync(join(cwd, 'docs'));
    await box.run('sh', ['-c', `cat > docs/plan.md <<E\n${goodPlan}E`], { cwd });
    assert.match((await box.party(['plan', 'review'], { cwd, env })).stdout, /^approved/);
    assert.ok(at.calls()[0]?.args.includes('--skip-git-repo-check'));
  });

  it('does not write through a link', async () => {
    symlinkSync(box.directory('elsewhere'), at.file('.claude'));
    const { code, stderr } = await at.plan(['start']);
    assert.equal(code, 1);
    assert.match(stderr, /\.claude is a symbolic link.*STATE_UNSAFE/);
  });

  describe('approve', () => {
    beforeEach(async () => {
      await at.plan(['start']);
      at.write('docs/plan.md', goodPlan);
    });

    it('is given by a human, with a reason that the log keeps', async () => {
      const { version, hash, approved } = await json('approve', '--reason', 'I have read it');
      assert.deepEqual([version, approved], [1, true]);
      const { approved_at, ...rest } = approval();
      assert.deepEqual(rest, {
        ...{ is_optimal: true, plan_hash: hash, review_version: 1, codex_thread_id: null, reason: 'I have read it' },
      });
      const last = at.events('plan').at(-1);
      assert.deepEqual(
        [last?.what, last?.actor, last?.reason, last?.hash],
        ['forced', 'human', 'I have read it', hash],
      );
      assert.equal((await at.planStatus()).plan.kind, 'approved');
      assert.match((await at.plan(['status'])).stdout, /by hand: +I have read it/);
      assert.equal(at.read('.claude/review/plan_v1.snapshot.md'), goodPlan);
      // And it goes like any other.
      at.write('docs/plan.md', `${goodPlan}2\n`);
      assert.equal((await at.planStatus()).plan.kind, 'stale');
      assert.match((await at.plan(['review'])).stdout, /approved: version 1/);
    });

    it('with --hash approves only the plan that the human looked at', async () => {
      const { plan } = await at.planStatus();
      const looked = ['approve', '--reason=I have read it', `--hash=${plan.hash}`];
      at.write('docs/plan.md', `${goodPlan}And delete everything.\n`);
      for (const args of [looked, ['approve', '--reason=x', '--hash=']]) {
        const { code, stderr } = await at.plan(args);
        assert.equal(code, 1);
        assert.match(stderr, /docs\/plan\.md has changed since you looked at it\. Nothing was approved.*REFUSED/);
        assert.equal(approval(), null);
      }
      at.write('docs/plan.md', goodPlan);
      assert.equal((await at.plan(looked)).code, 0);
      assert.equal(approval().plan_hash, plan.hash);
    });

    for (const mark of ['CLAUDECODE', 'CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED']) {
      it(`is refused to an agent (${mark}), and so is stop`, async () => {
        for (const args of [['approve', '--reason', 'because'], ['approve'], ['stop']]) {
          const { code, stderr } = await at.plan(args, { [mark]: '1' });
          assert.equal(code, 1);
          assert.match(stderr, /Only the human .*REFUSED/);
        }
        assert.equal(approval(), null);
        assert.ok(existsSync(at.file('.claude/review/gate.json')));
      });
    }

    it('needs a reason, a gate and a plan', async () => {
      for (const args of [['approve'], ['approve', '--reason', ' ']]) {
        assert.match((await at.plan(args)).stderr, /A reason is required.*--reason REASON/);
      }
      at.write('docs/plan.md', '# Goal\n');
      assert.match((await at.plan(['approve', '--reason', 'x'])).stderr, /no heading for: Context/);
      await at.plan(['stop']);
      assert.match((await at.plan(['approve', '--reason', 'x'])).stderr, /gate is off/);
      assert.equal(approval(), null);
    });
  });

  it('shows the versions, what became of them, and what changed', async () => {
    await at.plan(['start']);
    assert.match((await at.plan(['diff'])).stderr, /nothing to compare/);
    assert.match((await at.plan(['history'])).stdout, /No version has been reviewed/);
    await at.writePlan(goodPlan, verdict([note]));
    assert.equal((await at.plan(['diff'])).stdout, 'The two versions are the same\n');
    await at.writePlan(goodPlan.replace('About risks.', 'Few risks.'));
    const history = (await at.plan(['history'])).stdout;
    assert.match(history, /v1 {2}.*1 blocking\n {2}v2 {2}approved/);
    assert.match(history, /reviewed v1 by codex\n.*approved v2 by codex/);
    for (const args of [['diff'], ['diff', '1', '2'], ['diff', 'v1', 'now'], ['diff', '1']]) {
      const { stdout } = await at.plan(args);
      assert.match(stdout, /^diff --git a\/plan_v1\.snapshot\.md /);
      assert.match(stdout, /\n-About risks\.\n\+Few risks\.\n/);
    }
    // A program that the repository names for its files does not run.
    at.git('config', 'filter.own.clean', `touch ${at.file('ran')}; cat`);
    at.git('config', 'diff.own.textconv', `touch ${at.file('ran')}; cat`);
    at.write('.git/info/attributes', '*.md filter=own diff=own\n');
    const { from, to, diff } = await json('diff', '2', '1');
    assert.ok(!existsSync(at.file('ran')));
    assert.deepEqual([from, to], ['2', '1']);
    assert.match(diff, /-Few risks/);
    for (const wrong of ['3', '../x', '0']) {
      assert.match((await at.plan(['diff', '1', wrong])).stderr, /There is no version .*party plan history/);
    }
    const { versions, events } = await json('history');
    assert.deepEqual(
      versions.map(({ version, verdict: said }: { version: number; verdict: { is_optimal: boolean } }) => [
        version,
        said.is_optimal,
      ]),
      [
        [1, false],
        [2, true],
      ],
    );
    assert.equal(events.length, 3);
  });

  it('prints a review for people', async () => {
    await at.plan(['start']);
    at.write('docs/plan.md', goodPlan);
    const output = await at.plan(['review'], verdict([note], 'Nearly.'));
    assert.equal(output.code, 0);
    assert.match(
      output.stdout,
      /^changes requested: version 1, 4 revisions left\nNearly\.\n {2}docs\/plan\.md:3 {2}blocking: /,
    );
    assert.match(output.stderr, /Codex is reading the request/);
    assert.equal((await json('status')).plan.kind, 'changes-requested');
  });

  it('names the ways out when the revisions are used up', async () => {
    await at.plan(['start']);
    const agent = { CLAUDECODE: '1' };
    const review = async (version: number) => {
      at.write('docs/plan.md', `${goodPlan}\n${version}\n`);
      return (await at.plan(['review'], { ...agent, ...verdict([note]) })).stdout;
    };
    for (const version of [1, 2, 3, 4]) await review(version);
    const toHuman =
      /The human can approve the plan: party plan approve --reason REASON.*The human can have the plan reviewed: party plan review$/s;
    assert.match((await review(5)).trim(), toHuman);
    assert.match((await review(6)).trim(), toHuman);
    assert.match((await at.plan(['status'], agent)).stdout.trim(), toHuman);
    assert.match(
      (await at.plan(['status'])).stdout,
      /\nTo approve the plan: party plan approve --reason REASON\nTo have the plan reviewed: party plan review\n$/,
    );
  });

  it('puts the hooks of the plan into the settings and takes exactly those away', async () => {
    at.write('.claude/settings.local.json', '{"permissions":{"allow":["Bash(ls:*)"]}}');
    const started = await at.plan(['start', '--local']);
    assert.equal(started.code, 0, started.stderr);
    assert.match(readFileSync(at.file('.claude/settings.local.json'), 'utf8'), /plan-review\.sh/);
    await at.plan(['stop']);
    assert.equal(at.read('.claude/settings.local.json'), '{"permissions":{"allow":["Bash(ls:*)"]}}');
  });

  it('refuses unknown arguments', async () => {
    for (const [args, message] of [
      [['stat'], /did you mean start/],
      [['status', 'x'], /does not take x/],
      [['start', '--reason', 'x'], /takes no --reason/],
      [['review', '--timeout', 'soon'], /--timeout/],
    ] as const) {
      const { code, stderr } = await at.plan(args);
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
  });
});

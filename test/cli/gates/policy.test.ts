// What a pull request needs: `party gates policy`, `party gates pass`, and what the hooks make of them. An agent that
// edits files or runs these verbs changes nothing.

import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvidenceKind, evidenceKinds } from '../../../src/core/project/evidenceKinds.ts';
import type { GatePolicy, GatesConfig } from '../../../src/core/review/policy.ts';
import { allowed, denied, HookedProject } from '../hooks/support/hookedProject.ts';

const standard = ['tests-passed', 'checks-passed', 'codex-ran', 'codex-approved'];
const agent = { CLAUDECODE: '1' };

describe('what a pull request needs', function () {
  this.timeout(60_000);
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
    at.git('add', '.');
    at.git('commit', '-qm', 'work');
  });
  afterEach(() => at.dispose());

  const party = (...args: string[]) => at.box.party(args, { cwd: at.top });
  const json = <T>(...args: string[]) => at.box.partyJson<T>([...args, '--json'], { cwd: at.top });
  const policy = async () => (await json<{ policy: GatePolicy }>('gates', 'policy')).policy;
  const create = (line = 'gh pr create --fill') => at.hook('pr-gate', at.bash(line));
  const review = () => at.hook('codex-gate', at.bash('tmux-codex.sh --review'));
  const userLog = () => join(at.paths.home, 'user', 'events.jsonl');

  function configure(gates: GatesConfig): void {
    mkdirSync(join(at.box.home, '.tmux-team'), { recursive: true });
    writeFileSync(join(at.box.home, '.tmux-team/config.json'), JSON.stringify({ gates }));
  }
  async function confirmed(gates: GatesConfig): Promise<void> {
    configure(gates);
    assert.equal((await party('gates', 'policy', '--confirm')).code, 0);
  }
  async function evidence(...kinds: EvidenceKind[]): Promise<void> {
    const hash = await at.hash();
    const ran = { event: 'ran', actor: 'claude', exit: 0, before: hash, after: hash } as const;
    const command = ['true'];
    if (kinds.includes('codex-ran')) await at.reviewed();
    if (kinds.includes('tests-passed')) await at.append({ ...ran, command, what: 'tests' });
    if (kinds.includes('checks-passed')) await at.append({ ...ran, command, what: 'checks' });
    if (kinds.includes('codex-approved')) {
      await at.append({ event: 'approved', actor: 'claude', cycle: 'q1', hash, files: {} });
    }
  }
  const standardEvidence = () => evidence('tests-passed', 'checks-passed', 'codex-ran', 'codex-approved');

  it('is all evidence, and the text says that it is the default', async () => {
    assert.deepEqual((await policy()).required, evidenceKinds);
    assert.equal((await party('gates', 'policy')).stdout, 'strict: all 8 checks\n  all checks: the default\n');
    assert.doesNotMatch((await party('status')).stdout, /Policy/);
  });

  it('gates other acts too, until a human has confirmed that it does not', async () => {
    configure({ acts: [] });
    const merge = () => create('gh pr merge --squash');
    assert.match(denied(await merge()), /the merge of a pull request|needs what a pull request needs/i);
    assert.match((await party('status')).stdout, /no longer gates pr-ready, pr-merge, push-base, status/);
    await confirmed({ acts: [] });
    allowed(await merge());
    allowed(await create('git push origin HEAD:main'));
    denied(await create());
    assert.match((await party('gates', 'policy')).stdout, /not gated: pr-ready, pr-merge, push-base, status/);
    writeFileSync(join(at.top, 'tmux-team.json'), JSON.stringify({ gates: { acts: ['pr-merge'] } }));
    denied(await merge());
  });

  it('is reduced once a human has confirmed it, for the gates and for the verification', async () => {
    await confirmed({ require: 'standard' });
    allowed(await review());
    assert.match(
      denied(await create()),
      /Missing for the current code:\n- tests-passed[\s\S]*Required here: standard: /,
    );
    await standardEvidence();
    allowed(await create());
    assert.equal((await party('evidence', 'verify')).code, 0);
    const status = await json<{ gates: { missing: string[]; policy: GatePolicy } }>('status');
    assert.deepEqual([status.gates.missing, status.gates.policy.required], [[], standard]);
    assert.match((await party('status')).stdout, /^Policy +standard: tests-passed/m);
    assert.match((await party('evidence', 'list')).stdout, /minimizer +missing, not required\n/);
  });

  it('stays the same when an agent edits the configuration; the waiting change is named', async () => {
    configure({ require: 'off' });
    const found = await policy();
    assert.deepEqual([found.required, found.waiting?.name], [evidenceKinds, 'off']);
    assert.match(denied(await create()), /no longer asks for code-critic.*The human can confirm that less is required/);
    denied(await review());
    assert.match(
      (await party('status')).stdout,
      /counts once the human has confirmed it.*party gates policy --confirm/,
    );
  });

  it('cannot be confirmed or passed over by an agent', async () => {
    configure({ require: 'off' });
    for (const env of [agent, { CODEX_THREAD_ID: 'x' }]) {
      for (const args of [
        ['gates', 'policy', '--confirm'],
        ['gates', 'pass', '--reason', 'I want to'],
      ]) {
        const { code, stderr } = await at.box.party(args, { cwd: at.top, env });
        assert.equal(code, 1, args.join(' '));
        assert.match(stderr, /Only the human/);
      }
    }
    assert.deepEqual((await policy()).required, evidenceKinds);
    assert.deepEqual(at.events('pass'), []);
  });

  it('is confirmed for exactly the policy that the human saw', async () => {
    configure({ require: 'standard' });
    const { waiting } = await policy();
    configure({ require: 'off' });
    const late = await party('gates', 'policy', '--confirm', '--hash', waiting?.hash ?? '');
    assert.equal(late.code, 1);
    assert.match(late.stderr, /has changed since you looked at it\. Nothing was confirmed/);
    configure({ require: 'standard' });
    assert.equal((await party('gates', 'policy', '--confirm', '--hash', waiting?.hash ?? '')).code, 0);
    configure({ require: 'off' });
    const after = await policy();
    assert.deepEqual([after.required, after.waiting?.name], [standard, 'off']);
  });

  it('is not changed by a line of another program, or a line with the hash of another policy', async () => {
    await confirmed({ require: 'standard' });
    const line = JSON.parse(readFileSync(userLog(), 'utf8').trim().split('\n').at(-1) ?? '');
    configure({ require: 'off' });
    const forged = { ...line, policy: { require: [], rules: [] } };
    appendFileSync(userLog(), `${JSON.stringify(forged)}\n`);
    assert.deepEqual((await policy()).required, standard);
    writeFileSync(userLog(), `${JSON.stringify(forged)}\n`);
    assert.deepEqual((await policy()).required, evidenceKinds);
    // The human says again what counts.
    await confirmed({ require: 'standard' });
    assert.deepEqual((await policy()).required, standard);
  });

  it('does not go back to an earlier confirmation after the user has asked for more', async () => {
    await confirmed({ require: 'standard' });
    configure({});
    assert.deepEqual((await policy()).required, evidenceKinds);
    configure({ require: 'standard' });
    const found = await policy();
    assert.deepEqual([found.required, found.waiting?.name], [evidenceKinds, 'standard']);
  });

  it('is not reduced by the project, which is named', async () => {
    at.write('tmux-team.json', JSON.stringify({ gates: { require: 'off' } }));
    assert.match((await policy()).ignored.join(), /tmux-team\.json: gates\.require asks for less, and is ignored/);
    assert.match(denied(await create()), /code-critic[\s\S]*tmux-team\.json: gates\.require asks for less/);
  });

  it('is extended by the project, also when the change removes that', async () => {
    at.git('checkout', '-q', 'main');
    at.write('tmux-team.json', JSON.stringify({ gates: { rules: [{ paths: ['src/**'], require: ['minimizer'] }] } }));
    at.git('add', '.');
    at.git('commit', '-qm', 'rules');
    at.git('checkout', '-qb', 'more');
    at.write('src/auth.ts', 'export const login = 7;\n');
    await confirmed({ require: 'standard' });
    assert.deepEqual((await policy()).required, ['minimizer', ...standard]);
    at.write('tmux-team.json', '{}');
    const found = await policy();
    assert.deepEqual(found.required, ['minimizer', ...standard]);
    assert.equal(found.sources.at(-1)?.file, 'tmux-team.json of the base');
  });

  it('is everything while the file of the project is broken', async () => {
    await confirmed({ require: 'off' });
    at.write('tmux-team.json', '{');
    assert.match(denied(await create()), /tmux-team\.json: is not valid JSON.*Until it is corrected, all checks/);
  });

  it('is nothing when the gate is off, and the gate says so', async () => {
    await confirmed({ require: 'off' });
    allowed(await create());
    allowed(await create('cd "$X" && gh pr create'));
    allowed(await review());
    assert.match(at.logged().join('\n'), /allowed: a pull request; the gate is off/);
    assert.match((await party('status')).stdout, /^Policy +off: nothing is required$/m);
    assert.match((await party('gates', 'policy')).stdout, /^off: nothing is required\n/);
  });

  describe('with a pass', () => {
    const pass = () => party('gates', 'pass', '--reason', 'a release is burning');

    it('is nothing for one pull request of this code, which is recorded', async () => {
      assert.equal((await pass()).code, 0);
      assert.match((await party('status')).stdout, /the next pull request of this code passes: a release is burning/);
      // A call that is denied for another reason does not use it.
      denied(await create('make; gh pr create'));
      denied(await create('gh pr create --head other'));
      // Nor does a question.
      const asked = await party('gates', 'try', '--', 'gh pr create --fill');
      assert.equal(asked.code, 0, asked.stdout);
      allowed(await create());
      denied(await create());
      assert.match(at.logged().join('\n'), /allowed: a pull request; a human let it through: a release is burning/);
      assert.match((await party('status')).stdout, /a pull request was let through: a release is burning/);
      assert.match((await party('review', 'timeline')).stdout, /a pull request was let through: a release is burning/);
      assert.deepEqual(
        at.events('pass').map(({ what, actor }) => [what, actor]),
        [
          ['given', 'human'],
          ['used', 'human'],
        ],
      );
    });

    it('is used by one of two calls at the same time', async () => {
      await pass();
      const answers = await Promise.all([create(), create()]);
      assert.equal(answers.filter(({ stdout }) => stdout === '').length, 1);
    });

    it('is all again for other code, another branch and another base', async () => {
      await pass();
      at.write('src/auth.ts', 'export const login = 8;\n');
      denied(await create());
      at.git('checkout', '-q', '--', 'src/auth.ts');
      at.git('checkout', '-qb', 'another');
      denied(await create());
      // The same change on a newer base.
      at.git('checkout', '-q', 'main');
      at.git('commit', '-q', '--allow-empty', '-m', 'newer');
      at.git('rebase', '-q', 'main', 'topic');
      const [given] = at.events('pass');
      assert.equal(given?.hash, await at.hash());
      denied(await create());
    });

    it('needs a reason, and is given once for the same code', async () => {
      const without = await party('gates', 'pass');
      assert.equal(without.code, 1);
      assert.match(without.stderr, /A reason is required/);
      await pass();
      assert.match((await pass()).stdout, /^The gate already lets through one pull request of [0-9a-f]+ on topic/);
      assert.equal(at.events('pass').length, 1);
    });

    it('does not let through what is not committed', async () => {
      at.write('src/extra.ts', '1\n');
      await pass();
      assert.match(denied(await create()), /Commit these files first: src\/extra\.ts/);
      at.git('add', '.');
      at.git('commit', '-qm', 'extra');
      allowed(await create());
    });
  });
});

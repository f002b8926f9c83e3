// An approval of the plan counts only if this machine's log knows it: a repository can bring the file.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planHash } from '../../../src/node/plan/planFile.ts';
import { goodPlan } from '../../support/parts/plan.ts';
import { recordApproval } from '../../support/plans.ts';
import { GatedProject, gateOn } from './support/gatedProject.ts';
import { allowed, denied } from './support/hookedProject.ts';

const foreign = { is_optimal: true, review_version: 1, approved_at: '2026-01-01T00:00:00Z', codex_thread_id: 't' };

describe('plan gate: an approval that the repository brings', function () {
  this.timeout(40_000);
  let at: GatedProject;
  beforeEach(() => {
    at = new GatedProject();
  });
  afterEach(() => at.dispose());

  it('opens nothing, is kept and named, and offers the approval by hand', async () => {
    await at.approve('foreign');
    const said = denied(await at.asks(at.writes(join(at.top, 'src/x.ts'))));
    assert.match(said, /was not given on this machine[\s\S]*party plan approve --reason/);
    denied(await at.asks(at.bash('npm test')));
    allowed(await at.asks(at.bash('ls')));
    allowed(await at.asks(at.writes(join(at.top, 'docs/plan.md'))));
    assert.ok(existsSync(at.file('.claude/review/approval.json')));
  });

  it('opens nothing when it comes with a commit', async () => {
    await at.approve('foreign');
    at.git('add', '-f', 'docs/plan.md', '.claude/review/approval.json');
    at.git('commit', '-q', '-m', 'bring an approval');
    const tree = join(at.root, 'tree');
    at.git('worktree', 'add', '-q', tree, '-b', 'side');
    gateOn(tree);
    const call = at.writes(join(tree, 'src/x.ts'), { cwd: tree });
    const env = { CLAUDE_PROJECT_DIR: tree };
    assert.match(denied(await at.asks(call, { cwd: tree, env })), /was not given on this machine/);
    // Another worktree's approval is for another top level.
    await recordApproval(at.paths, at.top, planHash(readFileSync(join(tree, 'docs/plan.md'), 'utf8')));
    denied(await at.asks(call, { cwd: tree, env }));
  });

  it('opens nothing when the log names another plan, was withdrawn, or is damaged', async () => {
    await at.approve();
    const file = at.read('.claude/review/approval.json') ?? '';
    allowed(await at.asks(at.bash('npm test')));
    at.write('docs/plan.md', '# Another goal\n');
    await at.approve('foreign');
    denied(await at.asks(at.bash('npm test')));
    // That was a changed plan, so its approval is withdrawn, and putting both files back does not renew it.
    at.write('docs/plan.md', '# Goal\n');
    writeFileSync(at.file('.claude/review/approval.json'), file);
    denied(await at.asks(at.bash('npm test')));
    await at.approve();
    allowed(await at.asks(at.bash('npm test')));
    const log = at.durable('events.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace('withdrawn', 'forgotten'));
    denied(await at.asks(at.bash('npm test')));
    rmSync(log);
    denied(await at.asks(at.bash('npm test')));
    mkdirSync(log);
    denied(await at.asks(at.bash('npm test')));
  });

  it('counts after the human approved the plan by hand, also in a linked worktree', async () => {
    at.write('docs/plan.md', goodPlan);
    at.git('add', '-A', 'docs');
    at.git('commit', '-q', '-m', 'plan');
    const tree = join(at.root, 'tree');
    at.git('worktree', 'add', '-q', tree, '-b', 'side');
    for (const top of [at.top, tree]) {
      if (top === tree) gateOn(tree);
      const hash = planHash(goodPlan);
      writeFileSync(join(top, '.claude/review/approval.json'), JSON.stringify({ ...foreign, plan_hash: hash }));
      const call = () =>
        at.asks(at.writes(join(top, 'src/x.ts'), { cwd: top }), { cwd: top, env: { CLAUDE_PROJECT_DIR: top } });
      denied(await call());
      const status = await at.box.party(['plan', 'status'], { cwd: top });
      assert.match(status.stdout, /was not given on this machine[\s\S]*party plan approve --reason/);
      const approved = await at.box.party(['plan', 'approve', '--reason', 'I read it'], { cwd: top });
      assert.equal(approved.code, 0, approved.stderr);
      allowed(await call());
    }
  });
});

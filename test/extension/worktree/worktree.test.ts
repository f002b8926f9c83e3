// What the editor has to do with worktrees: it has one made, and shows who runs in one without the gate.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english } from '../../../src/core/base/translate.ts';
import type { GatelessClaude } from '../../../src/core/plan/plan.ts';
import { quietStatus } from '../../../src/core/status/status.ts';
import { statusBar } from '../../../src/core/status/statusBar.ts';
import { planChildren } from '../../../src/extension/plan/planRows.ts';
import { Plans } from '../../../src/extension/plan/plans.ts';
import { worktreeProgram } from '../../../src/extension/worktree/worktreeProgram.ts';
import { readPlan } from '../../../src/node/plan/readPlan.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import * as files from '../../support/plans.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'party-worktree-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a worktree from the editor', () => {
  const program = () => ({ root, env: { PATH: process.env['PATH'] ?? '', OUT: join(root, 'out') } });
  const script = (body: string) => {
    mkdirSync(join(root, 'resources/bin'), { recursive: true });
    writeFileSync(join(root, 'resources/bin/party'), `echo "$PWD $*" >"$OUT"\n${body}\n`);
  };

  it('is made by the program, with settings as flags', async () => {
    script(`echo '{"worktree":{"path":"/w/login","branch":"login"},"session":{},"warnings":["w"]}'`);
    const made = await worktreeProgram.make(program(), root, 'login', { demo: true, permissionMode: 'plan' });
    assert.deepEqual(made, { path: '/w/login', warnings: ['w'] });
    const called = readFileSync(join(root, 'out'), 'utf8');
    assert.ok(called.endsWith('worktree login --detach --agents demo --permission-mode plan --json\n'), called);
  });

  it('says why it cannot be made', async () => {
    script(`echo '{"error":{"code":"REFUSED","message":"There is a branch login already"}}' >&2; exit 1`);
    const made = worktreeProgram.make(program(), root, 'login', { demo: false, permissionMode: undefined });
    await assert.rejects(made, { code: 'REFUSED', message: /branch login already/ });
  });
});

describe('a Claude without our hooks, in the editor', () => {
  const claude: GatelessClaude = { pid: 7, cwd: '/p', why: 'it was started without Party' };

  it('is shown first although no file of the plan has changed, and disappears with its process', async () => {
    files.gateOn(root);
    let running: GatelessClaude[] = [];
    const read = (top: string) => readPlan(partyPaths({ HOME: root }), top);
    const plans = new Plans({ read, withdraw: async () => {}, gateless: async () => running });
    const folder = { name: 'p', path: root, top: root };
    const look = async () => {
      const [plan] = (await plans.read([folder])).plans;
      assert.ok(plan !== undefined);
      return plan;
    };
    const before = await look();
    assert.equal(before.status.gateless, undefined);
    running = [claude];
    const seen = await look();
    assert.deepEqual(seen.status.gateless, [claude]);
    assert.notEqual(seen.revision, before.revision);
    const [first] = planChildren({ kind: 'plan', plan: seen, named: false });
    assert.ok(first?.kind === 'planProblem' && first.problem === 'gateless');
    running = [];
    assert.equal((await look()).status.gateless, undefined);
  });

  it('is shown in the status bar', () => {
    const plan = { kind: 'approved' as const, version: 1, hash: 'x', gateless: [claude] };
    const { text, attention } = statusBar({ ...quietStatus, plan }, english);
    assert.match(text, /\$\(unlock\).*a Claude runs without the plan gate/);
    assert.ok(attention);
  });
});

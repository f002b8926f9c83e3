// The gate before reviews and approvals by Codex.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codexLines, forgeries } from '../../core/shell/gateLines.ts';
import { hookScript } from '../../support/project.ts';
import { asksNodeAbout, closesWhenBroken, needsNoNodeFor } from './support/everyGate.ts';
import { allowed, denied, HookedProject } from './support/hookedProject.ts';

describe('codex-gate', () => {
  let at: HookedProject;
  beforeEach(() => {
    at = new HookedProject();
  });
  afterEach(() => at.dispose());

  const call = (command: string) => at.hook('codex-gate', at.bash(command));

  it('asks for the critics before a review, and for the review before an approval', async () => {
    assert.match(denied(await call('./tmux-codex.sh --review')), /code-critic.*\n.*minimizer/);
    assert.match(denied(await call('tmux-codex.sh --approve')), /codex-ran/);
    await at.critics();
    allowed(await call('./tmux-codex.sh --review'));
    allowed(await call('party review request main'));
    denied(await call('party review approve'));
    await at.reviewed();
    allowed(await call('tmux-codex.sh --approve'));
    at.write('src/auth.ts', 'export const login = 9;\n');
    denied(await call('tmux-codex.sh --approve'));
    denied(await call('tmux-codex.sh --review'));
  });

  it('leaves documents, messages and small fixes to the script', async () => {
    for (const line of [
      'tmux-codex.sh --plan-review docs/plan.md',
      'tmux-codex.sh --prompt "tmux-codex.sh --review"',
      'tmux-codex.sh --approve --targeted "a typo"',
      'tmux-codex.sh --review-complete f.json',
      'echo CODEX APPROVED',
    ]) {
      allowed(await call(line));
    }
  });

  it('denies calls of Party’s hooks and writes to its log', async () => {
    await at.critics();
    await at.reviewed();
    assert.match(denied(await call(`sh ${hookScript('agent-trace')} < in.json`)), /Only Claude Code calls/);
    assert.match(denied(await call('node dist/hook.cjs agent-trace < in.json')), /Only Claude Code calls/);
    assert.match(denied(await call(`echo x >> ${at.durable('events.jsonl')}`)), /Only Party writes/);
    allowed(await call('echo x >> events.jsonl'));
    allowed(await call(`cat ${at.durable('events.jsonl')}`));
  });

  it('denies writes to what Party keeps, also through links and by names without a word of Party’s', async () => {
    const state = join(at.paths.stateRoot, 'party-app-1');
    mkdirSync(state, { recursive: true, mode: 0o700 });
    symlinkSync(state, at.file('s'));
    symlinkSync(join(state, 'x'), at.file('o.json'));
    Object.assign(at.env, { PARTY_HOME: join(at.root, 'kept') });
    for (const line of [
      ...['echo x > s/x', 'echo x>s/x', 'make|tee o.json', 'cp a o.json', '/bin/cp a o.json', 'sed -i s/a/b/ o.json'],
      ...[`some-program ${at.root}/kept/x`, `ln -s ${at.root}/kept here`],
    ]) {
      assert.match(denied(await call(line)), /Only Party writes/, line);
    }
    const inside = at.bash('some-program x', 'PreToolUse', { cwd: state });
    assert.match(denied(await at.hook('codex-gate', inside)), /Only Party writes/);
    for (const line of ['echo x > out.json', 'cp a b', 'cat s/x', 'cat o.json > copy.json']) allowed(await call(line));
  });

  it('denies a line when it cannot see which program runs', async () => {
    assert.match(denied(await call('$SCRIPT --review')), /cannot see which program/);
    denied(await call('tmux-codex.sh "$MODE"'));
    denied(await call('"tmux-codex.sh --review'));
  });

  describe('when it breaks', () => closesWhenBroken('codex-gate', 'tmux-codex.sh --review', () => at));

  describe('what most calls cost', () => {
    needsNoNodeFor('codex-gate', ['ls -la src', 'npm test', 'git status && git diff --stat | head -5'], () => at);
    const gated = [
      ...codexLines.flatMap(([line, found]) => (found.length > 0 ? [line] : [])),
      ...forgeries.flatMap(([line, gated]) => (gated ? [line] : [])),
    ];
    asksNodeAbout('codex-gate', gated, () => at);
  });
});

// Texts from standard input: `-` in the place of a text, in the scripts and in the verbs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goodPlan } from '../../support/parts/plan.ts';
import { newProject, type Project } from '../../support/project.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { node20, repository } from '../../support/sandbox.ts';

const tmuxCodex = join(repository, 'resources/claude/skills/codex-transport/scripts/tmux-codex.sh');
const tmuxClaude = join(repository, 'resources/codex/skills/claude-transport/scripts/tmux-claude.sh');
/** Nothing of it is an option, a shell's word or a name of a file. */
const hostile = '--json "$HOME" `id`\n- second line';

describe('a text from standard input', function () {
  this.timeout(60_000);
  const party = (args: readonly string[], { at, input }: { at: Pick<Project, 'box' | 'top'>; input: string }) =>
    at.box.script([join(repository, 'resources/bin/party'), ...args], {
      cwd: at.top,
      env: { PARTY_NODE: node20 },
      input,
    });

  it("can be a task for Codex, a message to Claude or a person's message, without an argument", async () => {
    const at = new ReceiverParty();
    try {
      await at.start();
      const env = { PARTY_NODE: node20 };
      const sent: [string, Promise<{ code: number | undefined; stdout: string; stderr: string }>][] = [
        ['--prompt -', at.box.script([tmuxCodex, '--prompt', '-'], { cwd: at.top, env, input: `${hostile}\n` })],
        ['tmux-claude.sh -', at.box.script([tmuxClaude, '-'], { cwd: at.top, env, input: `${hostile}\n` })],
      ];
      for (const [what, output] of sent) {
        const { code, stdout, stderr } = await output;
        assert.equal(code, 0, `${what}: ${stderr}`);
        const [, file = ''] = /^file: (.+)$/m.exec(stdout) ?? [];
        assert.ok(readFileSync(file, 'utf8').includes(hostile), what);
      }
      const empty = await at.box.script([tmuxCodex, '--prompt', '-'], { cwd: at.top, env, input: '\n' });
      assert.deepEqual([empty.code, /needs a text/.test(empty.stderr)], [1, true]);
    } finally {
      await at.dispose();
    }
  });

  it('can be the reason of a verdict and of an approval', async () => {
    const at = newProject({ plan: true });
    try {
      const said = await party(['review', 'needs-discussion', '-'], { at, input: 'who\ndecides?\n' });
      assert.match(said.stdout, /^CODEX NEEDS_DISCUSSION — who decides\?$/m, said.stderr);
      assert.equal((await at.plan(['start'])).code, 0);
      at.write('docs/plan.md', goodPlan);
      const approved = await party(['plan', 'approve', '--reason', '-'], { at, input: `${hostile}\n` });
      assert.equal(approved.code, 0, approved.stderr);
      const [event] = at.events('plan').filter(({ what }) => what === 'forced');
      assert.equal(event?.reason, hostile);
      const empty = await party(['budget', 'renew', '--reason=-'], { at, input: '' });
      assert.notEqual(empty.code, 0);
    } finally {
      await at.dispose();
    }
  });

  it('can be the title of a task, the reason of a pass and a command for party gates try', async () => {
    const at = newProject({ git: true });
    try {
      assert.equal((await party(['pm', 'init', '--name=n'], { at, input: '' })).code, 0);
      await party(['pm', 'milestone', 'add', '--', '-'], { at, input: 'first\n' });
      await party(['pm', 'task', 'add', '--milestone=1', '--', '-'], { at, input: 'a title\n' });
      const listed = await party(['pm', 'task', 'list'], { at, input: '' });
      assert.match(listed.stdout, /^1-1 +pending +a title$/m, listed.stderr);
      await party(['pm', 'task', 'update', '--title=-', '--', '1-1'], { at, input: 'another\n' });
      assert.match((await party(['pm', 'task', 'list'], { at, input: '' })).stdout, /another$/m);
      assert.match((await party(['pm', 'milestone', 'list'], { at, input: '' })).stdout, /first/);
      const passed = await party(['gates', 'pass', '--reason=-', '--json'], { at, input: 'a hotfix\n' });
      assert.equal(JSON.parse(passed.stdout).pass.reason, 'a hotfix', passed.stderr);
      const tried = await party(['gates', 'try', '--json', '--', '-'], { at, input: 'ls && pwd\n' });
      assert.equal(JSON.parse(tried.stdout).denied, false, tried.stderr);
    } finally {
      await at.dispose();
    }
  });

  it('can be used for only one of two options', async () => {
    const at = newProject({ git: true });
    try {
      const both = ['review', 'approve', '--targeted=-', '--beyond=-'];
      const { code, stderr } = await party(both, { at, input: 'x' });
      assert.equal(code, 1);
      assert.match(stderr, /Only one of --beyond and --targeted can be -/);
    } finally {
      await at.dispose();
    }
  });
});

// tmux-team's registry: init, add, list, update, remove, with real panes of programs that Party did not start.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachInProject, node20, repository, until } from '../../support/sandbox.ts';

describe('tmux-team', function () {
  this.timeout(40_000);
  const at = eachInProject();

  const open = async (name: string, command: string[]) => {
    await at.box.tmux('new-session', '-d', '-x', '100', '-y', '40', '-s', name, '-c', at.project, ...command);
    const pane = (await at.box.tmux('list-panes', '-t', `=${name}:`, '-F', '#{pane_id}')).stdout.trim();
    await until('the agent', async () =>
      (await at.box.tmux('capture-pane', '-p', '-t', pane)).stdout.includes('ready'),
    );
    return pane;
  };
  const team = (...args: string[]) =>
    at.box.script([join(repository, 'resources/bin/tmux-team'), ...args], {
      cwd: at.project,
      env: { PARTY_NODE: node20 },
    });

  it('has its registry: init, add, list, update, remove', async () => {
    const pane = await open('work', ['sh', '-c', 'echo ready; exec cat']);
    assert.equal((await team('init')).code, 0);
    assert.equal((await team('init')).code, 1);
    assert.equal((await team('add', 'codex', 'work:0.0', 'Backend engineer')).code, 0);
    assert.equal((await team('add', 'codex', '0.1')).code, 1);
    const listed = JSON.parse((await team('list', '--json')).stdout) as { agents: unknown };
    assert.deepEqual(listed.agents, [{ name: 'codex', pane: 'work:0.0', remark: 'Backend engineer', found: pane }]);
    assert.equal((await team('talk', 'codex', 'Please review the PR')).code, 0);
    assert.match((await team('check', 'codex', '50')).stdout, /Please review the PR/);
    assert.equal((await team('update', 'codex', '--pane', pane, '--remark', 'Now handling tests')).code, 0);
    assert.match(readFileSync(join(at.project, 'tmux-team.json'), 'utf8'), /Now handling tests/);
    assert.equal((await team('remove', 'codex')).code, 0);
    assert.equal((await team('remove', 'codex')).code, 3);
    assert.equal((await team('ls')).code, 0);
  });

  it('keeps a registry of the old form in that form, with unknown fields', async () => {
    const file = join(at.project, 'tmux-team.json');
    writeFileSync(file, JSON.stringify({ $config: { mode: 'polling' }, claude: { pane: '1.0', mine: true } }));
    assert.equal((await team('add', 'codex', '1.1')).code, 0);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      $config: { mode: 'polling' },
      claude: { pane: '1.0', mine: true },
      codex: { pane: '1.1' },
    });
  });

  it('exits with 2 without a registry, and only under this name', async () => {
    for (const args of [['talk', 'codex', 'Hi'], ['check', 'codex'], ['list'], ['remove', 'codex']]) {
      const output = await team(...args);
      assert.equal(output.code, 2, args.join(' '));
      assert.match(output.stderr, /tmux-team init/);
    }
    assert.equal((await at.box.party(['list'], { cwd: at.project })).code, 0);
  });

  it('keeps all of twelve agents that are added at once', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `agent${n}`);
    await Promise.all(names.map((name, n) => team('add', name, `0.${n}`)));
    const { agents } = JSON.parse(readFileSync(join(at.project, 'tmux-team.json'), 'utf8')) as { agents: object };
    assert.deepEqual(Object.keys(agents).sort(), names.sort());
  });

  for (const [args, message] of [
    [['add', 'all', '1.0'], /all cannot be the name of an agent/],
    [['add', 'x y', '1.0'], /cannot be the name of an agent/],
    [['add', 'codex', 'left'], /left is not a pane/],
    [['update', 'codex'], /--pane or --remark/],
  ] as const) {
    it(`refuses: ${args.join(' ')}`, async () => {
      await team('init');
      const before = readFileSync(join(at.project, 'tmux-team.json'), 'utf8');
      const output = await team(...args);
      assert.equal(output.code, 1);
      assert.match(output.stderr, message);
      assert.equal(readFileSync(join(at.project, 'tmux-team.json'), 'utf8'), before);
    });
  }
});

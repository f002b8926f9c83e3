// `party check` and the roles of panes.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { eachInProject, until } from '../../support/sandbox.ts';

describe('party check, and the roles', function () {
  this.timeout(30_000);
  const at = eachInProject();

  const paneOf = async (role: string) =>
    (await at.box.partyJson<{ pane: string }>(['check', role], { cwd: at.project })).pane;

  it('survive splits, swaps, breaks and respawns of panes (T3, T11)', async () => {
    const { panes } = await at.start();
    await at.box.tmux('split-window', '-t', panes.codex, '-b', 'cat');
    await at.box.tmux('swap-pane', '-s', panes.claude, '-t', panes.shell);
    await at.box.tmux('break-pane', '-d', '-s', panes.codex, '-n', 'renamed');
    await at.box.tmux('respawn-pane', '-k', '-t', panes.claude, 'cat');
    for (const role of ['codex', 'claude', 'shell'] as const) assert.equal(await paneOf(role), panes[role]);
  });

  it('are not given to the active pane when their pane is gone (T1)', async () => {
    const { panes } = await at.start();
    await at.box.tmux('kill-pane', '-t', panes.codex);
    const error = await at.failure(['check', 'codex']);
    assert.deepEqual([error.exit, error.code], [3, 'ROLE_NOT_FOUND']);
  });

  it('are not guessed when two panes have the same one', async () => {
    const { panes } = await at.start();
    await at.box.tmux('set-option', '-p', '-t', panes.shell, '@party_role', 'claude');
    const error = await at.failure(['check', 'claude']);
    assert.deepEqual([error.exit, error.code], [3, 'ROLE_AMBIGUOUS']);
    assert.equal(await paneOf('codex'), panes.codex);
  });

  it('fall back to claude first, codex second in a legacy session of two panes', async () => {
    for (const base of ['0', '1']) {
      const name = `party-old${base}`;
      await at.box.tmux('new-session', '-d', '-s', name, 'echo I am claude; exec cat');
      await at.box.tmux('set-option', '-g', 'pane-base-index', base);
      await at.box.tmux('split-window', '-t', `=${name}:`, 'echo I am codex; exec cat');
      for (const role of ['claude', 'codex']) {
        await until(`${role} of ${name}`, async () => {
          const output = await at.box.party(['check', role], { cwd: at.project, env: { PARTY_SESSION: name } });
          return output.stdout.includes(`I am ${role}`);
        });
      }
    }
  });

  it('are unresolved in any other session without roles', async () => {
    await at.box.tmux('new-session', '-d', '-s', 'party-one', 'cat');
    const error = await at.failure(['check', 'claude'], { env: { PARTY_SESSION: 'party-one' } });
    assert.deepEqual([error.exit, error.code], [3, 'ROUTING_UNRESOLVED']);
  });

  it('must be known names; the nearest ones are suggested', async () => {
    const error = await at.failure(['check', 'gemini']);
    assert.deepEqual([error.exit, error.code], [3, 'ROLE_NOT_FOUND']);
    assert.match(error.message, /codex, claude, shell/);
  });

  it('show as ended when the agent has ended, with its last output (T4, T10)', async () => {
    const command = ['sh', '-c', 'echo last words; exit 3'];
    writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify({ agents: { claude: { command } } }));
    await at.box.party(['start', '--detach'], { cwd: at.project });
    const dead = await until('the end', async () => {
      const status = await at.box.partyJson<Status>(['status'], { cwd: at.project });
      return status.agents.find((agent) => agent.role === 'claude' && agent.state === 'dead');
    });
    // No shell is left under the agent: there is nothing that could execute what is typed there.
    const pane = await at.box.tmux('list-panes', '-a', '-F', '#{@party_role} #{pane_dead}');
    assert.match(pane.stdout, /^claude 1$/m);
    assert.notEqual(dead.pane, null);
    const check = await at.box.party(['check', 'claude'], { cwd: at.project });
    assert.match(check.stdout, /last words/);
  });
});

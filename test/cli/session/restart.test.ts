// `party restart`, and what `party start` and `party restore` do with an agent that has ended, with a real tmux.

import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../../src/core/status/status.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { eachInProject, type Started, until } from '../../support/sandbox.ts';

interface Restarted {
  readonly restarted: readonly string[];
  readonly resumed: object;
  readonly panes: Started['panes'];
}

describe('party restart', function () {
  this.timeout(40_000);
  const at = eachInProject();
  const restart = (...args: string[]) => at.box.partyJson<Restarted>(['restart', ...args], { cwd: at.project });
  const status = () => at.box.partyJson<Status>(['status'], { cwd: at.project });
  const stateOf = async (role: string) => (await status()).agents.find((agent) => agent.role === role)?.state;
  const becomes = (role: string, state: string) =>
    until(`${role} to be ${state}`, async () => (await stateOf(role)) === state, 20_000);
  const pidOf = async (pane: string) =>
    Number((await at.box.tmux('display-message', '-p', '-t', pane, '#{pane_pid}')).stdout);
  const layout = async () =>
    (await at.box.tmux('list-panes', '-a', '-F', '#{pane_index} #{@party_role}')).stdout.trim().split('\n');
  const kill = async (role: 'claude' | 'codex', { panes }: Started) => {
    process.kill(await pidOf(panes[role]), 'SIGKILL');
    await becomes(role, 'dead');
  };
  const configure = (script: string) => {
    const command = ['sh', '-c', script];
    const agents = { claude: { command, adapter: 'generic' }, codex: { command: ['cat'], adapter: 'generic' } };
    writeFileSync(join(at.project, 'tmux-team.json'), JSON.stringify({ agents }));
    return at.box.partyJson<Started>(['start', '--detach'], { cwd: at.project });
  };

  for (const role of ['claude', 'codex'] as const) {
    it(`starts a killed ${role} again in its pane, and delivers what waits once`, async () => {
      const party = await at.start();
      await becomes(role, 'idle');
      await kill(role, party);
      assert.equal((await at.box.party(['talk', role, 'are you back?'], { cwd: at.project })).code, 6);
      const other = role === 'claude' ? 'codex' : 'claude';
      const before = await pidOf(party.panes[other]);
      const { restarted, panes } = await restart(role);
      assert.deepEqual([restarted, panes], [[role], party.panes]);
      assert.equal(await pidOf(party.panes[other]), before, 'the other agent is left alone');
      const mailbox = openMailbox(join(at.box.stateRoot, party.session.name));
      const taken = async () => ['submitted', 'answered'].includes((await mailbox.messages())[0]?.state ?? '');
      await until('the delivery', taken, 20_000);
      await becomes(role, 'idle');
      const { stdout } = await at.box.party(['check', role, '200'], { cwd: at.project });
      assert.equal(stdout.match(/› \[HUMAN \w+\] are you back\?/g)?.length, 1, stdout);
    });
  }

  it('says that the directory is gone, and ends nothing', async () => {
    const party = await at.start();
    const before = await pidOf(party.panes.codex);
    renameSync(at.project, `${at.project}-moved`);
    const { code, stderr } = await at.box.party(['restart', 'codex', '--force', '--session', party.session.id]);
    assert.equal(code, 3);
    assert.match(stderr, /worked in .*project, which is gone/);
    assert.equal(await pidOf(party.panes.codex), before);
  });

  it('says what it has done', async () => {
    const party = await at.start();
    await kill('claude', party);
    const { stdout, code } = await at.box.party(['restart', 'claude'], { cwd: at.project });
    assert.deepEqual([code, stdout], [0, `Restarted Claude in ${party.session.name}\n`]);
  });

  it('works from elsewhere with --session', async () => {
    const { session } = await at.start();
    const { restarted } = await at.box.partyJson<Restarted>(['restart', 'shell', '--session', session.id]);
    assert.deepEqual(restarted, ['shell']);
  });

  for (const [args, code] of [
    [['unknown'], 'ROLE_NOT_FOUND'],
    [['claude', '--session', 'other'], 'NO_SESSION'],
  ] as const) {
    it(`exits with 3 for ${args.join(' ')}`, async () => {
      await at.start();
      const failure = await at.failure(['restart', ...args]);
      assert.deepEqual([failure.exit, failure.code], [3, code]);
    });
  }

  it('exits with 3 when no party runs, and when two panes have the role', async () => {
    assert.deepEqual([(await at.failure(['restart', 'claude'])).exit], [3]);
    const { panes } = await at.start();
    await at.box.tmux('set-option', '-p', '-t', panes.shell, '@party_role', 'claude');
    const failure = await at.failure(['restart', 'claude']);
    assert.deepEqual([failure.exit, failure.code], [3, 'ROLE_AMBIGUOUS']);
  });

  for (const role of ['codex', 'claude', 'shell'] as const) {
    it(`makes the pane of ${role} again at its place`, async () => {
      const { panes } = await at.start();
      await at.box.tmux('kill-pane', '-t', panes[role]);
      await restart(role);
      assert.deepEqual(await layout(), ['0 codex', '1 claude', '2 shell']);
      await becomes(role, 'idle');
    });
  }

  it('asks before it interrupts an agent: without a terminal it refuses, unless it is forced', async () => {
    const { panes } = await configure('printf "\\033]2;Working | x\\007"; exec cat');
    await becomes('claude', 'busy');
    const before = await pidOf(panes.claude);
    const failure = await at.failure(['restart', 'claude']);
    assert.deepEqual([failure.exit, failure.code], [1, 'REFUSED']);
    assert.match(failure.message, /Claude is working.*party restart claude --force/);
    assert.equal(await pidOf(panes.claude), before);
    await restart('claude', '--force');
    assert.notEqual(await pidOf(panes.claude), before);
  });

  it('asks before it ends a program in the shell', async () => {
    const { panes } = await at.start();
    await at.box.tmux('send-keys', '-t', panes.shell, 'exec sleep 600', 'Enter');
    await becomes('shell', 'busy');
    assert.match((await at.failure(['restart', 'shell'])).message, /A program runs in the shell/);
    await restart('shell', '--force');
    await becomes('shell', 'idle');
  });

  it('ends an agent that is stopped, and one that ignores every request to end', async () => {
    const { panes } = await configure('trap "" HUP TERM INT; echo ready; while :; do sleep 1000 & wait; done');
    await until('the agent', async () => (await at.box.party(['check', 'claude'], { cwd: at.project })).stdout !== '');
    const before = await pidOf(panes.claude);
    process.kill(before, 'SIGSTOP');
    await restart('claude', '--force');
    assert.notEqual(await pidOf(panes.claude), before);
    assert.throws(() => process.kill(before, 0), /ESRCH/);
  });

  for (const verb of ['start', 'restore']) {
    it(`is what party ${verb} does with exactly the agent that has ended`, async () => {
      const party = await at.start();
      await becomes('claude', 'idle');
      await kill('codex', party);
      const claude = await pidOf(party.panes.claude);
      const { stdout } = await at.box.party([verb, '--detach'], { cwd: at.project });
      assert.equal(stdout, `Restarted Codex in ${party.session.name}\n`);
      await becomes('codex', 'idle');
      assert.equal(await pidOf(party.panes.claude), claude);
      const again = await at.box.partyJson<Started & Restarted>([verb, '--detach'], { cwd: at.project });
      assert.deepEqual([again.created, again.restarted, again.panes], [false, [], party.panes]);
    });
  }

  it("treats a shell that a person started in an agent's pane as the end of the agent", async () => {
    const { panes } = await at.start();
    await becomes('claude', 'idle');
    await at.box.tmux('set-option', '-p', '-t', panes.claude, '@party_adapter', 'claude');
    await at.box.tmux('set-option', '-p', '-u', '-t', panes.claude, '@party_demo');
    await at.box.tmux('respawn-pane', '-k', '-t', panes.claude, '/bin/sh');
    await becomes('claude', 'dead');
    const screen = async () => (await at.box.tmux('capture-pane', '-p', '-t', panes.claude)).stdout.trim();
    await until('the prompt of the shell', async () => /[#$]$/.test(await screen()));
    await at.box.tmux('send-keys', '-t', panes.claude, 'sleep 600', 'Enter');
    await becomes('claude', 'waiting');
    const claude = (await status()).agents.find(({ role }) => role === 'claude');
    assert.match(claude?.waitingFor ?? '', /started by hand.*party restart claude/);
  });

  it('is what party status names when an agent has ended', async () => {
    const party = await at.start();
    await kill('claude', party);
    const { stdout } = await at.box.party(['status'], { cwd: at.project });
    assert.match(stdout, /^Next +party restart claude$/m);
  });
});

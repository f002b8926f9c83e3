// Bringing parties back, with the demo agents.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { isRunning } from '../../../src/node/system/processIdentity.ts';
import { cliBundle, eachInProject, node20, repository, until } from '../../support/sandbox.ts';

interface Started {
  session: { id: string; name: string; cwd: string };
  created: boolean;
  panes: Record<'codex' | 'claude' | 'shell', string>;
  agents: { role: string; demo: boolean }[];
}

describe('party restore', function () {
  this.timeout(40_000);
  const at = eachInProject();

  const start = (...args: string[]) =>
    at.box.partyJson<Started>(['start', '--detach', '--agents', 'demo', ...args], { cwd: at.project });
  const restore = (...args: string[]) =>
    at.box.partyJson<Started>(['restore', '--detach', ...args], { cwd: at.project });
  const failure = async (...args: string[]) => {
    const { code, stderr } = await at.box.party(['restore', '--json', ...args], { cwd: at.project });
    return { exit: code, ...(JSON.parse(stderr) as { error: { code: string; message: string } }).error };
  };
  const liveSessions = async () =>
    (await at.box.tmux('list-sessions', '-F', '#{session_name}')).stdout.split('\n').filter(Boolean);
  const stateDir = ({ session }: Started) => join(at.box.stateRoot, session.name);
  const mailbox = (party: Started) => openMailbox(stateDir(party));
  const reboot = async () => {
    await at.box.killServer();
    // A relay may be about to end in there.
    for (const name of readdirSync(at.box.stateRoot))
      rmSync(join(at.box.stateRoot, name), { recursive: true, maxRetries: 5 });
  };
  const runningRelay = (party: Started) =>
    until('the relay', () => {
      const lock = join(stateDir(party), 'locks/relay');
      const generation = existsSync(lock) && readdirSync(lock).find((name) => /^\d+$/.test(name));
      return generation && readFileSync(join(lock, generation), 'utf8');
    });
  const idle = (role: string) =>
    until(`${role} to be idle`, async () => {
      const { stdout } = await at.box.party(['status', '--json'], { cwd: at.project });
      return JSON.parse(stdout).agents.some(
        (a: { role: string; state: string }) => a.role === role && a.state === 'idle',
      );
    });

  for (const [title, disaster] of [
    ['a killed tmux server', () => at.box.killServer()],
    ['a reboot', reboot],
    ['party stop', () => at.box.party(['stop'], { cwd: at.project })],
  ] as const) {
    it(`brings the party back after ${title}`, async () => {
      const before = await start('Fix the login');
      await disaster();
      const after = await restore();
      assert.equal(after.created, true);
      assert.deepEqual(after.session, before.session);
      assert.deepEqual(after.agents, before.agents);
      const format = '#{session_name} #{@party_title} #{pane_index} #{@party_role}';
      const { stdout } = await at.box.tmux('list-panes', '-a', '-F', format);
      assert.deepEqual(
        stdout.trim().split('\n'),
        ['0 codex', '1 claude', '2 shell'].map((pane) => `${before.session.name} Fix the login ${pane}`),
      );
      assert.ok(existsSync(join(stateDir(after), 'messages/to-claude')));
    });
  }

  it('delivers unsubmitted messages, and asks the user about uncertain ones', async () => {
    const party = await start();
    const write = (to: string, text: string) =>
      mailbox(party).write({ to, from: 'human', kind: 'talk', text, line: ({ id }) => `[HUMAN ${id}] ${text}` });
    const typed = await write('claude', 'typed for Claude');
    await mailbox(party).record({ event: 'typing', id: typed.id });
    await mailbox(party).record({ event: 'typed', id: typed.id });
    const written = await write('claude', 'written for Claude');
    const unknown = await write('codex', 'typed for Codex');
    await mailbox(party).record({ event: 'typing', id: unknown.id });
    await reboot();
    await restore();
    const states = () =>
      mailbox(party)
        .messages()
        .then((messages) => Object.fromEntries(messages.map(({ id, state }) => [id, state])));
    await until('the delivery', async () => (await states())[written.id] === 'answered', 20_000);
    assert.equal((await states())[typed.id], 'answered');
    assert.equal((await states())[unknown.id], 'failed');
    const reason = (await mailbox(party).messages()).find(({ id }) => id === unknown.id)?.reason;
    assert.match(reason ?? '', /party message resend/);
    const { stdout } = await at.box.party(['check', 'claude'], { cwd: at.project });
    assert.equal(stdout.match(/› \[HUMAN \w+\] typed for Claude/g)?.length, 1);
  });

  it('carries a letter that Codex had left before the reboot', async () => {
    const party = await start();
    const script = join(repository, 'resources/codex/skills/claude-transport/scripts/tmux-claude.sh');
    const env = {
      PARTY_NODE: node20,
      PARTY_SESSION: party.session.name,
      CODEX_SANDBOX_NETWORK_DISABLED: '1',
    };
    const left = await at.box.run('sh', [script, 'Are you there?'], { cwd: at.project, env });
    assert.match(left.stdout, /^CLAUDE_REQUEST_QUEUED$/m);
    await reboot();
    await restore();
    const message = await until(
      'the answer',
      async () => (await mailbox(party).messages()).find(({ state }) => state === 'answered'),
      20_000,
    );
    assert.match(readFileSync(message.file, 'utf8'), /^Are you there\?\n/);
  });

  it('has a relay that ends with the party and leaves nothing of it behind', async () => {
    const party = await start();
    await idle('claude');
    await at.box.tmux('copy-mode', '-t', party.panes.claude);
    assert.equal((await at.box.party(['talk', 'claude', 'hello'], { cwd: at.project })).code, 6);
    const relay = await runningRelay(party);
    await at.box.party(['stop'], { cwd: at.project });
    await until('the end of the relay', () => !isRunning(relay));
    assert.deepEqual(readdirSync(at.box.stateRoot), []);
    await restore();
    await until('the delivery', async () => (await mailbox(party).messages())[0]?.state === 'answered', 20_000);
  });

  it("has a relay that ends when all its files are removed, also the socket's directory", async () => {
    const party = await start();
    await idle('claude');
    await at.box.tmux('copy-mode', '-t', party.panes.claude);
    assert.equal((await at.box.party(['talk', 'claude', 'hello'], { cwd: at.project })).code, 6);
    const relay = await runningRelay(party);
    await at.box.killServer();
    rmSync(at.box.root, { recursive: true, maxRetries: 5 });
    await until('the end of the relay', () => !isRunning(relay));
  });

  it('has a relay that looks again after a failure of tmux', async () => {
    const party = await start();
    await idle('claude');
    await at.box.tmux('copy-mode', '-t', party.panes.claude);
    const broken = join(at.box.root, 'broken');
    const env = at.box.wrapTmux(`[ -e '${broken}' ] && echo x >>'${broken}' && echo 'odd failure' >&2 && exit 1`);
    assert.equal((await at.box.party(['talk', 'claude', 'hello'], { cwd: at.project, env })).code, 6);
    await until('the relay', () => existsSync(join(stateDir(party), 'locks/relay')));
    writeFileSync(broken, '');
    await until('three failures', () => readFileSync(broken, 'utf8').length >= 'x\n'.length * 3, 20_000);
    rmSync(broken);
    await at.box.tmux('send-keys', '-t', party.panes.claude, '-X', 'cancel');
    await until('the delivery', async () => (await mailbox(party).messages())[0]?.state === 'answered', 20_000);
  });

  it('takes the newest of several, by its last use', async () => {
    const [first, second] = [await start('--new', 'one'), await start('--new', 'two')];
    await reboot();
    assert.equal((await restore()).session.id, second.session.id);
    await reboot();
    assert.equal((await restore(first.session.id)).session.id, first.session.id);
    await reboot();
    assert.equal((await restore()).session.id, first.session.id);
  });

  it('shows a running party unchanged', async () => {
    const before = await start();
    for (const args of [[], [before.session.id], [before.session.name]]) {
      const { created, panes } = await restore(...args);
      assert.equal(created, false);
      assert.deepEqual(panes, before.panes);
    }
  });

  it('does not count a half-made session as a running party', async () => {
    const before = await start();
    await at.box.tmux('set-option', '-u', '-t', `=${before.session.name}:`, '@party_ready');
    assert.equal((await restore()).created, true);
  });

  it('works from another project when it is named, in the directory where the party was', async () => {
    const { session } = await start();
    await reboot();
    const output = await at.box.party(['restore', '--json', session.id], { cwd: at.box.project('other') });
    assert.equal(JSON.parse(output.stdout).session.cwd, at.project);
  });

  it('names what can be restored when it does not know the one that is asked for', async () => {
    assert.match((await failure()).message, /has had no party\. To start a party: party start/);
    const { session } = await start();
    await at.box.party(['stop'], { cwd: at.project });
    const { exit, code, message } = await failure('unknown');
    assert.deepEqual([exit, code], [3, 'NO_SESSION']);
    assert.equal(message, `There is no party unknown. These can be restored: ${session.id}`);
  });

  it('names the record that is broken', async () => {
    const { session } = await start();
    await reboot();
    const projects = join(at.box.partyHome, 'projects');
    const file = join(projects, readdirSync(projects)[0] ?? '', 'sessions', session.id, 'session.json');
    writeFileSync(file, '{"half');
    for (const args of [[], [session.name]]) {
      const { exit, message } = await failure(...args);
      assert.equal(exit, 3);
      assert.ok(message.startsWith(`${file} is broken`), message);
    }
  });

  it('does not start a second one beside a party on another tmux server', async () => {
    const party = await start();
    const waiting = await mailbox(party).write({
      to: 'shell',
      from: 'human',
      kind: 'talk',
      text: 't',
      line: () => 't',
    });
    await mailbox(party).record({ event: 'typing', id: waiting.id });
    const env = { PARTY_TMUX_SOCKET: `${at.box.socket}-other` };
    const { code, stderr } = await at.box.party(['restore', '--detach'], { cwd: at.project, env });
    try {
      assert.equal(code, 3);
      assert.match(stderr, /is still running on another tmux server \(process \d+\).*SESSION_AMBIGUOUS/);
      assert.equal((await mailbox(party).messages())[0]?.state, 'typing');
    } finally {
      await at.box.run('tmux', ['-L', env.PARTY_TMUX_SOCKET, 'kill-server']);
    }
    assert.deepEqual((await restore()).panes, party.panes);
  });

  it('says that the directory is gone', async () => {
    const { session } = await start();
    await reboot();
    renameSync(at.project, `${at.project}-moved`);
    const { code, stderr } = await at.box.party(['restore', session.id]);
    assert.equal(code, 3);
    assert.match(stderr, /worked in .*project, which is gone/);
  });

  it('does not use a state directory that is open to others', async () => {
    const party = await start();
    await at.box.killServer();
    chmodSync(stateDir(party), 0o755);
    assert.equal((await failure()).code, 'STATE_UNSAFE');
    assert.deepEqual(await liveSessions(), []);
    assert.ok(existsSync(join(stateDir(party), 'messages.jsonl')));
  });

  it('leaves nothing behind when it is interrupted, and can be called again', async function () {
    this.timeout(120_000);
    const { session } = await start();
    let interrupted = 0;
    for (let delay = 40; delay < 340; delay += 30) {
      await reboot();
      const child = at.box.spawn(node20, [cliBundle, 'restore', '--detach'], { cwd: at.project });
      const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
      await new Promise((wake) => setTimeout(wake, delay));
      child.kill('SIGINT');
      const [code] = await exited;
      if (code === 0) {
        assert.deepEqual(await liveSessions(), [session.name], `after ${delay} ms: finished, so it is there`);
      } else {
        interrupted++;
        assert.deepEqual(await liveSessions(), [], `session left after ${delay} ms`);
        assert.deepEqual(readdirSync(at.box.stateRoot), [], `directory left after ${delay} ms`);
      }
    }
    assert.ok(interrupted > 2, `only ${interrupted} restores were interrupted`);
    await reboot();
    assert.equal((await restore()).session.id, session.id);
  });

  it('is what party.sh --continue does', async () => {
    const { session } = await start();
    await reboot();
    const script = join(repository, 'resources/session/party.sh');
    const output = await at.box.run('sh', [script, '--continue', session.id, '--detach'], {
      cwd: at.project,
      env: { PARTY_NODE: node20 },
    });
    assert.equal(output.stdout, `Restored ${session.name}\n`);
    await idle('claude');
  });
});

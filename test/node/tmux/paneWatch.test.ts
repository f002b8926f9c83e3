// A client of tmux that reports what changes in the panes of a party, on a real server.
import assert from 'node:assert/strict';
import { PaneWatch } from '../../../src/node/tmux/paneWatch.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { becomesQuietFor, staysQuietFor } from '../../support/quiet.ts';
import { eachInProject, type Started, until } from '../../support/sandbox.ts';

describe('watching the panes of a party', () => {
  const at = eachInProject();
  let party: Started;
  let watch: PaneWatch;
  let heard: { changes: number; ends: number };

  const begin = (env: Record<string, string> = {}) => {
    const machine = { env: { ...at.box.env, ...env }, tmux: createTmux({ ...at.box.env, ...env }) };
    heard = { changes: 0, ends: 0 };
    const news = { onChange: () => void heard.changes++, onEnd: () => void heard.ends++ };
    watch = new PaneWatch(machine, party.session.name, news);
  };
  /** tmux looks at the panes once a second. */
  const quiet = () => becomesQuietFor(1500, () => heard.changes);
  const title = (role: 'codex' | 'claude', text: string) =>
    at.box.tmux('select-pane', '-t', party.panes[role], '-T', text);

  beforeEach(async () => {
    party = await at.box.start(at.project);
    begin();
    await until('the first report', () => watch.reports);
    await quiet();
  });
  afterEach(() => watch.dispose());

  it('tells that an agent has become busy or waits', async () => {
    const before = heard.changes;
    await title('codex', '⠋ Working');
    await until('news', () => heard.changes > before);
    await quiet();
    const then = heard.changes;
    await title('codex', '[ ! ] Action Required');
    await until('news', () => heard.changes > then);
  });

  it('is silent about a spinner, which turns several times a second', async () => {
    await title('codex', '⠋ Working');
    await quiet();
    const turns = [...'⠙⠹⠸⠼'];
    const turning = (async () => {
      for (const turn of turns) {
        await title('codex', `${turn} Working`);
        await staysQuietFor(600, () => heard.changes);
      }
    })();
    await turning;
  });

  it('tells that a pane is in copy mode, and that one was closed', async () => {
    const before = heard.changes;
    await at.box.tmux('copy-mode', '-t', party.panes.codex);
    await until('news', () => heard.changes > before);
    await quiet();
    const then = heard.changes;
    await at.box.tmux('kill-pane', '-t', party.panes.shell);
    await until('news', () => heard.changes > then);
  });

  it('tells that a program runs in a pane that the user opened', async () => {
    const opened = await at.box.tmux('split-window', '-d', '-t', party.panes.shell, '-P', '-F', '#{pane_id}', 'sh');
    await quiet();
    const before = heard.changes;
    await at.box.tmux('send-keys', '-t', opened.stdout.trim(), 'sleep 60', 'Enter');
    await until('news', () => heard.changes > before);
  });

  it('ends with the session', async () => {
    await at.box.tmux('kill-session', '-t', party.session.name);
    await until('the end', () => heard.ends === 1);
    assert.equal(watch.reports, false);
  });

  it('ends when another program takes the client to another session', async () => {
    await at.box.tmux('new-session', '-d', '-s', 'other');
    const { stdout } = await at.box.tmux('list-clients', '-F', '#{client_name}');
    await at.box.tmux('switch-client', '-c', stdout.trim(), '-t', 'other');
    await until('the end', () => heard.ends === 1);
  });

  it('is not a person who looks at the party: neither its size nor `party sessions` changes', async () => {
    const size = () =>
      at.box.tmux('display-message', '-p', '-t', party.panes.codex, '#{window_width} #{window_height}');
    const { stdout: watched } = await size();
    const { stdout } = await at.box.party(['sessions', '--json']);
    assert.equal(JSON.parse(stdout).sessions[0].attached, false);
    watch.dispose();
    await until('no client', async () => (await at.box.tmux('list-clients')).stdout === '');
    assert.equal((await size()).stdout, watched);
    assert.equal(heard.ends, 0);
  });

  it('leaves the environment of the session alone, which new panes get', async () => {
    watch.dispose();
    const target = ['-t', party.session.name] as const;
    await at.box.tmux('set-environment', ...target, 'SSH_AUTH_SOCK', '/the/agent/of/the/terminal');
    begin({ SSH_AUTH_SOCK: '/the/agent/of/the/editor' });
    await until('the first report', () => watch.reports);
    const { stdout } = await at.box.tmux('show-environment', ...target, 'SSH_AUTH_SOCK');
    assert.equal(stdout.trim(), 'SSH_AUTH_SOCK=/the/agent/of/the/terminal');
  });

  it('ends at once where tmux is missing', async () => {
    watch.dispose();
    begin({ PATH: at.box.directory('empty') });
    await until('the end', () => heard.ends === 1);
  });
});

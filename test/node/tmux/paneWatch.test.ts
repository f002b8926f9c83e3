// What hooks of a real tmux server report about the panes of a party.
import assert from 'node:assert/strict';
import { PaneWatch } from '../../../src/node/tmux/paneWatch.ts';
import { createTmux } from '../../../src/node/tmux/tmux.ts';
import { becomesQuietFor, staysQuietFor } from '../../support/quiet.ts';
import { eachInProject, type Started, until } from '../../support/sandbox.ts';
import { waitingForTmux as waiting } from '../../support/tmuxWaiters.ts';

describe('watching the panes of a party', () => {
  const at = eachInProject();
  let party: Started;
  let watch: PaneWatch;
  let heard: { changes: number; ends: number };

  const begin = (env: Record<string, string> = {}) => {
    const machine = { env: { ...at.box.env, ...env }, tmux: createTmux({ ...at.box.env, ...env }) };
    const counted = { changes: 0, ends: 0 };
    heard = counted;
    const news = { onChange: () => void counted.changes++, onEnd: () => void counted.ends++ };
    watch = new PaneWatch(machine, party.session.name, news);
  };
  /** The processes of the panes are looked at once a second. */
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

  it('reports an agent that becomes busy or waits', async () => {
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

  it('reports copy mode, and a closed pane', async () => {
    const before = heard.changes;
    await at.box.tmux('copy-mode', '-t', party.panes.codex);
    await until('news', () => heard.changes > before);
    await quiet();
    const then = heard.changes;
    await at.box.tmux('kill-pane', '-t', party.panes.shell);
    await until('news', () => heard.changes > then);
  });

  it('reports a program in a pane that the user opened', async () => {
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

  it('reports a pane that gets a role', async () => {
    const before = heard.changes;
    await at.box.tmux('set-option', '-p', '-t', party.panes.shell, '@party_demo', '1');
    await until('news', () => heard.changes > before);
  });

  it('reports a new window, and changes in it', async () => {
    const before = heard.changes;
    const opened = await at.box.tmux(
      'new-window',
      '-d',
      '-t',
      `${party.session.name}:`,
      '-P',
      '-F',
      '#{pane_id}',
      'sh',
    );
    await until('news', () => heard.changes > before);
    await quiet();
    const then = heard.changes;
    await at.box.tmux('copy-mode', '-t', opened.stdout.trim());
    await until('news', () => heard.changes > then);
  });

  it("reports the end of a pane's program, also if the pane stays", async () => {
    await at.box.tmux('set-option', '-p', '-t', party.panes.shell, 'remain-on-exit', 'on');
    await quiet();
    const before = heard.changes;
    const { stdout } = await at.box.tmux('display-message', '-p', '-t', party.panes.shell, '#{pane_pid}');
    process.kill(Number(stdout), 'SIGKILL');
    await until('news', () => heard.changes > before);
  });

  it('reports to each of two windows of the editor', async () => {
    const [first, firstHeard] = [watch, heard];
    begin();
    await until('the first report', () => watch.reports);
    await quiet();
    const before = [firstHeard.changes, heard.changes];
    await title('codex', '⠋ Working');
    await until('news for both', () => firstHeard.changes > (before[0] ?? 0) && heard.changes > (before[1] ?? 0));
    first.dispose();
  });

  it('does not count as a person who looks at the party', async () => {
    assert.equal((await at.box.tmux('list-clients')).stdout, '');
    const { stdout } = await at.box.party(['sessions', '--json']);
    assert.equal(JSON.parse(stdout).sessions[0].attached, false);
  });

  it('leaves no hook and no process behind', async () => {
    const hooks = async () => {
      const [ofSession, ofWindow] = [
        ['-t', party.session.name],
        ['-w', '-t', party.panes.codex],
      ];
      return (await Promise.all([ofSession, ofWindow].map((target) => at.box.tmux('show-hooks', ...target))))
        .map(({ stdout }) => stdout)
        .join('');
    };
    assert.match(await hooks(), /party-watch-/);
    assert.equal(waiting().length, 1);
    watch.dispose();
    await until('no hook', async () => !/party-watch-/.test(await hooks()));
    await until('no process', () => waiting().length === 0);
    assert.equal(heard.ends, 0);
  });

  it('does not crash the server when the session ends while the watcher is stopped', async () => {
    await at.box.tmux('new-session', '-d', '-s', 'other', 'sleep', '600');
    for (const pid of waiting()) process.kill(pid, 'SIGSTOP');
    await at.box.tmux('kill-session', '-t', party.session.name);
    await until('the end', () => heard.ends === 1);
    assert.match((await at.box.tmux('list-sessions')).stdout, /^other:/m);
    for (const pid of waiting()) process.kill(pid, 'SIGCONT');
    await until('no process', () => waiting().length === 0);
  });

  it('ends with the server', async () => {
    await at.box.tmux('kill-server');
    await until('the end', () => heard.ends === 1);
  });

  it('ends at once where tmux is missing', async () => {
    watch.dispose();
    begin({ PATH: at.box.directory('empty') });
    await until('the end', () => heard.ends === 1);
  });
});

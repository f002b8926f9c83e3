import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { foregroundPids, hasBareShell } from '../../../src/node/tmux/foreground.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('the foreground of a pane', () => {
  let box: Sandbox;
  before(() => {
    box = new Sandbox();
  });
  after(() => box.dispose());

  it('is a bare shell when the shell waits for commands', async () => {
    const pane = await paneWith('sh', '-i');
    assert.equal(await hasBareShell(pane, box.env), true);
    assert.deepEqual(await foregroundPids(pane, box.env), shownByPs(pane.tty));
  });

  it('is none when the shell runs a script, also with a program of its own', async () => {
    const pane = await paneWith('sh', '-c', 'sleep 600; :');
    await until('both processes', () => shownByPs(pane.tty).length === 2);
    assert.equal(await hasBareShell(pane, box.env), false);
    // Where only ps knows the foreground.
    assert.equal(await hasBareShell({ ...pane, pid: 0 }, box.env), false);
    assert.deepEqual(await foregroundPids(pane, box.env), shownByPs(pane.tty));
  });

  it('asks no other program about a script, because most messages go to one', async () => {
    const pane = await paneWith('sh', '-c', 'sleep 600; :');
    const withoutPs = { ...box.env, PATH: box.root };
    assert.equal(await hasBareShell(pane, withoutPs), process.platform !== 'linux');
    assert.equal(await hasBareShell({ ...pane, pid: 0 }, withoutPs), true);
  });

  it('is a bare shell when a shell waits for commands in a program that waits for it', async () => {
    const pane = await paneWith('sh', '-c', 'sh -i; :');
    await until('a shell of its own', () => shownByPs(pane.tty).length === 1 && shownByPs(pane.tty)[0] !== pane.pid);
    assert.equal(await hasBareShell(pane, box.env), true);
  });

  it('is a bare shell when nothing is known about it', async () => {
    assert.equal(await hasBareShell({ command: 'sh', tty: '/dev/pts/no-such', pid: 0 }, box.env), true);
    assert.deepEqual(await foregroundPids({ tty: '/dev/pts/no-such' }, box.env), []);
  });

  async function paneWith(...argv: readonly string[]): Promise<{ command: string; tty: string; pid: number }> {
    const { stdout } = await box.tmux('new-session', '-d', '-P', '-F', '#{pane_tty} #{pane_pid}', ...argv);
    const [tty = '', pid] = stdout.trim().split(' ');
    await until('a process in the foreground', () => shownByPs(tty).length > 0);
    return { command: 'sh', tty, pid: Number(pid) };
  }
});

function shownByPs(tty: string): number[] {
  const shown = execFileSync('ps', ['-e', '-o', 'stat=,pid=,tty='], { encoding: 'utf8' }).split('\n');
  const rows = shown.map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([state, pid, own]) => (state?.includes('+') && `/dev/${own}` === tty ? [Number(pid)] : []));
}

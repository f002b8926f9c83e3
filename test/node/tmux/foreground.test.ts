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
    assert.deepEqual(await foregroundPids(pane, box.env), shownByPs(pane.tty));
  });

  it('is a bare shell when nothing is known about it', async () => {
    assert.equal(await hasBareShell({ command: 'sh', tty: '/dev/pts/no-such' }, box.env), true);
    assert.deepEqual(await foregroundPids({ tty: '/dev/pts/no-such' }, box.env), []);
  });

  async function paneWith(...argv: readonly string[]): Promise<{ command: string; tty: string }> {
    const { stdout } = await box.tmux('new-session', '-d', '-P', '-F', '#{pane_tty}', ...argv);
    const tty = stdout.trim();
    await until('a process in the foreground', () => shownByPs(tty).length > 0);
    return { command: 'sh', tty };
  }
});

function shownByPs(tty: string): number[] {
  const shown = execFileSync('ps', ['-e', '-o', 'stat=,pid=,tty='], { encoding: 'utf8' }).split('\n');
  const rows = shown.map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([state, pid, own]) => (state?.includes('+') && `/dev/${own}` === tty ? [Number(pid)] : []));
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** On the private socket of the window; answers with lines. */
export function spawnTmux(...args: string[]): string[] {
  const socket = process.env['PARTY_TMUX_SOCKET'];
  assert(socket, 'PARTY_TMUX_SOCKET is not set: this would touch the tmux of the user');
  const { stdout } = spawnSync('tmux', ['-f', '/dev/null', '-L', socket, ...args], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean);
}

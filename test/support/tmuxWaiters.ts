import { spawnSync } from 'node:child_process';

/** The programs of this process that wait for tmux to report a change (src/node/tmux/paneWatch.ts). */
export function waitingForTmux(): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes(' wait-for party-watch-'));
  return lines.map((line) => Number.parseInt(line, 10));
}

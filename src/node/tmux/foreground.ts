// What is in the foreground of a pane. tmux tells only a name, and a script's name is that of its shell.

import type { Pane } from '../../core/tmux/pane.ts';
import { isBareShell, isShell } from '../../core/tmux/shells.ts';
import { run } from '../system/exec.ts';

/** True when what is typed into the pane would be executed. */
export async function hasBareShell(pane: Pick<Pane, 'command' | 'tty'>, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!isShell(pane.command)) return false;
  const result = await run('ps', ['-o', 'stat=,args=', '-t', pane.tty.replace(/^\/dev\//, '')], {
    timeoutMs: 5000,
    env,
  });
  // A plus marks the processes of the foreground group.
  const foreground = result.stdout
    .split('\n')
    .filter((line) => /^\S*\+/.test(line.trim()))
    .map((line) => line.trim().replace(/^\S+\s+/, ''));
  // Not knowing is as good as a shell: nothing is typed.
  return foreground.length === 0 || isBareShell(foreground);
}

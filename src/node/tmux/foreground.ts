// Finds out whether a bare shell is in the foreground of a pane. tmux reports only a program name, and for a script
// that is the name of its shell.

import type { Pane } from '../../core/tmux/pane.ts';
import { isBareShell, isShell } from '../../core/tmux/shells.ts';
import { run } from '../system/exec.ts';

/** True when a shell would run what Party types into the pane. */
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
  // If `ps` shows nothing, assume a shell, so that nothing is typed.
  return foreground.length === 0 || isBareShell(foreground);
}

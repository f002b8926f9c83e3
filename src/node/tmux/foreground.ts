// Finds out whether a bare shell is in the foreground of a pane. tmux reports only a program name, and for a script
// that is the name of its shell.

import type { Pane } from '../../core/tmux/pane.ts';
import { isBareShell, isShell } from '../../core/tmux/shells.ts';
import { run } from '../system/exec.ts';

/** The processes in the foreground of a pane. */
export async function foregroundPids(pane: Pick<Pane, 'tty'>, env: NodeJS.ProcessEnv): Promise<number[]> {
  return (await inForeground(pane, 'pid=', env)).map(Number);
}

/** True when a shell would run what Party types into the pane. */
export async function hasBareShell(pane: Pick<Pane, 'command' | 'tty'>, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!isShell(pane.command)) return false;
  const foreground = await inForeground(pane, 'args=', env);
  // If `ps` shows nothing, assume a shell, so that nothing is typed.
  return foreground.length === 0 || isBareShell(foreground);
}

/** What `ps` shows of each process of the pane's foreground group. */
async function inForeground({ tty }: Pick<Pane, 'tty'>, column: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const args = ['-o', `stat=,${column}`, '-t', tty.replace(/^\/dev\//, '')];
  const result = await run('ps', args, { timeoutMs: 5000, env });
  // A plus marks the processes of the foreground group.
  return result.stdout
    .split('\n')
    .filter((line) => /^\S*\+/.test(line.trim()))
    .map((line) => line.trim().replace(/^\S+\s+/, ''));
}

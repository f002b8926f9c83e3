// Finds out whether a bare shell is in the foreground of a pane. tmux reports only a program name, and for a script
// that is the name of its shell.

import { readFileSync } from 'node:fs';
import type { Pane } from '../../core/tmux/pane.ts';
import { isBareShell, isShell } from '../../core/tmux/shells.ts';
import { run } from '../system/exec.ts';
import { livingFields } from '../system/processIdentity.ts';

/** The processes in the foreground of a pane. */
export async function foregroundPids(pane: Pick<Pane, 'tty'>, env: NodeJS.ProcessEnv): Promise<number[]> {
  return (await inForeground(pane, 'pid=', env)).map(Number);
}

/** True when a shell would run what Party types into the pane. */
export async function hasBareShell(
  pane: Pick<Pane, 'command' | 'tty' | 'pid'>,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (!isShell(pane.command)) return false;
  // One program that is no bare shell is enough. `ps` looks at every process of the machine, which takes longer than the
  // rest of a message.
  const leader = foregroundLeader(pane.pid);
  if (leader && !isBareShell([leader])) return false;
  const all = await inForeground(pane, 'args=', env);
  // If `ps` shows nothing, assume a shell, so that nothing is typed.
  return all.length === 0 || isBareShell(all);
}

/** The command line of the first process in the foreground, as `ps` shows it. Empty where only `ps` knows it. */
function foregroundLeader(pid: number): string {
  try {
    // The eighth field is the foreground group. There is no such folder for a process that has ended or has no terminal.
    return readFileSync(`/proc/${livingFields(pid)?.[5]}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** What `ps` shows of each process of the pane's foreground group. */
async function inForeground({ tty }: Pick<Pane, 'tty'>, column: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const args = ['-o', `stat=,${column}`, '-t', tty.slice('/dev/'.length)];
  const result = await run('ps', args, { timeoutMs: 5000, env });
  // A plus marks the processes of the foreground group.
  return result.stdout.split('\n').flatMap((line) => /^\s*\S*\+\S*\s+(.*\S)/.exec(line)?.[1] ?? []);
}

// Finds out whether a bare shell is in the foreground of a pane. tmux reports only a program name, and for a script
// that is the name of its shell.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Pane } from '../../core/tmux/pane.ts';
import { isBareShell, isShell } from '../../core/tmux/shells.ts';
import { run } from '../system/exec.ts';
import { statFields } from '../system/processIdentity.ts';

/** The processes in the foreground of a pane. */
export async function foregroundPids(pane: Pick<Pane, 'tty'>, env: NodeJS.ProcessEnv): Promise<number[]> {
  return pidsInProc(pane) ?? (await shownByPs(pane, 'pid=', env)).map(Number);
}

/** True when a shell would run what Party types into the pane. */
export async function hasBareShell(pane: Pick<Pane, 'command' | 'tty'>, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!isShell(pane.command)) return false;
  const foreground = pidsInProc(pane)?.flatMap(commandInProc) ?? (await shownByPs(pane, 'args=', env));
  // If no process is shown, assume a shell, so that nothing is typed.
  return foreground.length === 0 || isBareShell(foreground);
}

/**
 * What `ps` would read, which takes as long to start as half a Node. Undefined where there is no /proc, or when it shows
 * no process of the pane.
 */
function pidsInProc({ tty }: Pick<Pane, 'tty'>): number[] | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const terminal = String(statSync(tty).rdev);
    const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isInForeground(name, terminal));
    return found.length === 0 ? undefined : found.map(Number);
  } catch {
    return undefined;
  }
}

function isInForeground(pid: string, terminal: string): boolean {
  try {
    const [, , group, , own, foreground] = statFields(Number(pid));
    return own === terminal && group === foreground;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** Empty when the process has ended meanwhile. A zombie has no arguments, and is named as `ps` names it. */
function commandInProc(pid: number): string[] {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    return [args.length > 0 ? args.join(' ') : `[${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()}]`];
  } catch {
    return [];
  }
}

/** What `ps` shows of each process of the pane's foreground group. */
async function shownByPs({ tty }: Pick<Pane, 'tty'>, column: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const args = ['-o', `stat=,${column}`, '-t', tty.replace(/^\/dev\//, '')];
  const result = await run('ps', args, { timeoutMs: 5000, env });
  // A plus marks the processes of the foreground group.
  return result.stdout
    .split('\n')
    .filter((line) => /^\S*\+/.test(line.trim()))
    .map((line) => line.trim().replace(/^\S+\s+/, ''));
}

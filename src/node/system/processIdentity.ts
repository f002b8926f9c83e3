// Names a process so that no other process can be mistaken for it. A pid alone is not enough: the system reuses pids.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** `pid:start`, where start is the start time as the system reports it. Undefined when the process is not running. */
export function processIdentity(pid: number): string | undefined {
  const start = process.platform === 'linux' ? linuxStart(pid) : askPs(pid);
  return start === undefined ? undefined : `${pid}:${start}`;
}

export function isRunning(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return Number.isSafeInteger(pid) && pid > 0 && processIdentity(pid) === identity;
}

/**
 * Only for a pid that was read a moment ago. For an older pid, compare the identity: another process may have the pid.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether the process was started by `ancestor`, or by a process that was, and so on. */
export function descendsFrom(pid: number, ancestor: number): boolean {
  let above: number | undefined = pid;
  // The system may reuse pids while we look, so without a limit this could go on forever.
  for (let steps = 0; steps < 64 && above !== undefined && above > 1; steps++) {
    if (above === ancestor) return true;
    above = parentOf(above);
  }
  return false;
}

/** Undefined when the process has ended. */
export function parentOf(pid: number): number | undefined {
  try {
    const parent = Number(process.platform === 'linux' ? linuxFields(pid)[1] : ps('ppid', pid).trim());
    return Number.isSafeInteger(parent) ? parent : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The process group in the foreground of this process's terminal, as text; empty when the process has ended. Only Linux
 * tells it without a program of its own: elsewhere the answer says only whether the process lives.
 */
export function foreground(pid: number): string {
  if (process.platform !== 'linux') return isAlive(pid) ? 'alive' : '';
  return livingFields(pid)?.[5] ?? '';
}

function linuxStart(pid: number): string | undefined {
  const fields = livingFields(pid);
  return fields && `${bootId()}:${fields[19]}`;
}

/** The fields of the process's stat file, from the third on; undefined when it has ended, or only `ps` knows it. */
export function livingFields(pid: number): readonly string[] | undefined {
  try {
    const fields = linuxFields(pid);
    // A zombie has ended; its parent has just not collected its exit code yet.
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields;
  } catch {
    return undefined;
  }
}

/** The fields of the process's stat file, from the third on. */
function linuxFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses. The name may itself hold parentheses and spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * For systems without /proc. `ps` prints the time in the caller's time zone and language. If those differed between two
 * processes, each would take the other for dead, and both would hold the same lock. So both are fixed here.
 */
export function askPs(pid: number): string | undefined {
  try {
    return ps('lstart', pid).trim() || undefined;
  } catch {
    return undefined;
  }
}

function ps(field: string, pid: number): string {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { env, encoding: 'utf8', timeout: 2000 });
}

let boot: string | undefined;
/** Start times count from the boot, so the same numbers can come again after a reboot. */
function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8);
  return boot;
}

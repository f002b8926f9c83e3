// A process named so that nobody else can be mistaken for it: a pid alone is given to another program sooner or later.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** `pid:start`, where start is what the system says about when the process began. Undefined when it is not running. */
export function processIdentity(pid: number): string | undefined {
  const start = process.platform === 'linux' ? linuxStart(pid) : askPs(pid);
  return start === undefined ? undefined : `${pid}:${start}`;
}

export function isRunning(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return Number.isSafeInteger(pid) && pid > 0 && processIdentity(pid) === identity;
}

/** Of a pid that was heard of a moment ago; where it may be old, ask for its identity. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold brackets and spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    // A zombie has ended; only its parent has not looked yet.
    if (state === 'Z' || state === 'X') return undefined;
    return `${bootId()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

/**
 * For systems without /proc. `ps` writes the time in the zone and the language of its reader: two readers that differ in
 * these would each take the process of the other for another one, and hold the same lock.
 */
export function askPs(pid: number): string | undefined {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8', timeout: 2000 });
    return started.trim() || undefined;
  } catch {
    return undefined;
  }
}

let boot: string | undefined;
/** Start times count from the boot, so that after a restart the same numbers come again. */
function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8);
  return boot;
}

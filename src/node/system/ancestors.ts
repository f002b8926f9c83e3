import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether the process was started by `ancestor`, or by a process that was, and so on. */
export function descendsFrom(pid: number, ancestor: number): boolean {
  // Parents may end while we look, and pids are used again, so that the way up could have no end.
  let above: number | undefined = pid;
  for (let steps = 0; steps < 64 && above !== undefined && above > 1; steps++) {
    if (above === ancestor) return true;
    above = parentOf(above);
  }
  return false;
}

/** Undefined when the process has ended. */
function parentOf(pid: number): number | undefined {
  try {
    const parent = Number(process.platform === 'linux' ? linuxParent(pid) : askPs(pid));
    return Number.isSafeInteger(parent) ? parent : undefined;
  } catch {
    return undefined;
  }
}

function linuxParent(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses. The name may itself hold parentheses and spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}

/** For systems without /proc. */
function askPs(pid: number): string {
  return execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 }).trim();
}

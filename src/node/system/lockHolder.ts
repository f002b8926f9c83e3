// Describes the process that holds a lock, for the message when a wait has run out.

import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { PartyError } from '../../core/base/errors.ts';
import { type LockHolder, lockBusyText } from '../../core/base/lockHolder.ts';

/** `file` was created when the holder took the lock, so its time says since when. */
export function lockBusy(what: string, identity: string, file: string): PartyError {
  const holder = holderOf(identity, file);
  return new PartyError('LOCK_BUSY', lockBusyText(what, holder, Date.now()), { details: { holder } });
}

export function holderOf(identity: string, file: string): LockHolder {
  const pid = Number.parseInt(identity, 10);
  const since = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return { pid, since, ...lookAt(pid) };
}

/** True when the holder is stopped: it keeps the lock until a person continues or ends it. */
export function isHeldByStopped(error: PartyError): boolean {
  const holder = error.details?.['holder'] as LockHolder | undefined;
  return holder?.isStopped === true;
}

/** True when SIGSTOP, Ctrl-Z or a debugger has stopped the process. */
export function isStopped(pid: number): boolean {
  return lookAt(pid).isStopped;
}

function lookAt(pid: number): Pick<LockHolder, 'command' | 'isStopped'> {
  try {
    return process.platform === 'linux' ? lookInProc(pid) : askPs(pid);
  } catch {
    return { command: [], isStopped: false };
  }
}

function lookInProc(pid: number): Pick<LockHolder, 'command' | 'isStopped'> {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  return { command, isStopped: isStopState(stat.slice(stat.lastIndexOf(')') + 2)) };
}

function askPs(pid: number): Pick<LockHolder, 'command' | 'isStopped'> {
  const said = execFileSync('ps', ['-o', 'state=,command=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 });
  const [state = '', ...command] = said.trim().split(/\s+/);
  return { command, isStopped: isStopState(state) };
}

/** T: stopped by a signal; t: by a debugger. */
function isStopState(state: string): boolean {
  return /^t/i.test(state);
}

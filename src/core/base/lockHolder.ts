// The message for a user who waits for a lock: which process holds it, since when, and what to do about it.

import { oneLine } from './outsideText.ts';

export interface LockHolder {
  readonly pid: number;
  /** The command line; empty when the system does not report it. */
  readonly command: readonly string[];
  /** Milliseconds since 1970; undefined when unknown. */
  readonly since: number | undefined;
  /** By SIGSTOP, Ctrl-Z or a debugger: the process does nothing until it is continued. */
  readonly isStopped: boolean;
}

/** `what` names the thing that is locked, at the start of a sentence: `The log of this project`. */
export function lockBusyText(what: string, holder: LockHolder, now: number): string {
  const { pid, since, isStopped } = holder;
  const program = programName(holder.command);
  const who = `process ${pid}${program === '' ? '' : ` (${program})`}`;
  const held = since === undefined ? `is held by ${who}` : `has been held by ${who} since ${clock(since, now)}`;
  const way = isStopped ? stoppedText(pid) : `Try again when it is done, or end it (kill ${pid})`;
  return `${what} ${held}. ${way}`;
}

/** A stopped process does not act on a plain `kill` until it is continued. */
export function stoppedText(pid: number): string {
  return `That process is stopped: continue it (kill -CONT ${pid}) or end it (kill -9 ${pid})`;
}

/** Users know `node /…/dist/cli.cjs review request` as `party review request`. */
function programName([program = '', ...args]: readonly string[]): string {
  const script = args.findIndex((word) => /(^|\/)(cli|hook)\.cjs$/.test(word));
  if (script === -1) return oneLine([nameOf(program), ...args].join(' '), longest);
  const name = args[script]?.endsWith('hook.cjs') ? "Party's hook" : 'party';
  return oneLine([name, ...args.slice(script + 1)].join(' '), longest);
}

const longest = 80;

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}

/** Local time, with the date when it is not today. */
function clock(then: number, now: number): string {
  const [day, today] = [new Date(then), new Date(now)].map((date) => date.toLocaleDateString('sv'));
  const time = new Date(then).toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit' });
  return day === today ? time : `${day} ${time}`;
}

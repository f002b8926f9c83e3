// What a person is told who waits for a lock: which process has it, since when, and what can be done about it.

import { oneLine } from './outsideText.ts';

export interface LockHolder {
  readonly pid: number;
  /** What it was started with; empty when the system does not say. */
  readonly command: readonly string[];
  /** Milliseconds since 1970; undefined when it is not known. */
  readonly since: number | undefined;
  /** By SIGSTOP, Ctrl-Z or a debugger: it does nothing until it is continued. */
  readonly isStopped: boolean;
}

/** `what` is what it keeps others from, as the beginning of a sentence: `The log of this project`. */
export function lockBusyText(what: string, holder: LockHolder, now: number): string {
  const { pid, since, isStopped } = holder;
  const program = programName(holder.command);
  const who = `process ${pid}${program === '' ? '' : ` (${program})`}`;
  const held = since === undefined ? `is held by ${who}` : `has been held by ${who} since ${clock(since, now)}`;
  const way = isStopped ? stoppedText(pid) : `Try again when it is done, or end it (kill ${pid})`;
  return `${what} ${held}. ${way}`;
}

/** A plain `kill` waits until the process is continued. */
export function stoppedText(pid: number): string {
  return `That process is stopped: continue it (kill -CONT ${pid}) or end it (kill -9 ${pid})`;
}

/** `node /…/dist/cli.cjs review request` is known to people as `party review request`. */
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

/** The time of this machine's clock; with the day when that is another one. */
function clock(then: number, now: number): string {
  const [day, today] = [new Date(then), new Date(now)].map((date) => date.toLocaleDateString('sv'));
  const time = new Date(then).toLocaleTimeString('sv', { hour: '2-digit', minute: '2-digit' });
  return day === today ? time : `${day} ${time}`;
}

// Notices when something about the panes of a session changes, without asking tmux again and again: hooks of the session
// wake a `tmux wait-for`. A client in control mode would hear more, but tmux 3.3a crashes, with every session of the user,
// when such a client comes or goes at the wrong moment. What no hook tells is read from the system once a second: a
// pane's program has ended, or another one runs in its foreground.

import { spawn } from 'node:child_process';
import { titleMark } from '../../core/agents/title.ts';
import type { Disposable } from '../../core/base/event.ts';
import { exactSession } from '../../core/tmux/tmuxCommands.ts';
import { foreground } from '../system/processIdentity.ts';
import type { TmuxMachine } from './tmuxMachine.ts';

export interface PaneNews {
  /** Something has changed that may show. */
  onChange(): void;
  /** Nothing more is reported: the session has ended, or this tmux cannot report. */
  onEnd(): void;
}

/** Between two looks at the processes of the panes. */
const processesMs = 1000;
/** A burst of changes is one change. */
const burstMs = 100;

export class PaneWatch implements Disposable {
  readonly #machine: Pick<TmuxMachine, 'env' | 'tmux'>;
  readonly #session: string;
  readonly #news: PaneNews;
  /** Several windows of the editor may watch one session, and each has its own hooks. */
  readonly #index = nextIndex();
  readonly #hooked = new Set<string>();
  #pids: readonly number[] = [];
  #processes = '';
  #timer: NodeJS.Timeout | undefined;
  #reports = false;
  #disposed = false;

  constructor(machine: Pick<TmuxMachine, 'env' | 'tmux'>, session: string, news: PaneNews) {
    this.#machine = machine;
    this.#session = session;
    this.#news = news;
    void this.#begin();
  }

  /** True from the moment that no change can be missed. */
  get reports(): boolean {
    return this.#reports;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#reports = false;
    clearInterval(this.#timer);
    this.#remove();
  }

  #remove(): void {
    // Signalled, not killed: tmux keeps the client of a killed `wait-for` until the channel is signalled.
    const signal = ['wait-for', '-S', this.#channel];
    const windows = [...this.#hooked].map((window) => this.#hooks(window, true));
    // The session or the whole server may be gone.
    for (const commands of [[signal], this.#sessionHooks(true), ...windows])
      this.#machine.tmux.call(commands).catch(() => {});
  }

  get #channel(): string {
    return `party-watch-${this.#index}`;
  }

  async #begin(): Promise<void> {
    try {
      await this.#machine.tmux.call(this.#sessionHooks(false));
      await this.#follow();
      if (this.#disposed) {
        this.#remove();
        return;
      }
      this.#wait();
      this.#timer = setInterval(() => this.#lookAtProcesses(), processesMs);
      this.#reports = true;
      // What changed before the hooks were set.
      this.#news.onChange();
    } catch {
      this.#ended();
    }
  }

  /** Sets the hooks of windows that are new, and notes the processes of all panes. */
  async #follow(): Promise<void> {
    const target = exactSession(this.#session);
    const listed = await this.#machine.tmux.call([
      ['list-panes', '-s', '-t', target, '-F', '#{window_id} #{pane_pid}'],
    ]);
    const panes = listed
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' '));
    this.#pids = panes.map(([, pid]) => Number(pid));
    this.#processes = this.#readProcesses();
    for (const window of new Set(panes.map(([id = '']) => id))) {
      if (this.#hooked.has(window)) continue;
      await this.#machine.tmux.call(this.#hooks(window, false));
      this.#hooked.add(window);
    }
  }

  #sessionHooks(remove: boolean): string[][] {
    // Party's own facts about a pane, such as its role, are options.
    const events = ['window-linked', 'window-unlinked', 'session-renamed', 'after-set-option'];
    return events.map((event) => this.#hook(['-t', exactSession(this.#session)], event, remove, this.#signal));
  }

  #hooks(window: string, remove: boolean): string[][] {
    const target = ['-w', '-t', window];
    const titled = this.#hook(target, 'pane-title-changed', remove, this.#signalNewTitle);
    const others = ['pane-mode-changed', 'window-layout-changed'].map((event) =>
      this.#hook(target, event, remove, this.#signal),
    );
    return [titled, ...others];
  }

  #hook(target: readonly string[], event: string, remove: boolean, command: string): string[] {
    const name = `${event}[${this.#index}]`;
    return remove ? ['set-hook', '-u', ...target, name] : ['set-hook', ...target, name, command];
  }

  get #signal(): string {
    return `wait-for -S ${this.#channel}`;
  }

  /**
   * A spinner in a title changes several times a second, which does not count as a change. tmux itself compares the
   * titles, at no cost.
   */
  get #signalNewTitle(): string {
    const known = `@party_title_mark_${this.#index}`;
    return `if-shell -F "#{!=:#{${known}},${titleMark}}" { set-option -pF ${known} "${titleMark}" ; ${this.#signal} }`;
  }

  /** One `tmux wait-for` until the next change, and so on. A change while none waits ends the next one at once. */
  #wait(): void {
    const { env, tmux } = this.#machine;
    const waiter = spawn('tmux', tmux.waitArguments(this.#channel), { env, stdio: 'ignore' });
    waiter.once('error', () => this.#ended());
    waiter.once('close', (code) => {
      if (this.#disposed) return;
      if (code === 0) void this.#changed();
      else this.#ended();
    });
  }

  async #changed(): Promise<void> {
    await new Promise((wake) => setTimeout(wake, burstMs));
    if (this.#disposed) return;
    try {
      await this.#follow();
    } catch {
      this.#ended();
      return;
    }
    if (this.#disposed) return;
    this.#wait();
    this.#news.onChange();
  }

  #lookAtProcesses(): void {
    const now = this.#readProcesses();
    if (now === this.#processes) return;
    this.#processes = now;
    this.#follow().then(
      () => this.#disposed || this.#news.onChange(),
      () => this.#ended(),
    );
  }

  #readProcesses(): string {
    return this.#pids.map((pid) => foreground(pid)).join(' ');
  }

  #ended(): void {
    if (this.#disposed) return;
    this.dispose();
    this.#news.onEnd();
  }
}

let count = 0;
/** Only this watcher uses it, on this machine and in this process. tmux takes numbers up to two billion. */
function nextIndex(): number {
  return (process.pid % 10_000_000) * 100 + (count++ % 100);
}

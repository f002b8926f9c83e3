// Notices when something about the panes of a session changes, without asking again and again: a client of tmux in
// control mode, to which tmux reports changes. It shows no output, takes no part in the size of windows, and types nothing.
// Needs tmux 3.2; an older one refuses the arguments, and the caller looks from time to time instead.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { paneSign } from '../../core/agents/state.ts';
import type { Disposable } from '../../core/base/event.ts';
import { parsePanes } from '../../core/tmux/pane.ts';
import { paneSubscription } from './tmux.ts';
import type { TmuxMachine } from './tmuxMachine.ts';

export interface PaneNews {
  /** Something has changed that may show. */
  onChange(): void;
  /** Nothing more is reported: the session has ended, or this tmux cannot report. */
  onEnd(): void;
}

export class PaneWatch implements Disposable {
  readonly #client: ChildProcess;
  readonly #session: string;
  readonly #news: PaneNews;
  readonly #signs = new Map<string, string>();
  #reports = false;
  #disposed = false;

  constructor({ env, tmux }: Pick<TmuxMachine, 'env' | 'tmux'>, session: string, news: PaneNews) {
    this.#session = session;
    this.#news = news;
    // The client ends when its input does, so it does not outlive this process.
    this.#client = spawn('tmux', tmux.watchArguments(session), { env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#client.on('error', () => this.#ended());
    this.#client.on('close', () => this.#ended());
    this.#client.stdin?.on('error', () => {});
    if (this.#client.stdout) createInterface(this.#client.stdout).on('line', (line) => this.#heard(line));
  }

  /** True once tmux has reported the panes, until it stops to. */
  get reports(): boolean {
    return this.#reports;
  }

  dispose(): void {
    this.#disposed = true;
    this.#reports = false;
    this.#client.stdin?.end();
  }

  #heard(line: string): void {
    if (this.#disposed) return;
    const [kind = '', name, ...rest] = line.split(' ');
    if (kind === '%subscription-changed' && name === paneSubscription) this.#pane(line);
    // Another program may switch clients, also this one.
    else if (kind === '%session-changed' && rest.join(' ') !== this.#session) this.#ended();
    else if (telling.has(kind)) this.#news.onChange();
  }

  /** `%subscription-changed party $0 @0 0 %1 : VALUE`. */
  #pane(line: string): void {
    this.#reports = true;
    const [pane] = parsePanes(line.slice(line.indexOf(' : ') + 3)).flatMap(({ panes }) => panes);
    if (pane === undefined) return;
    const sign = paneSign(pane);
    if (this.#signs.get(pane.id) === sign) return;
    this.#signs.set(pane.id, sign);
    this.#news.onChange();
  }

  #ended(): void {
    if (this.#disposed) return;
    this.dispose();
    this.#news.onEnd();
  }
}

/** Panes, windows or sessions came, went or were renamed, or a pane is in copy mode. */
const telling = new Set([
  ...['%layout-change', '%pane-mode-changed', '%session-changed', '%session-renamed', '%sessions-changed'],
  ...['%unlinked-window-close', '%window-add', '%window-close'],
]);

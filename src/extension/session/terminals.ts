// The terminals that show parties. Each is a tmux client: closing it only detaches, and the party goes on without it.

import {
  type Disposable,
  l10n,
  type Memento,
  type Terminal,
  TerminalExitReason,
  TerminalLocation,
  type TerminalOptions,
  ThemeIcon,
  ViewColumn,
  window,
} from 'vscode';
import { exactSession } from '../../core/tmux/tmuxCommands.ts';
import { type Tmux, tmuxMissing } from '../../node/tmux/tmux.ts';
import { config } from '../app/config.ts';
import { stateKeys } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';

export class Terminals {
  readonly #host: Pick<Host, 'tmux'>;
  readonly #model: Model;
  readonly #memory: Memento;
  /** By the name of the session. */
  readonly #open = new Map<string, Terminal>();
  readonly #subscriptions: Disposable[];

  constructor(host: Pick<Host, 'tmux'>, model: Model, memory: Memento) {
    this.#host = host;
    this.#model = model;
    this.#memory = memory;
    this.#subscriptions = [
      window.onDidOpenTerminal((terminal) => this.#adopt(terminal)),
      window.onDidCloseTerminal((terminal) => this.#closed(terminal)),
      model.onDidChange(() => this.#closeEnded()),
    ];
  }

  /** Shows the party, in the terminal that it already has or in a new one. */
  attach(party: Party, { preserveFocus = false } = {}): Terminal {
    const { name } = party.session;
    const open = this.#open.get(name);
    // One whose client has just ended may not have been taken away yet.
    const alive = open?.exitStatus === undefined ? open : undefined;
    const terminal = alive ?? window.createTerminal(this.#options(party, preserveFocus));
    this.#keep(name, terminal);
    terminal.show(preserveFocus);
    return terminal;
  }

  /** After a reload: what was attached before is attached again, without taking the keyboard. */
  async restore(parties: readonly Party[]): Promise<void> {
    const before = this.#remembered();
    this.#remember({});
    for (const party of parties) {
      const pid = before[party.session.name];
      if (pid === undefined) continue;
      await detachClient(this.#host.tmux, party.session.name, pid);
      this.attach(party, { preserveFocus: true });
    }
  }

  /** For whoever lets VS Code itself make the terminal; it is adopted when it opens. */
  profileOptions(party: Party): TerminalOptions {
    const { location: _, ...options } = this.#options(party, false);
    return options;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #options(party: Party, preserveFocus: boolean): TerminalOptions {
    const { snapshot } = this.#model;
    if (snapshot?.tmux === undefined) throw tmuxMissing();
    return {
      // In a window with several folders VS Code itself adds which one it is.
      name: l10n.t('Party'),
      shellPath: snapshot.tmux,
      shellArgs: this.#host.tmux.attachArguments(party.session.name),
      cwd: party.folder.path,
      // A client inside tmux would refuse to nest, should the editor itself have been started there.
      env: { TMUX: null, TMUX_PANE: null },
      iconPath: new ThemeIcon('comment-discussion'),
      // tmux keeps the party; a client that VS Code revives after a reload would be a dead one.
      isTransient: true,
      location:
        config().terminalLocation === 'panel'
          ? TerminalLocation.Panel
          : { viewColumn: ViewColumn.Active, preserveFocus },
    };
  }

  /** One from the profile menu takes the place of ours: a second client would only squeeze the first. */
  #adopt(terminal: Terminal): void {
    const options = terminal.creationOptions;
    if (!('shellArgs' in options) || options.isTransient !== true) return;
    const args = JSON.stringify(options.shellArgs);
    const names = this.#model.snapshot?.parties.map((party) => party.session.name) ?? [];
    const name = names.find((candidate) => args === JSON.stringify(this.#host.tmux.attachArguments(candidate)));
    if (name === undefined) return;
    const before = this.#open.get(name);
    if (before === terminal) return;
    this.#keep(name, terminal);
    before?.dispose();
    // VS Code does not open the panel for a terminal that was chosen from the palette.
    terminal.show();
  }

  #keep(name: string, terminal: Terminal): void {
    this.#open.set(name, terminal);
    // Remembered at once: a window may be reloaded before its terminal has come up.
    this.#remember({ ...this.#remembered(), [name]: unknownPid });
    void terminal.processId.then((pid) => {
      if (this.#open.get(name) === terminal) this.#remember({ ...this.#remembered(), [name]: pid ?? unknownPid });
    });
  }

  #closed(terminal: Terminal): void {
    for (const [name, open] of this.#open) {
      if (open !== terminal) continue;
      this.#open.delete(name);
      // A window that is reloaded or closed detaches too, and then the next one should attach again.
      if (terminal.exitStatus?.reason === TerminalExitReason.Shutdown) continue;
      const { [name]: _, ...others } = this.#remembered();
      this.#remember(others);
    }
  }

  /** tmux ends its clients with the session, except when the server itself was killed. */
  #closeEnded(): void {
    const { snapshot } = this.#model;
    if (snapshot === undefined || snapshot.problem !== undefined) return;
    const live = new Set(snapshot.parties.map((party) => party.session.name));
    for (const [name, terminal] of this.#open) if (!live.has(name)) terminal.dispose();
  }

  #remembered(): Attached {
    return this.#memory.get<Attached>(stateKeys.attached, {});
  }

  #remember(attached: Attached): void {
    void this.#memory.update(stateKeys.attached, attached);
  }
}

/** The process of the tmux client in each session's terminal. */
type Attached = Readonly<Record<string, number>>;

const unknownPid = 0;

/**
 * Ends one client of a session and leaves all others alone. A remote window that is reloaded goes without ending its
 * terminals (seen in code-server 4.139): their clients would stay attached for hours, one more after every reload.
 */
async function detachClient(tmux: Pick<Tmux, 'call'>, session: string, pid: number): Promise<void> {
  const clients = await tmux.call([
    ['list-clients', '-t', exactSession(session), '-F', '#{client_pid} #{client_name}'],
  ]);
  for (const line of clients.split('\n')) {
    const [, owner, name] = /^(\d+) (.+)$/.exec(line) ?? [];
    if (Number(owner) === pid && name !== undefined) await tmux.call([['detach-client', '-t', name]]);
  }
}

// The terminals that show parties. Each is a tmux client: closing it only detaches, and the party goes on.

import {
  type Disposable,
  l10n,
  type Memento,
  TabInputTerminal,
  type Terminal,
  TerminalExitReason,
  TerminalLocation,
  type TerminalOptions,
  ThemeIcon,
  ViewColumn,
  window,
} from 'vscode';
import { Emitter } from '../../core/base/event.ts';
import { exactSession } from '../../core/tmux/tmuxCommands.ts';
import { type Tmux, tmuxMissing } from '../../node/tmux/tmux.ts';
import { config } from '../app/config.ts';
import { stateKeys } from '../app/contributions.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import { allPartiesOf, type Folder, type Party } from '../app/snapshot.ts';

export class Terminals {
  readonly #host: Pick<Host, 'tmux'>;
  readonly #model: Model;
  readonly #memory: Memento;
  /** By the name of the session. */
  readonly #open = new Map<string, Terminal>();
  readonly #closing = new Emitter<string>();
  /** Fires with the name of the session when the user has closed a terminal, or its client has ended. */
  readonly onDidClose = this.#closing.event;
  readonly #subscriptions: Disposable[];
  #areRestored = false;

  constructor(host: Pick<Host, 'tmux'>, model: Model, memory: Memento) {
    this.#host = host;
    this.#model = model;
    this.#memory = memory;
    this.#subscriptions = [
      window.onDidOpenTerminal((terminal) => this.#adopt(terminal)),
      window.onDidCloseTerminal((terminal) => this.#closed(terminal)),
      model.onDidChange(() => this.#closeEnded()),
      this.#closing,
    ];
  }

  /** Shows the party, in the terminal that it already has or in a new one. */
  attach(party: Party, { preserveFocus = false } = {}): Terminal {
    const { name } = party.session;
    const open = this.#open.get(name);
    // VS Code may not yet have removed a terminal whose client has just ended.
    const alive = open?.exitStatus === undefined ? open : undefined;
    const terminal = alive ?? window.createTerminal(this.#options(party, preserveFocus));
    this.#keep(name, terminal);
    terminal.show(preserveFocus);
    return terminal;
  }

  /** Whether this terminal shows a party. */
  shows(terminal: Terminal | undefined): boolean {
    return terminal !== undefined && [...this.#open.values()].includes(terminal);
  }

  /**
   * Whether the party's terminal is in front in a group of editors. VS Code does not tell whether the panel is open, and its
   * tabs know only the name of a terminal: with several of one name, only the last active one counts.
   */
  isInView(party: Party): boolean {
    const terminal = this.#open.get(party.session.name);
    if (terminal === undefined) return false;
    const isOnlyOne = window.terminals.filter(({ name }) => name === terminal.name).length === 1;
    if (!isOnlyOne && window.activeTerminal !== terminal) return false;
    return window.tabGroups.all.some(
      ({ activeTab }) => activeTab?.input instanceof TabInputTerminal && activeTab.label === terminal.name,
    );
  }

  /** The folder of the party that a terminal shows; undefined for every terminal that is not Party's own. */
  folderOf(terminal: Terminal): Folder | undefined {
    const [name] = [...this.#open].find(([, open]) => open === terminal) ?? [];
    return this.#model.snapshot?.parties.find(({ session }) => session.name === name)?.folder;
  }

  /**
   * After a reload, once: attaches the parties that were attached before, without taking the focus. Waits for a look that
   * tmux has answered: a failed one shows no party, and all of them would be forgotten.
   */
  async restore(): Promise<void> {
    const { snapshot } = this.#model;
    if (this.#areRestored || snapshot?.trusted !== true || snapshot.problem !== undefined) return;
    this.#areRestored = true;
    const before = this.#remembered();
    const isOpen = (name: string) => this.#open.has(name);
    this.#remember(Object.fromEntries(Object.entries(before).filter(([name]) => isOpen(name))));
    for (const party of allPartiesOf(snapshot)) {
      const pid = before[party.session.name];
      if (pid === undefined || isOpen(party.session.name)) continue;
      const attach = () => void this.attach(party, { preserveFocus: true });
      await detachClient(this.#host.tmux, party.session.name, pid).finally(attach);
    }
  }

  /** For the terminal profile, where VS Code creates the terminal; we adopt it when it opens. */
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
      // With several folders, VS Code itself adds the name of the folder.
      name: l10n.t('Party'),
      shellPath: snapshot.tmux,
      shellArgs: this.#host.tmux.attachArguments(party.session.name),
      cwd: party.folder.path,
      // If the editor was started inside tmux, a client would refuse to nest.
      env: { TMUX: null, TMUX_PANE: null },
      iconPath: new ThemeIcon('comment-discussion'),
      // tmux keeps the party. If VS Code revived the terminal after a reload, its client would be dead.
      isTransient: true,
      location:
        config().terminalLocation === 'panel'
          ? TerminalLocation.Panel
          : { viewColumn: ViewColumn.Active, preserveFocus },
    };
  }

  /** A terminal from the profile menu replaces ours: a second client would only shrink the first. */
  #adopt(terminal: Terminal): void {
    const options = terminal.creationOptions;
    if (!('shellArgs' in options) || options.isTransient !== true) return;
    const args = JSON.stringify(options.shellArgs);
    const { snapshot } = this.#model;
    const names = snapshot ? allPartiesOf(snapshot).map((party) => party.session.name) : [];
    const name = names.find((candidate) => args === JSON.stringify(this.#host.tmux.attachArguments(candidate)));
    if (name === undefined) return;
    const before = this.#open.get(name);
    if (before === terminal) return;
    this.#keep(name, terminal);
    before?.dispose();
    // VS Code does not open the panel for a terminal profile that was chosen from the palette.
    terminal.show();
  }

  #keep(name: string, terminal: Terminal): void {
    this.#open.set(name, terminal);
    // Remembered at once, because the window may be reloaded before its terminal has started.
    this.#remember({ ...this.#remembered(), [name]: unknownPid });
    void terminal.processId.then((pid) => {
      if (this.#open.get(name) === terminal) this.#remember({ ...this.#remembered(), [name]: pid ?? unknownPid });
    });
  }

  #closed(terminal: Terminal): void {
    for (const [name, open] of this.#open) {
      if (open !== terminal) continue;
      this.#open.delete(name);
      // A window that is reloaded or closed detaches too, and the next window should attach again.
      if (terminal.exitStatus?.reason === TerminalExitReason.Shutdown) continue;
      const { [name]: _, ...others } = this.#remembered();
      this.#remember(others);
      if (terminal.exitStatus?.reason !== TerminalExitReason.Extension) this.#closing.fire(name);
    }
  }

  /** tmux ends its clients with the session, except when the server itself was killed. */
  #closeEnded(): void {
    const { snapshot } = this.#model;
    if (snapshot === undefined || snapshot.problem !== undefined) return;
    const live = new Set(allPartiesOf(snapshot).map((party) => party.session.name));
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
 * Ends one client of a session and leaves the others alone. When a remote window is reloaded, its terminals do not end
 * (seen in code-server 4.139): their clients would stay attached for hours, one more after every reload.
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

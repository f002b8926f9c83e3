// Notices what happens in the window's parties: tmux reports changes of panes, and the agents' own files and the party's
// folders change. Where tmux cannot report, the window looks every second, as it does while an agent is known only by its
// screen.

import { join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { projectDirectory, stateDirectory } from '../../node/project/paths.ts';
import { PaneWatch } from '../../node/tmux/paneWatch.ts';
import type { Host } from '../app/host.ts';
import type { Party } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import { watchFile } from './watchFile.ts';

type WatchHost = Pick<Host, 'env' | 'paths' | 'tmux'>;

export class PartyWatch implements Disposable {
  readonly #watched: DisposableMap<Party, OneParty>;

  constructor(machine: WatchHost, look: () => void) {
    this.#watched = new DisposableMap(
      ({ session }) => session.name,
      (party) => new OneParty(machine, party, look),
    );
  }

  /** Watches these parties and no others. */
  follow(parties: readonly Party[]): void {
    this.#watched.sync(parties);
    for (const party of parties) this.#watched.get(party)?.follow(party.reportedIn ?? []);
  }

  /** Whether a change in any of these parties is noticed without a look. */
  reports(parties: readonly Party[]): boolean {
    return parties.every((party) => party.reportedIn !== undefined && this.#watched.get(party)?.reports === true);
  }

  dispose(): void {
    this.#watched.dispose();
  }
}

/** A tmux that cannot report is asked again after so long: the user may have installed another one. */
const againMs = 60_000;

class OneParty implements Disposable {
  readonly #machine: WatchHost;
  readonly #name: string;
  readonly #look: () => void;
  readonly #folders: Disposable;
  readonly #files: DisposableMap<string>;
  #panes: PaneWatch | undefined;
  #beganAt = 0;

  constructor(machine: WatchHost, { session, folder }: Party, look: () => void) {
    const { paths } = machine;
    this.#machine = machine;
    this.#name = session.name;
    this.#look = look;
    const records = join(projectDirectory(paths, folder.top), 'sessions', session.id);
    this.#folders = together([stateDirectory(paths, session.id), records].map((path) => watchFolder(path, look)));
    this.#files = new DisposableMap(
      (path) => path,
      (path) => watchFile(path, look),
    );
  }

  get reports(): boolean {
    return this.#panes?.reports === true;
  }

  follow(files: readonly string[]): void {
    this.#files.sync(files);
    if (this.#panes !== undefined || Date.now() - this.#beganAt < againMs) return;
    this.#beganAt = Date.now();
    const onChange = () => {
      // This tmux can report. If its program is ended, the next look begins again.
      this.#beganAt = 0;
      this.#look();
    };
    this.#panes = new PaneWatch(this.#machine, this.#name, { onChange, onEnd: () => this.#ended() });
  }

  dispose(): void {
    together([this.#folders, this.#files, ...(this.#panes === undefined ? [] : [this.#panes])]).dispose();
  }

  #ended(): void {
    this.#panes = undefined;
    this.#look();
  }
}

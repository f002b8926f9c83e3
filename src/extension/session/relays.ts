// While the window is open, it delivers messages too: it starts `party relay` when Codex has left a letter, and when an
// agent has become ready for a waiting message. The program makes sure that each message is shown once, whichever
// process starts it.

import { join } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import type { Disposable } from '../../core/base/event.ts';
import { hasLetters } from '../../node/messages/outbox.ts';
import { wakeRelay } from '../../node/messages/startRelay.ts';
import { stateDirectory } from '../../node/project/paths.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { messagesProgram } from '../messages/messagesProgram.ts';
import { DisposableMap, together } from '../ui/disposables.ts';
import { paced } from '../ui/paced.ts';
import { deliverable } from './sessionRows.ts';

const everyMs = 2000;

/** In an untrusted folder the model has no parties, so nothing is watched and nothing runs. */
export function keepRelays(host: Host, model: Model): Disposable {
  const relays = new DisposableMap<Party, Relay>(
    ({ session }) => session.id,
    ({ session }) => new Relay(host, model, session.id),
  );
  const follow = () => {
    const parties = model.snapshot?.parties ?? [];
    relays.sync(parties);
    for (const party of parties) relays.get(party)?.look(party);
  };
  const subscription = model.onDidChange(follow);
  follow();
  return together([subscription, relays]);
}

class Relay implements Disposable {
  readonly #host: Host;
  readonly #model: Model;
  readonly #id: string;
  readonly #stateDir: string;
  readonly #runs = paced(() => this.#run(), everyMs);
  readonly #watcher: Disposable;
  #known: readonly string[] = [];

  constructor(host: Host, model: Model, id: string) {
    this.#host = host;
    this.#model = model;
    this.#id = id;
    this.#stateDir = stateDirectory(host.paths, id);
    this.#watcher = watchFolder(join(this.#stateDir, 'codex', 'outbox'), () => void this.#lookIntoOutbox());
    void this.#lookIntoOutbox();
  }

  look(party: Party): void {
    const now = deliverable(party);
    if (now.some((message) => !this.#known.includes(message))) this.#start();
    this.#known = now;
  }

  dispose(): void {
    together([this.#watcher, this.#runs]).dispose();
  }

  async #lookIntoOutbox(): Promise<void> {
    if (await hasLetters(this.#stateDir).catch(() => false)) this.#start();
  }

  #start(): void {
    this.#runs.nudge();
    // Our relay may already run and be in a long pause.
    void wakeRelay(this.#stateDir);
  }

  async #run(): Promise<void> {
    const { log } = this.#host;
    try {
      log.debug(`Delivering for ${this.#id}`);
      await messagesProgram.relay(this.#host, { session: this.#id });
      await this.#model.refresh();
    } catch (error) {
      // The user did not ask for this, so only the log gets the error. The messages are safe, and the view shows that
      // they wait.
      log.warn(`party relay: ${messageOf(error)}`);
    }
  }
}

// While the window is open it carries messages, too: `party relay` is started when Codex has left a letter, and when an
// agent has become ready for a message that waits. That each is shown once is the program's business, whoever starts it.

import { join } from 'node:path';
import type { Disposable } from '../../core/base/event.ts';
import { hasLetters } from '../../node/messages/outbox.ts';
import { wakeRelay } from '../../node/messages/relay.ts';
import { stateDirectory } from '../../node/project/paths.ts';
import type { Host } from '../app/host.ts';
import type { Model } from '../app/model.ts';
import type { Party } from '../app/snapshot.ts';
import { watchFolder } from '../app/watchFolder.ts';
import { deliverable } from '../messages/deliverable.ts';
import { messagesProgram } from '../messages/messagesProgram.ts';
import { type Paced, paced } from '../ui/paced.ts';

const everyMs = 2000;

/** In a folder that is not trusted the model has no parties, so that nothing is watched and nothing runs. */
export function keepRelays(host: Host, model: Model): Disposable {
  const relays = new Map<string, Relay>();

  function follow(): void {
    const parties = model.snapshot?.parties ?? [];
    const live = new Set(parties.map((party) => party.session.id));
    for (const [id, gone] of relays) {
      if (live.has(id)) continue;
      gone.dispose();
      relays.delete(id);
    }
    for (const party of parties) {
      const known = relays.get(party.session.id) ?? createRelay(host, model, party.session.id);
      relays.set(party.session.id, known);
      known.look(party);
    }
  }

  const subscription = model.onDidChange(follow);
  follow();
  return {
    dispose() {
      subscription.dispose();
      for (const one of relays.values()) one.dispose();
    },
  };
}

interface Relay extends Disposable {
  look(party: Party): void;
}

function createRelay(host: Host, model: Model, id: string): Relay {
  const stateDir = stateDirectory(host.paths, id);
  let known: readonly string[] = [];

  const runs: Paced = paced(async () => {
    try {
      host.log.debug(`Delivering for ${id}`);
      await messagesProgram.relay(host, { session: id });
      await model.refresh();
    } catch (error) {
      // Nobody asked for it, so nobody is told; the messages are still there, and the view says that they wait.
      host.log.warn(`party relay: ${error instanceof Error ? error.message : error}`);
    }
  }, everyMs);

  const start = () => {
    runs.nudge();
    // Ours may run already and be in a long pause.
    void wakeRelay(stateDir);
  };

  const lookIntoOutbox = async () => {
    if (await hasLetters(stateDir).catch(() => false)) start();
  };
  const watcher = watchFolder(join(stateDir, 'codex', 'outbox'), () => void lookIntoOutbox());
  void lookIntoOutbox();

  return {
    look(party) {
      const now = deliverable(party);
      if (now.some((message) => !known.includes(message))) start();
      known = now;
    },
    dispose() {
      watcher.dispose();
      runs.dispose();
    },
  };
}

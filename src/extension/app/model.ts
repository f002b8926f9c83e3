// The window's only picture of its projects. Files and tmux are the truth; every view renders this model and nothing
// else.

import { Emitter } from '../../core/base/event.ts';
import type { Activity } from '../../core/status/statusBar.ts';
import { singleFlight } from '../ui/singleFlight.ts';
import { fingerprint, type Snapshot } from './snapshot.ts';

export class Model {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Reads again. Resolves when a read that began after the call is done. */
  readonly refresh: () => Promise<void>;
  #snapshot: Snapshot | undefined;
  #activity: Activity | undefined;
  /** Commands of the user's that run and have not explained news yet. */
  readonly #ownActs = new Set<object>();

  constructor(read: (before: Snapshot | undefined) => Promise<Snapshot>, log: Log) {
    this.refresh = singleFlight(async () => this.#take(await read(this.#snapshot), log));
  }

  /** Undefined until the first read. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  /** What the user started and what still runs. */
  get activity(): Activity | undefined {
    return this.#activity;
  }

  /**
   * True when a command of the user's that still runs explains news, which then need no notice. Each command explains
   * news only once: what comes next while it runs is the work of another program.
   */
  explainsNews(): boolean {
    const [act] = this.#ownActs;
    return act !== undefined && this.#ownActs.delete(act);
  }

  async asOwnAct<T>(work: () => Promise<T>): Promise<T> {
    const act = {};
    this.#ownActs.add(act);
    try {
      return await work();
    } finally {
      this.#ownActs.delete(act);
    }
  }

  async during<T>(activity: Activity, work: () => Promise<T>): Promise<T> {
    this.#setActivity(activity);
    try {
      return await work();
    } finally {
      await this.refresh();
      this.#setActivity(undefined);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #take(snapshot: Snapshot, log: Log): void {
    if (this.#snapshot !== undefined && fingerprint(snapshot) === fingerprint(this.#snapshot)) return;
    for (const [name, what] of problems) {
      const problem = snapshot[name];
      if (problem !== undefined && problem !== this.#snapshot?.[name]) log.warn(`Cannot read ${what}: ${problem}`);
    }
    this.#snapshot = snapshot;
    this.#changed.fire();
  }

  #setActivity(activity: Activity | undefined): void {
    if (activity === this.#activity) return;
    this.#activity = activity;
    this.#changed.fire();
  }
}

type Log = { warn(message: string): void };

/** What may fail to be read: the key in the snapshot, and its name for the log. */
const problems = [
  ['problem', 'the state of the party'],
  ['reviewProblem', 'the review'],
  ['planProblem', 'the plan'],
  ['collabProblem', 'the state of Collab'],
] as const;

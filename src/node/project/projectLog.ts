// The project's log on the disk: `$PARTY_HOME/projects/<key>/events.jsonl`. Whoever decides by what it says and then
// writes does both under the project's lock, so that two windows and two agents cannot approve past each other.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProjectEvent, readEvents } from '../../core/project/event.ts';
import { followJsonLines } from '../system/followLines.ts';
import { appendJsonLine } from '../system/jsonl.ts';
import { withLock } from '../system/lock.ts';
import { type Paths, projectDirectory } from './paths.ts';

/** Without the time, and without the index signature of a loose schema, under which every misspelt field would do. */
type WithoutTime<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends 'at' ? never : K]: E[K] }
  : never;
export type NewEvent = WithoutTime<ProjectEvent>;

export interface ProjectLog {
  /** Of the project, below `$PARTY_HOME`. */
  readonly directory: string;
  /** All of them; whoever asks again reads only what is new. */
  events(): Promise<readonly ProjectEvent[]>;
  append(event: NewEvent): Promise<void>;
  /** One decision at a time. */
  transaction<T>(decide: (events: readonly ProjectEvent[]) => Promise<T>): Promise<T>;
}

export function eventsFile(paths: Paths, top: string): string {
  return join(projectDirectory(paths, top), 'events.jsonl');
}

export function openProjectLog(paths: Paths, top: string): ProjectLog {
  const directory = projectDirectory(paths, top);
  const path = eventsFile(paths, top);
  let known: readonly ProjectEvent[] = [];
  const readOn = followJsonLines(path, (values) => {
    known = [...known, ...readEvents(values)];
  });
  const events = async () => {
    await readOn();
    return known;
  };
  return {
    directory,
    events,
    async append(event) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await appendJsonLine(path, { at: new Date().toISOString(), ...event });
    },
    transaction(decide) {
      const lock = join(directory, 'events.lock');
      return withLock(lock, { what: "The log of this project's reviews", waitMs: 10_000 }, async () =>
        decide(await events()),
      );
    },
  };
}

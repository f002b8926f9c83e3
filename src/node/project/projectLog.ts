// The project's log on disk: `$PARTY_HOME/projects/<key>/events.jsonl`. A process that decides on its content and then
// writes does both under the project's lock, so that two windows or two agents cannot contradict each other.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProjectEvent, readEvents } from '../../core/project/event.ts';
import { followJsonLines } from '../system/followLines.ts';
import { appendJsonLine } from '../system/jsonl.ts';
import { withLock } from '../system/lock.ts';
import { type Paths, projectDirectory } from './paths.ts';

/** Drops the time, and the index signature of a loose schema, which would accept misspelled fields. */
type WithoutTime<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends 'at' ? never : K]: E[K] }
  : never;
export type NewEvent = WithoutTime<ProjectEvent>;

export interface ProjectLog {
  /** The project's directory in `$PARTY_HOME`. */
  readonly directory: string;
  /** All events. Later calls read only what is new. */
  events(): Promise<readonly ProjectEvent[]>;
  append(event: NewEvent): Promise<void>;
  /** Runs `decide` under the project's lock, one at a time. */
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

// The project's log on disk: `$PARTY_HOME/projects/<key>/events.jsonl`. A process that decides on its content and then
// writes does both under the project's lock, so that two windows or two agents cannot contradict each other.

import { join } from 'node:path';
import type { ChainProblem } from '../../core/project/chain.ts';
import type { ProjectEvent } from '../../core/project/event.ts';
import type { LogState } from '../../core/review/logState.ts';
import { withLock } from '../system/lock.ts';
import { appendChained } from './appendChained.ts';
import { logName, readWhole } from './logArchive.ts';
import { eventsOf } from './logReader.ts';
import { type Paths, projectDirectory } from './paths.ts';
import { StateReader } from './stateReader.ts';

/** Drops the time, and the index signature of a loose schema, which would accept misspelled fields. */
type WithoutTime<E> = E extends unknown
  ? { [K in keyof E as string extends K ? never : K extends 'at' ? never : K]: E[K] }
  : never;
export type NewEvent = WithoutTime<ProjectEvent>;

export interface ProjectLog {
  /** The project's directory in `$PARTY_HOME`. */
  readonly directory: string;
  /** What follows from the log. A later call brings the same state up to date, so do not keep parts of it for long. */
  state(): Promise<LogState>;
  /** All events that are believed, for what needs the whole history. Reads the whole log, and all that is archived. */
  events(): Promise<readonly ProjectEvent[]>;
  append(event: NewEvent): Promise<void>;
  /** Runs `decide` under the project's lock, one at a time. */
  transaction<T>(decide: (state: LogState) => Promise<T>): Promise<T>;
  /** What is wrong with the log's chain. */
  health(): Promise<LogHealth>;
}

export interface LogHealth {
  /** Lines were altered or removed: nothing is proven until a human has looked at it. */
  readonly broken: boolean;
  /** Also those that a human has accepted. */
  readonly problems: readonly ChainProblem[];
  readonly lines: number;
}

export function eventsFile(paths: Paths, top: string): string {
  return join(projectDirectory(paths, top), logName);
}

export function openProjectLog(paths: Paths, top: string): ProjectLog {
  return openLog(projectDirectory(paths, top));
}

/** What the user has decided for all projects: `$PARTY_HOME/user/events.jsonl`. */
export function openUserLog(paths: Paths): ProjectLog {
  return openLog(join(paths.home, 'user'));
}

function openLog(directory: string): ProjectLog {
  const path = join(directory, logName);
  const reader = new StateReader(directory, path);
  const state = () => reader.state();
  return {
    directory,
    state,
    async events() {
      const { lines, verdict } = await readWhole(directory);
      return eventsOf(
        lines.filter((_, index) => verdict.believed[index]),
        verdict.broken,
      );
    },
    async append({ prev: _, ...event }: NewEvent & { readonly prev?: unknown }) {
      await appendChained(directory, path, { at: new Date().toISOString(), ...event });
    },
    transaction(decide) {
      const lock = join(directory, 'events.lock');
      return withLock(lock, { what: "The log of this project's reviews", waitMs: 10_000 }, async () =>
        decide(await state()),
      );
    },
    async health() {
      await state();
      const { broken, problems, lines } = reader.position;
      return { broken, problems, lines };
    },
  };
}

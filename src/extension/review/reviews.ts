// The reviews of the window's projects. Reading one makes git walk over the whole change. So this reads a review again
// only when the project log has grown, when the code has changed, when the reviewer has written its findings, when a
// request may have become overdue, or when the process of a headless review has ended. Status bar, Findings view and diagnostics all render what is read here.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Review, Round } from '../../core/review/review.ts';
import { waitingRound } from '../../core/review/standstill.ts';
import { hasRunEnded } from '../../node/codex/withRunner.ts';
import type { Machine } from '../../node/project/machine.ts';
import { type Paths, projectDirectory, userConfigPaths } from '../../node/project/paths.ts';
import { openProjectLog, type ProjectLog } from '../../node/project/projectLog.ts';
import { readReviewNow } from '../../node/review/arrivals/arrivals.ts';
import { spokenFindings } from '../../node/review/spokenFindings.ts';
import { FolderCache, type KnownFolder } from '../app/folderCache.ts';
import type { Folder, FolderReview, Snapshot } from '../app/snapshot.ts';

export type ReadReviews = Pick<Snapshot, 'reviews' | 'reviewProblem'>;

type Facts = Pick<FolderReview, 'review'>;

/** How often to read a review again while its request has no answer. */
export const overdueLookMs = 60_000;

export class Reviews {
  readonly #machine: Pick<Machine, 'env' | 'paths'>;
  readonly #read: typeof readReviewNow;
  readonly #now: () => number;
  readonly #logs = new Map<string, ProjectLog>();
  readonly #cache: FolderCache<Facts>;
  /** By project: the files that the reviewer of an open round may write. */
  readonly #answers = new Map<string, readonly string[]>();

  constructor(machine: Pick<Machine, 'env' | 'paths'>, { read = readReviewNow, now = Date.now } = {}) {
    this.#machine = machine;
    this.#read = read;
    this.#now = now;
    this.#cache = new FolderCache<Facts>(
      {
        identity: ({ top }) => this.#filesOf(top).map(identityOf).join(' '),
        read: (folder, log) => this.#readOne(folder, log),
        isStale: (known) => this.#isStale(known),
        face: ({ review }, log) => faceOf(review, log),
      },
      now,
    );
  }

  /** What is known about these folders; asks git only about those that may have changed. */
  readonly read = async (folders: readonly Folder[]): Promise<ReadReviews> => {
    const { entries, problem } = await this.#cache.read(folders);
    return { reviews: entries, reviewProblem: problem };
  };

  /** The code or git's own state has changed. Without a folder: in any of them. */
  touch(folder?: Folder): void {
    this.#cache.touch(folder);
  }

  #filesOf(top: string): string[] {
    const { paths } = this.#machine;
    return [logFile(paths, top), ...policyFiles(this.#machine), ...(this.#answers.get(top) ?? [])];
  }

  async #readOne(folder: Folder, log: string): Promise<{ facts: Facts }> {
    const machine = { ...this.#machine, logOf: () => this.#logOf(folder, log) };
    const review = await this.#read(machine, folder.path);
    this.#answers.set(folder.top, answerFiles(review));
    return { facts: { review } };
  }

  #isStale({ facts, readAt }: KnownFolder<Facts>): boolean {
    if (facts?.review.status.kind !== 'requested') return false;
    const round = roundInWork(facts.review);
    return (round !== undefined && hasRunEnded(round)) || this.#now() - readAt >= overdueLookMs;
  }

  /** An open log reads only what is new, unless the file was replaced. */
  #logOf({ top }: Folder, identity: string): ProjectLog {
    const [file] = identity.split(' ');
    const name = `${file} ${top}`;
    const open = this.#logs.get(name) ?? openProjectLog(this.#machine.paths, top);
    this.#logs.set(name, open);
    return open;
  }
}

/** The round that waits for its findings, unless it is known to stand still. */
export function roundInWork({ status, rounds }: Review): Round | undefined {
  return status.kind === 'requested' && (status.standstill ?? null) === null ? waitingRound(rounds) : undefined;
}

/** What the reviewer of the open round writes, or Party in its place: the review changes with them. */
export function answerFiles({ rounds }: Pick<Review, 'rounds'>): readonly string[] {
  const round = waitingRound(rounds);
  if (round === undefined || round.headless) return [];
  return [round.file, spokenFindings(round.file)].filter((file) => file !== undefined);
}

/** The findings follow from the log alone, so only the rest has to be compared. */
function faceOf({ findings: _, ...rest }: Review, log: string): string {
  return `${log}\n${JSON.stringify(rest)}`;
}

function logFile(paths: Paths, top: string): string {
  return join(projectDirectory(paths, top), 'events.jsonl');
}

/** They say what a pull request needs; see `gates/activateGates.ts`. */
function policyFiles({ env, paths }: Pick<Machine, 'env' | 'paths'>): string[] {
  return [...userConfigPaths(env), join(paths.home, 'user', 'events.jsonl')];
}

function identityOf(file: string): string {
  const entry = statSync(file, { throwIfNoEntry: false });
  return entry === undefined ? 'none' : `${entry.ino} ${entry.size} ${entry.mtimeMs}`;
}

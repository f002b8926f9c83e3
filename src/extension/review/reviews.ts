// The reviews of the window's projects. A look comes every second, and a review costs git a walk over the whole change:
// so it is read again only when the project log has grown, when the code has changed, when time alone may have made a
// request overdue, or when the process that runs a review without a pane has ended. Status bar, Findings view and
// diagnostics all render what is read here.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Review } from '../../core/review/review.ts';
import { waitingRound } from '../../core/review/standstill.ts';
import { hasRunEnded } from '../../node/codex/withRunner.ts';
import { type Paths, projectDirectory } from '../../node/project/paths.ts';
import { openProjectLog, type ProjectLog } from '../../node/project/projectLog.ts';
import { readReview } from '../../node/review/openReview.ts';
import { lookAtFolders } from '../app/lookAtFolders.ts';
import type { Folder, FolderReview, Snapshot } from '../app/snapshot.ts';

export type ReadReviews = Pick<Snapshot, 'reviews' | 'reviewProblem'>;

export interface Reviews {
  /** What is known about these folders; asks git only about those that may have changed. */
  read(folders: readonly Folder[]): Promise<ReadReviews>;
  /** The code has changed, or git's own state; without a folder any of them. */
  touch(folder?: Folder): void;
}

export interface ReviewSource {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  readonly read?: typeof readReview;
  readonly now?: () => number;
}

interface Known {
  readonly log: string;
  readonly readAt: number;
  readonly entry: FolderReview | undefined;
  readonly problem: string | undefined;
}

/** How often a request that nobody has answered is looked at again. */
const overdueLookMs = 60_000;

export function createReviews({ env, paths, read: readOne = readReview, now = Date.now }: ReviewSource): Reviews {
  const logs = new Map<string, ProjectLog>();
  const known = new Map<string, Known>();
  const touched = new Set<string>();
  let revisions = 0;

  function isCurrent(folder: Folder, log: string): boolean {
    const before = known.get(folder.top);
    if (before === undefined || before.log !== log || touched.has(folder.top)) return false;
    const { status, rounds } = before.entry?.review ?? { status: undefined, rounds: [] };
    if (status?.kind !== 'requested') return true;
    const round = (status.standstill ?? null) === null ? waitingRound(rounds) : undefined;
    if (round !== undefined && hasRunEnded(round)) return false;
    return now() - before.readAt < overdueLookMs;
  }

  /** An open log reads only what is new, unless it is another file by now. */
  function logOf(folder: Folder, identity: string): ProjectLog {
    const [file] = identity.split(' ');
    const name = `${file} ${folder.top}`;
    const open = logs.get(name) ?? openProjectLog(paths, folder.top);
    logs.set(name, open);
    return open;
  }

  async function read(folder: Folder): Promise<Known> {
    // Before the reading: what is written meanwhile is for the next look.
    const log = logIdentity(paths, folder);
    const before = known.get(folder.top);
    if (before !== undefined && isCurrent(folder, log)) return before;
    touched.delete(folder.top);
    const readAt = now();
    try {
      const review = await readOne({ env, paths, logOf: () => logOf(folder, log) }, folder.path);
      const same = before?.entry !== undefined && before.log === log && isSame(before.entry.review, review);
      const entry = same ? before.entry : { folder, review, revision: ++revisions };
      return { log, readAt, entry, problem: undefined };
    } catch (error) {
      // What was known stays, marked as possibly old.
      const problem = error instanceof Error ? error.message : String(error);
      return { log, readAt, entry: before?.entry, problem };
    }
  }

  return {
    async read(folders) {
      const { entries, problem } = await lookAtFolders(folders, known, read);
      return { reviews: entries, reviewProblem: problem };
    },
    touch(folder) {
      for (const top of folder === undefined ? known.keys() : [folder.top]) touched.add(top);
    },
  };
}

/** The findings follow from the log alone, so that with the same log only the rest has to be compared. */
function isSame({ findings: _, ...one }: Review, { findings: __, ...other }: Review): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function logIdentity(paths: Paths, { top }: Folder): string {
  const entry = statSync(join(projectDirectory(paths, top), 'events.jsonl'), { throwIfNoEntry: false });
  return entry === undefined ? 'none' : `${entry.ino} ${entry.size} ${entry.mtimeMs}`;
}

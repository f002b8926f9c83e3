// Collab in the window's projects. A look comes every second, so that its files are read anew only when one of them is
// another, or while Codex reviews, which may be killed without a file to tell. Only looks: a state that cannot be read
// stays where it is until somebody acts on it and says so.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collabFolder, collabReviewsFolder, collabSkipFile, collabStateFile } from '../../core/collab/collab.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { type ReviewSummary, summariseReview } from '../../core/collab/reviewWords.ts';
import { type CollabNow, collabNow } from '../../node/collab/collabNow.ts';
import { listReviews, readReviewText, reviewPath } from '../../node/collab/reviewFiles.ts';
import type { Paths } from '../../node/project/paths.ts';
import { lookAtFolders } from '../app/lookAtFolders.ts';
import type { Folder, FolderCollab, Snapshot } from '../app/snapshot.ts';

export type ReadCollabs = Pick<Snapshot, 'collabs' | 'collabProblem'>;

export interface Collabs {
  /** What is known about these folders; reads only what may have changed. */
  read(folders: readonly Folder[]): Promise<ReadCollabs>;
}

export interface CollabSource {
  readonly paths: Paths;
  readonly now?: typeof collabNow;
}

/** A collab of months has more than anybody looks at. */
export const reviewsShown = 30;

interface Known {
  readonly identity: string;
  /** Codex reviews, or was killed while it did: neither its end nor its new beginning has a file to tell. */
  readonly isBusy: boolean;
  readonly entry: FolderCollab | undefined;
  readonly problem: string | undefined;
}

export function createCollabs({ paths, now = collabNow }: CollabSource): Collabs {
  const known = new Map<string, Known>();
  /** By their paths: a review is written once, and hardly ever changed. */
  const summaries = new Map<string, { readonly identity: string; readonly summary: ReviewSummary }>();
  let revisions = 0;

  async function summaryOf(top: string, id: string): Promise<ReviewSummary> {
    const path = join(top, reviewPath(id));
    const identity = await identityOf(path);
    const before = summaries.get(path);
    if (before?.identity === identity) return before.summary;
    const summary = summariseReview(id, await readReviewText(top, id).catch(() => undefined));
    summaries.set(path, { identity, summary });
    return summary;
  }

  async function readOne(folder: Folder, found: CollabNow): Promise<Omit<FolderCollab, 'revision'>> {
    const { state, reviewing, skip } = found;
    const ids = (await listReviews(folder.top, state?.review_log ?? [])).reverse();
    const reviews = await Promise.all(ids.slice(0, reviewsShown).map((id) => summaryOf(folder.top, id)));
    const older = Math.max(0, ids.length - reviewsShown);
    const design = state?.design;
    return { folder, status: collabStatus(state), reviewing, skip, design, reviews, older };
  }

  async function look(folder: Folder): Promise<Known> {
    const before = known.get(folder.top);
    // Before the reading: what is written meanwhile is for the next look.
    const identity = await filesOf(folder.top);
    const isDone = before?.problem === undefined && before?.isBusy !== true;
    if (before?.entry !== undefined && before.identity === identity && isDone) return before;
    try {
      const found = await now(paths, folder.top);
      const one = await readOne(folder, found);
      const same = before?.entry !== undefined && isSame(before.entry, one);
      const entry = same ? before.entry : { ...one, revision: ++revisions };
      return { identity, isBusy: found.reviewing || found.interrupted, entry, problem: undefined };
    } catch (error) {
      // What was known stays, marked as possibly old.
      const problem = error instanceof Error ? error.message : String(error);
      return { identity, isBusy: false, entry: before?.entry, problem };
    }
  }

  return {
    async read(folders) {
      const { entries, problem } = await lookAtFolders(folders, known, look);
      return { collabs: entries, collabProblem: problem };
    },
  };
}

function isSame({ revision: _, folder: __, ...one }: FolderCollab, other: Omit<FolderCollab, 'revision'>): boolean {
  const { folder: ___, ...rest } = other;
  return JSON.stringify(one) === JSON.stringify(rest);
}

/** Another text means that something about collab may be another; without reading any of it. */
async function filesOf(top: string): Promise<string> {
  const folder = join(top, collabReviewsFolder);
  const names = (await readdir(folder).catch(() => [])).sort();
  const files = [collabStateFile, collabSkipFile, collabFolder, collabReviewsFolder].map((path) => join(top, path));
  return (await Promise.all([...files, ...names.map((name) => join(folder, name))].map(identityOf))).join('\n');
}

async function identityOf(path: string): Promise<string> {
  try {
    const { ino, size, mode, mtimeMs, ctimeMs } = await lstat(path);
    return [path, ino, size, mode, mtimeMs, ctimeMs].join(' ');
  } catch {
    return path;
  }
}

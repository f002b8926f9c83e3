// Collab in the window's projects. Its files are read again only when one of them has changed, or while Codex reviews,
// because a killed Codex changes no file. This code only reads: a state file that cannot be parsed stays in place until
// a command acts on it and reports it.

import { join } from 'node:path';
import { collabFolder, collabReviewsFolder, collabSkipFile, collabStateFile } from '../../core/collab/collab.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { type ReviewSummary, summariseReview } from '../../core/collab/reviewWords.ts';
import { collabNow } from '../../node/collab/collabNow.ts';
import { listReviews, readReviewText, reviewPath } from '../../node/collab/reviewFiles.ts';
import type { Machine } from '../../node/project/machine.ts';
import { fileIdentity, filesIdentity } from '../app/fileIdentity.ts';
import { FolderCache, type Looked } from '../app/folderCache.ts';
import type { Folder, FolderCollab, Snapshot } from '../app/snapshot.ts';

export type ReadCollabs = Pick<Snapshot, 'collabs' | 'collabProblem'>;

/** A collab that runs for months has more reviews than a user reads. */
export const reviewsShown = 30;

interface Facts extends Omit<FolderCollab, 'folder' | 'revision'> {
  /** Codex is reviewing, or was killed while it did: no file shows when a review ends or starts again. */
  readonly isBusy: boolean;
}

export class Collabs {
  readonly #paths: Machine['paths'];
  readonly #now: typeof collabNow;
  /** By path: a review is written once, and hardly ever changed. */
  readonly #summaries = new Map<string, { readonly identity: string; readonly summary: ReviewSummary }>();
  readonly #cache: FolderCache<Facts>;

  constructor({ paths }: Pick<Machine, 'paths'>, now = collabNow) {
    this.#paths = paths;
    this.#now = now;
    this.#cache = new FolderCache<Facts>({
      identity: ({ top }) => filesIdentity(top, [collabStateFile, collabSkipFile, collabFolder], collabReviewsFolder),
      read: (folder) => this.#readOne(folder),
      isStale: ({ facts, problem }) => problem !== undefined || facts === undefined || facts.isBusy,
      face: ({ isBusy: _, ...shown }) => JSON.stringify(shown),
    });
  }

  /** What is known about these folders; reads only what may have changed. */
  readonly read = async (folders: readonly Folder[]): Promise<ReadCollabs> => {
    const { entries, problem } = await this.#cache.read(folders);
    return { collabs: entries.map(({ isBusy: _, ...shown }) => shown), collabProblem: problem };
  };

  async #readOne({ top }: Folder): Promise<Looked<Facts>> {
    const { state, reviewing, interrupted, skip } = await this.#now(this.#paths, top);
    const ids = (await listReviews(top, state?.review_log ?? [])).reverse();
    const facts = {
      status: collabStatus(state),
      reviewing,
      skip,
      design: state?.design,
      reviews: await Promise.all(ids.slice(0, reviewsShown).map((id) => this.#summaryOf(top, id))),
      older: Math.max(0, ids.length - reviewsShown),
      isBusy: reviewing || interrupted,
    };
    return { facts };
  }

  async #summaryOf(top: string, id: string): Promise<ReviewSummary> {
    const path = join(top, reviewPath(id));
    const identity = await fileIdentity(path);
    const before = this.#summaries.get(path);
    if (before?.identity === identity) return before.summary;
    const summary = summariseReview(id, await readReviewText(top, id).catch(() => undefined));
    this.#summaries.set(path, { identity, summary });
    return summary;
  }
}

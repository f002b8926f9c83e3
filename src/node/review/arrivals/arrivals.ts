// The review with what the reviewer has written for its open rounds, before the author reads it.

import { stat } from 'node:fs/promises';
import { arrivalOf, type ReviewersAnswer, withArrivals } from '../../../core/review/arrivals/arrival.ts';
import type { Asked } from '../../../core/review/cycle.ts';
import type { LogState } from '../../../core/review/logState.ts';
import type { Review } from '../../../core/review/review.ts';
import { type OpenReview, type ReviewMachine, readOpenReview } from '../openReview.ts';
import { anchorsFor, readAnswer } from './answer.ts';

/** Like `readReview`, and as current as the files of the open rounds. */
export async function readReviewNow(machine: ReviewMachine, directory: string): Promise<Review> {
  const { review, opened } = await readOpenReview(machine, directory);
  return addArrivals(review, opened);
}

export async function addArrivals(review: Review, opened: OpenReview): Promise<Review> {
  const { change } = review;
  if (change === null) return review;
  const state = await opened.log.state();
  const cycles = state.cycles(
    ({ id, open, collab, branch }) =>
      open !== null && collab === null && (id === review.cycle || branch === change.branch),
  );
  const asked = cycles.flatMap((cycle) => cycle.asked.at(-1) ?? []);
  // Party itself reads the answer of a Codex without a pane.
  const inPane = asked.filter(({ event }) => !event.headless);
  const arrived = await Promise.all(inPane.map((one) => readArrival(opened, state, one)));
  return withArrivals(
    review,
    arrived.filter((one) => one !== undefined),
  );
}

async function readArrival({ git, options }: OpenReview, state: LogState, asked: Asked) {
  const { event } = asked;
  const found = await readAnswer(git.top, event.file);
  if (found === undefined) return undefined;
  const written = await stat(found.path).catch(() => undefined);
  const answer: ReviewersAnswer = {
    ...found,
    at: (written?.mtime ?? new Date()).toISOString(),
    anchors: await anchorsFor(git, event, found.intake.findings),
    trusted: event.adapter === 'generic' && options.trustGenericReviewer,
  };
  return arrivalOf(state, asked, answer);
}

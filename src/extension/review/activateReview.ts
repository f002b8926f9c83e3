import type { App } from '../app/app.ts';
import { ProofDocuments } from './ready/proofDocuments.ts';
import { noticeReviews } from './reviewNotice.ts';
import { ReviewWatch } from './reviewWatch.ts';
import { Timeline } from './timelineView.ts';

/** Reads reviews when the code changes, shows the timeline, and notifies the user when a review needs a decision. */
export function activateReview(app: App): { readonly timeline: Timeline; readonly reviewWatch: ReviewWatch } {
  const { host, model, readers, memory, own } = app;
  const reviewWatch = own(new ReviewWatch(readers.reviews, model));
  const timeline = own(new Timeline(host, model, memory));
  own(new ProofDocuments(host, model));
  own(noticeReviews(app));
  return { timeline, reviewWatch };
}

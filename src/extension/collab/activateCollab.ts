import type { App } from '../app/app.ts';
import { registerCollabDocuments } from './collabDocument.ts';
import { noticeCollab } from './collabNotice.ts';
import { showCollabProgress } from './collabProgress.ts';
import { CollabWatch } from './collabWatch.ts';

/** The reading of collab as it goes on, its reviews as documents, its progress, and the notice to a person. */
export function activateCollab(app: App): void {
  const { model, readers, own } = app;
  own(new CollabWatch(readers.collabs, model));
  own(registerCollabDocuments(model));
  own(showCollabProgress(model));
  own(noticeCollab(app));
}

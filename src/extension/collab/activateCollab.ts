import type { App } from '../app/app.ts';
import { registerCollabDocuments } from './collabDocument.ts';
import { noticeCollab } from './collabNotice.ts';
import { showCollabProgress } from './collabProgress.ts';
import { CollabWatch } from './collabWatch.ts';

/** Reads collab when its files change, serves its reviews as documents, shows its progress, and notifies the user. */
export function activateCollab(app: App): void {
  const { model, readers, own } = app;
  own(new CollabWatch(readers.collabs, model));
  own(registerCollabDocuments(model));
  own(showCollabProgress(model));
  own(noticeCollab(app));
}

import type { App } from '../app/app.ts';
import { noticeConflicts } from './conflictNotice.ts';
import { DoctorDocument } from './doctor/doctorReport.ts';
import { createStatusItem } from './statusItem.ts';
import { markWalkthrough } from './walkthrough.ts';

/** Starts the item in the status bar, the notices about it, and the document of the doctor. */
export function activateStatus(app: App): DoctorDocument {
  app.own(createStatusItem(app));
  app.own(noticeConflicts(app));
  app.own(markWalkthrough(app));
  return app.own(new DoctorDocument());
}

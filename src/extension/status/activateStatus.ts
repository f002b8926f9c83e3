import type { App } from '../app/app.ts';
import { DoctorDocument } from './doctor/doctorReport.ts';
import { createStatusItem } from './statusItem.ts';

/** Starts the item in the status bar, and the document of the doctor. */
export function activateStatus(app: App): DoctorDocument {
  app.own(createStatusItem(app));
  return app.own(new DoctorDocument());
}

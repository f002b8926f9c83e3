import type { App } from '../app/app.ts';
import { registerPlanDocuments } from './planDocument.ts';
import { PlanNotes } from './planNotes.ts';
import { noticePlan } from './planNotice.ts';
import { PlanWatch } from './planWatch.ts';

/** The reading of plans as they change, the reviewer's notes on them, their versions, and the notice to a person. */
export function activatePlan(app: App): PlanNotes {
  const { model, readers, own } = app;
  own(new PlanWatch(readers.plans, model));
  own(registerPlanDocuments(model));
  own(noticePlan(app));
  return own(new PlanNotes(model));
}

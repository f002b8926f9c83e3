import type { App } from '../app/app.ts';
import { registerPlanDocuments } from './planDocument.ts';
import { PlanNotes } from './planNotes.ts';
import { noticePlan } from './planNotice.ts';
import { PlanWatch } from './planWatch.ts';

/**
 * Reads plans when they change, shows the reviewer's comments on them, serves their versions, and notifies the user.
 */
export function activatePlan(app: App): PlanNotes {
  const { model, readers, own } = app;
  own(new PlanWatch(readers.plans, model));
  own(registerPlanDocuments(model));
  own(noticePlan(app));
  return own(new PlanNotes(model));
}

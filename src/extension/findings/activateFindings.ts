import type { App } from '../app/app.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { Findings } from './findings.ts';

/** Starts the Findings view, the diagnostics and the quick fixes. */
export function activateFindings({ model, memory, own }: App, reviewWatch: ReviewWatch): Findings {
  return own(new Findings(model, reviewWatch, memory));
}

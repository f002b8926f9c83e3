import type { App } from '../app/app.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { createFindings, type Findings } from './findings.ts';

/** The Findings view, the diagnostics and the quick fixes. */
export function activateFindings({ model, memory, own }: App, reviewWatch: ReviewWatch): Findings {
  return own(createFindings(model, reviewWatch, memory));
}

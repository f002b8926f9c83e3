import type { App } from '../app/app.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import type { Terminals } from '../session/terminals.ts';
import { Findings } from './findings.ts';
import { registerTerminalLinks } from './reading/terminalLinks.ts';

/** Starts the Findings view, what shows findings in the code, and the links in terminals that lead to them. */
export function activateFindings(app: App, reviewWatch: ReviewWatch, terminals: Terminals): Findings {
  const findings = app.own(new Findings(app, reviewWatch));
  app.own(registerTerminalLinks({ ...app, findings, terminals }));
  return findings;
}

// Finds the plan that is approved according to the project's log. Parses only the lines about the plan, because the log
// may hold many reviews.

import { approvedHash } from '../../core/plan/approvedHash.ts';
import { readEvents } from '../../core/project/event.ts';
import type { Paths } from '../project/paths.ts';
import { eventsFile } from '../project/projectLog.ts';
import { readText } from '../system/store.ts';

/** The hash of the approved plan. Undefined when there is none, and when the log cannot be read. */
export async function recordedApproval(paths: Paths, top: string): Promise<string | undefined> {
  const text = (await readText(eventsFile(paths, top)).catch(() => undefined)) ?? '';
  return approvedHash(readEvents(text.split('\n').filter(isAboutPlan).flatMap(parsed)));
}

/** This is how JSON.stringify writes it. Inside a string value, the quotes would be escaped. */
function isAboutPlan(line: string): boolean {
  return line.includes('"event":"plan"');
}

function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    // A killed process left this line unfinished.
    return [];
  }
}

// The plan that is approved by what the project's log says. Of a log of many reviews only the lines about the plan are
// parsed.

import { approvedHash } from '../../core/plan/approvedHash.ts';
import { readEvents } from '../../core/project/event.ts';
import type { Paths } from '../project/paths.ts';
import { eventsFile } from '../project/projectLog.ts';
import { readText } from '../system/store.ts';

/** A log that is gone or cannot be read tells of no approval. */
export async function recordedApproval(paths: Paths, top: string): Promise<string | undefined> {
  const text = (await readText(eventsFile(paths, top)).catch(() => undefined)) ?? '';
  return approvedHash(readEvents(text.split('\n').filter(isAboutPlan).flatMap(parsed)));
}

/** As JSON.stringify writes it; within a text the quotes would be escaped. */
function isAboutPlan(line: string): boolean {
  return line.includes('"event":"plan"');
}

function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    // Left unfinished by somebody who was killed.
    return [];
  }
}

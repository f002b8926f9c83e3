// Puts the mark of a gate back that the log calls on. The shell scripts of the hooks look for the mark and gate.json, and
// cannot read the log.

import { existsSync } from 'node:fs';
import { isMarked, writeMark } from '../gates/gateMarker.ts';
import { isOnIn, isRecordedOn } from '../gates/recordedGate.ts';
import type { Paths } from '../project/paths.ts';
import { eventsFile, openProjectLog } from '../project/projectLog.ts';
import { hasGateFile } from './planFolder.ts';

/** True when it was gone. Reads the log only where there is neither the mark nor the file. */
export async function keepGate(paths: Paths, top: string): Promise<boolean> {
  const isGone = async () => !isMarked(paths, top) && !(await hasGateFile(top));
  if (!existsSync(eventsFile(paths, top)) || !(await isGone()) || !(await isRecordedOn(paths, top))) return false;
  // `party plan stop` writes the log and then removes the mark, under this lock.
  return openProjectLog(paths, top).transaction(async (state) => {
    if (!isOnIn(state) || !(await isGone())) return false;
    await writeMark(paths, top, `${JSON.stringify({ version: 1, since: new Date().toISOString() })}\n`);
    return true;
  });
}

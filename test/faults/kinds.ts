// All kinds of faults.

import { clockJumps } from './clockJumps.ts';
import { damagedJournal, damagedLog } from './damage.ts';
import { fullDisk, limitedFiles, mayMount } from './fullDisk.ts';
import { kills } from './kills.ts';
import { stops } from './stops.ts';
import type { Fault } from './tally.ts';

export function kinds(): readonly Fault[] {
  const disks = mayMount() ? [fullDisk, limitedFiles] : [limitedFiles];
  return [...kills, ...disks, damagedLog, damagedJournal, stops, clockJumps];
}

import { commandLine, type Reader, remarkText } from '../../core/base/remark.ts';
import type { TellWays } from './failure.ts';
import { inName, type ProgramName } from './programName.ts';

/** The ways out as commands for this reader. */
export function tellWays(reader: Reader, name: ProgramName): TellWays {
  return (remark) => ({
    message: inName(name, remarkText(remark, reader)),
    problem: inName(name, remark.problem),
    next: remark.next.map((way) => ({ ...way, command: inName(name, commandLine(way, reader)) })),
  });
}

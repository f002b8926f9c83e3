import { commandLine, type Reader, remarkText } from '../../core/base/remark.ts';
import type { TellWays } from './failure.ts';

/** The ways out as commands for this reader. */
export function tellWays(reader: Reader): TellWays {
  return (remark) => ({
    message: remarkText(remark, reader),
    next: remark.next.map((way) => ({ ...way, command: commandLine(way, reader) })),
  });
}

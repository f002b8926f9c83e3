import { oneLine } from '../../base/outsideText.ts';

/** A command as one line, for people. */
export function commandText(command: readonly string[]): string {
  return oneLine(command.join(' '), 200);
}

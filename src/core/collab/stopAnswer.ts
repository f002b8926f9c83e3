// How a hook tells Claude Code to continue after a Stop. `additionalContext` makes Claude continue and shows as "Stop
// hook feedback". `decision: "block"` does the same, but the user sees "Stop hook error".

import { utf8Length } from '../base/utf8.ts';
import { isAtLeast } from '../base/version.ts';
import type { ToldStop } from './stopFeedback.ts';

/** The oldest release seen to continue on `additionalContext`. */
export const firstWithFeedback = '2.1.325';

/** The client replaces more than about 10 kB with a preview of 2 kB, but passes on the reason of a block in full. */
const longestFeedback = 8000;

/** `said` is one line for the human. `version` is the client's; undefined when unknown. */
export function stopAnswer({ block, said }: ToldStop, version: string | undefined): object | undefined {
  const spoken = said === null ? {} : { systemMessage: `Party: ${said}` };
  if (block === null) return said === null ? undefined : spoken;
  const text = `Party: ${block}`;
  return asFeedback(text, version)
    ? { hookSpecificOutput: { hookEventName: 'Stop', additionalContext: text }, ...spoken }
    : { decision: 'block', reason: text, ...spoken };
}

function asFeedback(text: string, version: string | undefined): boolean {
  return isAtLeast(version, firstWithFeedback) && utf8Length(text) <= longestFeedback;
}

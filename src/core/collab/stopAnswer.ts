// The form in which Claude Code is told to go on after a Stop. `additionalContext` makes it go on and is shown as "Stop
// hook feedback"; `decision: "block"` does the same, but is shown to the user as "Stop hook error".

import { utf8Length } from '../base/utf8.ts';
import { isAtLeast } from '../base/version.ts';
import type { ToldStop } from './stopFeedback.ts';

/** The oldest release that was seen to go on with `additionalContext`. */
const firstWithFeedback = '2.1.325';

/** The client replaces more than about 10 kB by a preview of 2 kB; a reason to block is passed on whole. */
const longestFeedback = 8000;

/** `said` is one line for the human. `version` is that of the client; undefined when it is not known. */
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

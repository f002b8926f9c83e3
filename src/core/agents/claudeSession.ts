// The file in which a running Claude Code keeps its own state: `<config dir>/sessions/<pid>.json`. It exists from the
// end of the start-up dialogs until the client exits, at first without a status. Undocumented; seen in 2.1.325.

import { tryJson } from '../base/json.ts';
import * as z from '../base/schema.ts';

const ClaudeSession = z.looseObject({
  pid: z.number(),
  sessionId: z.string(),
  cwd: z.string(),
  status: z.optional(z.string()),
  /** Only with status `waiting`: "permission prompt", "input needed", "dialog open". */
  waitingFor: z.optional(z.string()),
  /** `bg` for a conversation that the user has moved from its terminal to Claude's background service. */
  kind: z.optional(z.string()),
  /** In the file of a process whose conversation moved to the background: the first digits of its new id. */
  parkedJobId: z.optional(z.string()),
  version: z.optional(z.string()),
});
export type ClaudeSession = z.infer<typeof ClaudeSession>;

/** Undefined for other files, and for a file that Claude is still writing. */
export function parseClaudeSession(text: string): ClaudeSession | undefined {
  return ClaudeSession.safeParse(tryJson(text)).data;
}

// The input of Party's hooks. The schemas name only the fields that Party uses; the rest may change.

import * as z from '../base/schema.ts';

/** From Claude Code, on stdin. */
export const ClaudeHookInput = z.looseObject({
  session_id: z.string(),
  cwd: z.string(),
  hook_event_name: z.string(),
  transcript_path: z.optional(z.string()),
  /** Of SessionStart: `startup`, `resume`, `clear` or `compact`. */
  source: z.optional(z.unknown()),
  /** The same from the prompt to the end of its turn. */
  prompt_id: z.optional(z.string()),
});
export type ClaudeHookInput = z.infer<typeof ClaudeHookInput>;

export const ClaudePrompt = z.extend(ClaudeHookInput, { prompt: z.string() });
export type ClaudePrompt = z.infer<typeof ClaudePrompt>;

export const ClaudeStop = z.extend(ClaudeHookInput, {
  last_assistant_message: z.optional(z.string()),
  /** True when a hook kept Claude from stopping and this is the next Stop. */
  stop_hook_active: z.catch(z.boolean(), false),
  /** What Claude left running in the background. */
  background_tasks: z.catch(z.array(z.looseObject({ type: z.string(), status: z.string() })), []),
  /** Only inside a sub-agent. */
  agent_id: z.optional(z.string()),
});
export type ClaudeStop = z.infer<typeof ClaudeStop>;

/**
 * Background agents cause another Stop when they finish. A background shell may be a server that never ends (2.1.325).
 */
export function areAgentsRunning({ background_tasks }: Pick<ClaudeStop, 'background_tasks'>): boolean {
  return background_tasks.some(({ type, status }) => /agent/i.test(type) && status === 'running');
}

/** From Codex, as the last argument of its notify program. */
export const CodexNotification = z.looseObject({
  type: z.string(),
  'thread-id': z.string(),
  'turn-id': z.optional(z.string()),
  cwd: z.string(),
  'input-messages': z.optional(z.array(z.string())),
  'last-assistant-message': z.optional(z.nullable(z.string())),
  /** Only from the demo reviewer, which has no record of its turns: the files that it wrote. */
  'party-wrote': z.optional(z.array(z.string())),
});
export type CodexNotification = z.infer<typeof CodexNotification>;

/** The TUI uses a second thread to find a title for the first, and notifies about its turns too (0.166.0). */
export function isTitleHelper(notification: CodexNotification): boolean {
  return notification['input-messages']?.[0]?.startsWith('Generate a concise, single-line task title') ?? false;
}

// The input of the hooks around Claude Code's tools and sub-agents. The schemas name only the fields that Party uses.

import * as z from '../base/schema.ts';
import { type Critic, criticNames, critics } from '../project/critics.ts';
import { ClaudeHookInput } from './hookInput.ts';

export const ToolCall = z.extend(ClaudeHookInput, {
  tool_name: z.string(),
  tool_input: z.looseObject({
    command: z.optional(z.string()),
    file_path: z.optional(z.string()),
    notebook_path: z.optional(z.string()),
    skill: z.optional(z.string()),
  }),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const SubagentCall = z.extend(ClaudeHookInput, {
  agent_id: z.string(),
  agent_type: z.string(),
  last_assistant_message: z.optional(z.nullable(z.string())),
});

/** Party's critics carry the plugin's name. A user may have one of the same name without it. */
export function criticOf(agentType: string): Critic | undefined {
  const name = agentType.replace(/^party:/, '');
  return criticNames.find((critic) => critic === name);
}

/** The verdict in the last line, when the line is one of this critic's words and nothing else. */
export function verdictOf(critic: Critic, message: string): string | null {
  const last =
    message
      .replace(/[\r\n]+$/, '')
      .split(/\r?\n/)
      .at(-1) ?? '';
  const said = /^VERDICT: (\w+)$/.exec(last)?.[1];
  return critics[critic].find((word) => word === said) ?? null;
}

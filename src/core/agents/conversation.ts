// Which conversation an agent had, for `party restore`. Each agent has its own small file,
// `$PARTY_HOME/projects/<key>/sessions/<id>/<role>.json`, so that two writers never share one.

import * as z from '../base/schema.ts';

export const Conversation = z.looseObject({
  version: z.literal(1),
  /** Claude's session id, Codex's thread id. */
  conversation: z.string(),
  /** Where the agent worked. */
  cwd: z.string(),
  /** When it was last seen, ISO 8601. */
  at: z.string(),
  /** The agent's own process, which is not the pane's process when a wrapper starts the agent. */
  pid: z.optional(z.number()),
  /** The agent's transcript file, which the agent creates at the first prompt. */
  transcript: z.optional(z.string()),
  /** The conversation before a start that nothing was said in yet: until then, this is the one to continue. */
  earlier: z.optional(z.looseObject({ conversation: z.string(), transcript: z.string() })),
  /** `$CLAUDE_CONFIG_DIR` or `$CODEX_HOME`, when the agent was started with one. */
  home: z.optional(z.string()),
});
export type Conversation = z.infer<typeof Conversation>;

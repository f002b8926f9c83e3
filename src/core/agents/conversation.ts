// What `party restore` needs of an agent: which conversation it had. Each agent has its own small file,
// `$PARTY_HOME/projects/<key>/sessions/<id>/<role>.json`, so that two writers never meet in one.

import * as z from 'zod/mini';

export const Conversation = z.looseObject({
  version: z.literal(1),
  /** Claude's session id, Codex's thread id. */
  conversation: z.string(),
  /** Where the agent worked. */
  cwd: z.string(),
  /** When it was last seen, ISO 8601. */
  at: z.string(),
  /** The agent's own process, which under a wrapper is not the pane's. */
  pid: z.optional(z.number()),
  /** The file in which the agent keeps it; it comes into being with the first prompt. */
  transcript: z.optional(z.string()),
  /** `$CLAUDE_CONFIG_DIR` or `$CODEX_HOME`, when the agent was started with one. */
  home: z.optional(z.string()),
});
export type Conversation = z.infer<typeof Conversation>;

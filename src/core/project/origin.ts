// Who wrote the findings of a round, as far as Party can prove it. The author can write every file that the reviewer
// can write, so a file alone proves nothing.

export const origins = [
  /** At the end of the reviewer's turn, its notify program recorded the hash of what the reviewer wrote. */
  'reviewer',
  /** Party ran `codex exec` itself and read the answer from that process. */
  'exec',
  /** The reviewer reported them through its own MCP server. */
  'mcp',
  /** A program of the user in the reviewer's role. The user has said that it may be trusted. */
  'generic',
  /** Any process may have written them. They are kept and shown, and approve nothing. */
  'unproven',
] as const;
export type FindingsOrigin = (typeof origins)[number];

// The three roles in a party. The pane option `@party_role` identifies a pane, because an index changes with every
// split.

/** The agent that writes the code and answers the findings. The value is its role's name in files and tmux options. */
export const author = 'claude';
/** The agent that reviews. */
export const reviewer = 'codex';

export const roles = [reviewer, author, 'shell'] as const;
export type Role = (typeof roles)[number];

/** The roles that agents play, in display order. */
export const agentRoles = [author, reviewer] as const;
export type AgentRole = (typeof agentRoles)[number];

export const roleLabels: Record<Role, string> = { codex: 'Codex', claude: 'Claude', shell: 'Shell' };

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

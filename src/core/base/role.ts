// The three places in a party. The pane option `@party_role` is a pane's identity: an index changes with every split.

export const roles = ['codex', 'claude', 'shell'] as const;
export type Role = (typeof roles)[number];

/** The roles that are played by an agent, in the order in which people read them. */
export const agentRoles = ['claude', 'codex'] as const;
export type AgentRole = (typeof agentRoles)[number];

export const roleLabels: Record<Role, string> = { codex: 'Codex', claude: 'Claude', shell: 'Shell' };

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

// The three roles in a party. The pane option `@party_role` identifies a pane, because an index changes with every
// split.

export const roles = ['codex', 'claude', 'shell'] as const;
export type Role = (typeof roles)[number];

/** The roles that agents play, in display order. */
export const agentRoles = ['claude', 'codex'] as const;
export type AgentRole = (typeof agentRoles)[number];

export const roleLabels: Record<Role, string> = { codex: 'Codex', claude: 'Claude', shell: 'Shell' };

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

// The tools of `party mcp`: who is offered each, and whether it only reads. The server lists them, the launches of both
// agents allow them, and core/gates/plan/partyTools.ts has what the plan gate answers.

export const mcpRoles = ['author', 'reviewer', 'viewer'] as const;
export type McpRole = (typeof mcpRoles)[number];

/** The name of the server: Claude calls its tools `mcp__party__NAME`. */
export const mcpServer = 'party';

interface McpTool {
  readonly roles: readonly McpRole[];
  /** Others write: such a call counts only from a server that the agent in that role's pane has started. */
  readonly reads?: true;
}

const both = ['author', 'reviewer'] as const;

export const mcpTools = {
  send_message: { roles: both },
  ask: { roles: both },
  respond: { roles: both },
  request_review: { roles: ['author'] },
  report_findings: { roles: ['reviewer'] },
  triage_finding: { roles: ['author'] },
  reply_to_finding: { roles: both },
  add_task: { roles: both },
  update_task: { roles: both },
  list_findings: { roles: mcpRoles, reads: true },
  review_status: { roles: mcpRoles, reads: true },
  plan_status: { roles: mcpRoles, reads: true },
  evidence_status: { roles: mcpRoles, reads: true },
  list_tasks: { roles: mcpRoles, reads: true },
} as const satisfies Record<string, McpTool>;

export type McpToolName = keyof typeof mcpTools;

const tools: Readonly<Record<McpToolName, McpTool>> = mcpTools;

export function mcpToolsFor(role: McpRole): McpToolName[] {
  return (Object.keys(tools) as McpToolName[]).filter((name) => tools[name].roles.includes(role));
}

export function readsOnly(name: McpToolName): boolean {
  return tools[name].reads === true;
}

/** How a client starts the server. `resources` is `$PARTY_HOME/current/resources`, which outlives an update. */
export function mcpCommand(resources: string, role: McpRole): { readonly command: string; readonly args: string[] } {
  return { command: 'sh', args: [`${resources}/bin/party`, 'mcp', '--role', role] };
}

/**
 * The variables that the server needs beside the usual ones. Codex starts its servers with a filtered environment.
 */
export const mcpVariables = [
  ...['PARTY_SESSION', 'PARTY_HOME', 'PARTY_STATE_ROOT', 'PARTY_MARKER_ROOT', 'PARTY_TMUX_SOCKET', 'PARTY_NODE'],
  'PARTY_CONFIG_HOME',
  ...['TMUX', 'TMUX_PANE', 'TMUX_TMPDIR', 'XDG_STATE_HOME', 'CODEX_HOME'],
  ...['GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST', 'GH_CONFIG_DIR', 'XDG_CONFIG_HOME'],
] as const;

// What the plan gate asks about a tool of an MCP server. It is its own bundle: for all other tools, the gate needs no
// configuration.

import { loadUserConfig } from '../../node/project/configFiles.ts';

/** The tools that the user lets pass. A configuration that cannot be read lets none pass. */
export async function readMcpReaders(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const config = await loadUserConfig(env).catch(() => undefined);
  return config?.plan.mcpReaders ?? [];
}

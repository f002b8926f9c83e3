// What the plan gate asks about a tool of an MCP server. Its own bundle: all other tools need no configuration.

import { loadUserConfig } from '../../node/project/configFiles.ts';

/** The tools that the user lets pass. A configuration that cannot be read lets none pass. */
export async function readMcpReaders(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const config = await loadUserConfig(env).catch(() => undefined);
  return config?.plan.mcpReaders ?? [];
}

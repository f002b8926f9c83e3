// The servers that Party offers to VS Code's own agents: one for each project of the window, which only reads.

import { mcpCommand } from '../../core/agents/mcpTools.ts';
import { childEnvironment } from '../app/host.ts';
import type { Folder } from '../app/snapshot.ts';

export interface McpDefinition {
  readonly label: string;
  readonly cwd: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Null removes a variable. */
  readonly env: Readonly<Record<string, string | null>>;
}

/** `root` is the folder of the extension. VS Code starts a server with the environment of the extension host. */
export function mcpDefinitions(
  folders: readonly Pick<Folder, 'name' | 'path'>[],
  root: string,
  env: NodeJS.ProcessEnv,
): McpDefinition[] {
  const kept = childEnvironment(env);
  const removed = Object.keys(env).filter((name) => !Object.hasOwn(kept, name));
  const changes = { ...Object.fromEntries(removed.map((name) => [name, null])), PARTY_NODE: process.execPath };
  return folders.map(({ name, path }) => ({
    label: folders.length === 1 ? 'Party' : `Party: ${name}`,
    cwd: path,
    ...mcpCommand(`${root}/resources`, 'viewer'),
    env: changes,
  }));
}

// Which adapter plays a role, from the configuration alone.

import { type AdapterName, adapterNames, agentPackages } from '../agents/agent.ts';
import { PartyError } from '../base/errors.ts';
import { type AgentRole, agentRoles, roleLabels } from '../base/role.ts';
import type { AgentConfig } from '../config/configLayer.ts';

/**
 * Refuses swapped roles: the adapter still chooses instructions, sandbox and hooks, so the reviewer would get the
 * author's instructions, and the author the reviewer's.
 */
export function adapterOf(role: AgentRole, config: Pick<AgentConfig, 'adapter' | 'command'> | undefined): AdapterName {
  const adapter = config?.adapter ?? adapterFor(config?.command, role);
  const played = agentRoles.find((one) => one === adapter);
  if (played === undefined || played === role) return adapter;
  const key = config?.adapter === undefined ? 'command' : 'adapter';
  throw new PartyError(
    'CONFIG_INVALID',
    `agents.${role}.${key} makes ${roleLabels[played]} play the role ${role}. Party cannot exchange the roles of Claude and Codex yet, so nothing was started. Remove agents.${role}.${key} from tmux-team.json or ~/.tmux-team/config.json; any other program can take the role with "adapter": "generic"`,
  );
}

/** Which program was not found, and how to get it. Only for a role without a configured command. */
export function notInstalled(role: AgentRole): string {
  return `${roleLabels[role]} is not on the PATH. Install it with: ${installCommand(role)}`;
}

export function installCommand(role: AgentRole): string {
  return `npm install -g ${agentPackages[role]}`;
}

/** If the configuration names no adapter, only a program with the name of an adapter gets that adapter. */
function adapterFor(command: readonly string[] | undefined, role: AgentRole): AdapterName {
  const program = command === undefined ? role : (command[0]?.split('/').at(-1) ?? '');
  return adapterNames.find((name) => name === program) ?? 'generic';
}

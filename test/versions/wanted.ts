import type { ClientRun } from '../../src/core/agents/clientRuns.ts';
import type { AgentRole } from '../../src/core/base/role.ts';

/** A version of a client, as people name it on the command line. */
export type Wanted = Pick<ClientRun, 'client' | 'version'>;

export function readWanted(text: string): Wanted {
  const [, client, version] = /^(claude|codex)@(\d+\.\d+\.\d+)$/.exec(text) ?? [];
  if (client === undefined || version === undefined)
    throw new Error(`"${text}" is not a client with a version, such as claude@2.1.250`);
  return { client: client as AgentRole, version };
}

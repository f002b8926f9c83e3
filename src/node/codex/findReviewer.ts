// Finds the program for a review without a pane: Codex, as the configuration names it.

import { basename } from 'node:path';
import type { Probe } from '../../core/agents/agent.ts';
import { PartyError } from '../../core/base/errors.ts';
import { reviewer } from '../../core/base/role.ts';
import type { Config } from '../../core/config/config.ts';
import { probeAgent } from '../agents/agents.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { runLong } from '../system/longRun.ts';
import { installCodex } from './codexExec.ts';

/** Uses only the user's configuration: an agent can edit the project's, and must not choose its own reviewer. */
export async function findUsersReviewer(machine: Pick<Machine, 'env' | 'paths'>): Promise<Probe> {
  return findReviewer({ env: machine.env, home: machine.paths.home }, await loadUserConfig(machine.env));
}

/** Call this before anything is recorded. Throws AGENT_MISSING. */
export async function findReviewer(
  { env, home }: { env: NodeJS.ProcessEnv; home: string },
  config: Config,
): Promise<Probe> {
  const { command = ['codex'], adapter } = config.agents[reviewer] ?? {};
  const program = command[0] ?? '';
  if (adapter === undefined ? basename(program) !== 'codex' : adapter !== 'codex') {
    throw new PartyError(
      'AGENT_MISSING',
      `A review without a pane needs Codex itself, and agents.codex.command names ${program}. Remove it from the configuration, or ask in its pane`,
    );
  }
  const probe = await probeAgent({ run: runLong, env, home }, command, 'codex');
  if (probe !== undefined) return probe;
  throw new PartyError('AGENT_MISSING', `Codex (${program}) is not installed. Install it with: ${installCodex}`);
}

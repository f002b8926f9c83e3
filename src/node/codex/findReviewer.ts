// Finds the program for a review without a pane: Codex, as the configuration names it; in the demo, its stand-in.

import { basename, join } from 'node:path';
import type { Probe } from '../../core/agents/agent.ts';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { reviewer } from '../../core/base/role.ts';
import type { Config } from '../../core/config/config.ts';
import { probeAgent } from '../agents/agents.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import { hasDemoAgents, isDemoParty } from '../project/demoProject.ts';
import type { Machine } from '../project/machine.ts';
import { currentLink } from '../system/installation.ts';
import { runLong } from '../system/longRun.ts';
import { installCodex } from './codexExec.ts';

export interface FoundReviewer {
  readonly reviewer: Probe;
  /** It is the demo's stand-in, so what it says counts for demo agents only. */
  readonly demo: boolean;
}

/**
 * The reviewer of a plan or of collab in the project `top`. Uses only the user's configuration: an agent can edit the
 * project's, and must not choose its own reviewer.
 */
export async function findReviewerOf(machine: Pick<Machine, 'env' | 'paths'>, top: string): Promise<FoundReviewer> {
  if (await isDemoParty(machine.paths, top)) return { reviewer: demoReviewer(machine.paths), demo: true };
  try {
    return { reviewer: await findUsersReviewer(machine), demo: false };
  } catch (error) {
    if (!isPartyError(error, 'AGENT_MISSING') || !(await hasDemoAgents(machine.paths, top))) throw error;
    // The user has chosen demo agents, so how to install Codex is not what they need first.
    throw new PartyError('AGENT_MISSING', 'The demo Codex reviews only the demo project, and Codex is not installed', {
      next: [{ act: 'openDemo' }],
    });
  }
}

export async function findUsersReviewer(machine: Pick<Machine, 'env' | 'paths'>): Promise<Probe> {
  return findReviewer({ env: machine.env, home: machine.paths.home }, await loadUserConfig(machine.env));
}

/** Called like Codex: `codex exec …`, `codex app-server`. */
function demoReviewer(paths: Machine['paths']): Probe {
  const script = join(currentLink(paths), 'resources/demo/agent.sh');
  return { path: '/bin/sh', args: [script, 'codex'], version: undefined, flags: [] };
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

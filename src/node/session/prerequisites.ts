// Checks, before anything is made, that the machine has what a reviewed plan needs: Claude writes the plan, Codex
// reviews it.

import { agentPackages } from '../../core/agents/agent.ts';
import { tryLaunch } from '../../core/agents/tryLaunch.ts';
import { PartyError } from '../../core/base/errors.ts';
import { roleLabels } from '../../core/base/role.ts';
import type { Casting } from './launches.ts';

/** Throws one message that names everything that is missing. */
export function checkAgents(castings: readonly Casting[]): void {
  const problems = castings.flatMap((casting) => problemWith(casting) ?? []);
  if (problems.length === 0) return;
  throw new PartyError('AGENT_MISSING', `${problems.join('; ')}. Nothing was created`);
}

function problemWith({ role, adapter, probe }: Casting): string | undefined {
  if (probe === undefined) {
    return `${roleLabels[role]} is not on the PATH. Install it with: npm install -g ${agentPackages[role]}`;
  }
  if (adapter !== 'generic' && probe.version === undefined) return `${probe.path} --version gave no version`;
  return tryLaunch(role, adapter, probe).problem;
}

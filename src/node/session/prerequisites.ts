// Checks, before anything is made, that the machine has what a reviewed plan needs: Claude writes the plan, Codex
// reviews it.

import { tryLaunch } from '../../core/agents/tryLaunch.ts';
import { PartyError } from '../../core/base/errors.ts';
import { notInstalled } from '../../core/session/casting.ts';
import type { Casting } from './launches.ts';

/** Throws one message that names everything that is missing. */
export function checkAgents(castings: readonly Casting[]): void {
  const problems = castings.flatMap((casting) => problemWith(casting) ?? []);
  if (problems.length === 0) return;
  throw new PartyError('AGENT_MISSING', `${problems.join('; ')}. Nothing was created`);
}

function problemWith({ role, adapter, probe }: Casting): string | undefined {
  if (probe === undefined) return notInstalled(role);
  if (adapter !== 'generic' && probe.version === undefined) return `${probe.path} --version gave no version`;
  return tryLaunch(role, adapter, probe).problem;
}

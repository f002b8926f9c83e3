// Checks, before anything is made, that the machine has what a reviewed plan needs: Claude writes the plan, Codex
// reviews it.

import type { LaunchContext } from '../../core/agents/agent.ts';
import { launchClaude } from '../../core/agents/claude.ts';
import { launchCodex } from '../../core/agents/codex.ts';
import { messageOf, PartyError } from '../../core/base/errors.ts';
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
  try {
    // Build the launch command without starting anything: this throws when the agent lacks an option.
    if (adapter === 'claude') launchClaude(probe, nowhere(role));
    if (adapter === 'codex') launchCodex(probe, nowhere(role), { notify: undefined, developerInstructions: undefined });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function nowhere(role: Casting['role']): LaunchContext {
  const paths = { cwd: '/', stateDir: '/', codexDir: '/', resources: '/', settings: '/' };
  return { role, ...paths, instructions: '', permissionMode: 'default', resume: undefined };
}

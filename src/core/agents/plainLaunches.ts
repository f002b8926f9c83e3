// Launches of programs that need nothing of us: no flags, no instructions, no settings.

import type { Launch, LaunchContext, Probe } from './agent.ts';

/** The scripted stand-in of a role, for a machine without the real agent or for a first look. */
export function launchDemo(context: Pick<LaunchContext, 'role' | 'resources'>): Launch {
  return { argv: ['sh', `${context.resources}/demo/agent.sh`, context.role], env: {}, warnings: [] };
}

/** Any other program that reads lines, exactly as the user wrote it. */
export function launchGeneric(probe: Probe): Launch {
  return { argv: [probe.path, ...probe.args], env: {}, warnings: [] };
}

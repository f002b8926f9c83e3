// Launches of programs that need nothing from Party: no flags, instructions or settings.

import type { Launch, LaunchContext, Probe } from './agent.ts';

/** The scripted demo agent of a role, for a machine without the real agent or for a first look. */
export function launchDemo(context: Pick<LaunchContext, 'role' | 'resources'>): Launch {
  return { argv: ['sh', `${context.resources}/demo/agent.sh`, context.role], env: {}, warnings: [] };
}

/** Says in the pane of an agent that its program was not found, until a restart finds it. */
export function launchMissing({ role, resources }: Pick<LaunchContext, 'role' | 'resources'>, text: string): Launch {
  return { argv: ['sh', `${resources}/session/missing.sh`, role, text], env: {}, warnings: [] };
}

/** Any other program that reads lines, with the user's command unchanged. */
export function launchGeneric(probe: Probe): Launch {
  return { argv: [probe.path, ...probe.args], env: {}, warnings: [] };
}

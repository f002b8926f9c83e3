// Launches the scripted stand-in of a role, for a machine without the real agent or for a first look.

import type { Launch, LaunchContext } from './agent.ts';

export function launchDemo(context: Pick<LaunchContext, 'role' | 'resources'>): Launch {
  return { argv: ['sh', `${context.resources}/demo/agent.sh`, context.role], env: {}, warnings: [] };
}

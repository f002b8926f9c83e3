// Launches any other program that reads lines, exactly as the user wrote it.

import type { Launch, Probe } from './agent.ts';

export function launchGeneric(probe: Probe): Launch {
  return { argv: [probe.path, ...probe.args], env: {}, warnings: [] };
}

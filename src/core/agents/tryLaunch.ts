// Builds the command that would launch an agent, without launching it, to find out what Party lacks in this version of
// the agent.

import { messageOf } from '../base/errors.ts';
import type { AgentRole } from '../base/role.ts';
import type { AdapterName, LaunchContext, Probe } from './agent.ts';
import { launchClaude } from './claude.ts';
import { launchCodex } from './codex.ts';

export interface LaunchTrial {
  /** Why Party would refuse to launch it; undefined when it would launch. */
  readonly problem: string | undefined;
  readonly warnings: readonly string[];
}

export function tryLaunch(role: AgentRole, adapter: AdapterName, probe: Probe): LaunchTrial {
  try {
    return { problem: undefined, warnings: launched(role, adapter, probe) };
  } catch (error) {
    return { problem: messageOf(error), warnings: [] };
  }
}

function launched(role: AgentRole, adapter: AdapterName, probe: Probe): readonly string[] {
  const user = { notify: undefined, developerInstructions: undefined };
  if (adapter === 'claude') return launchClaude(probe, nowhere(role)).warnings;
  return adapter === 'codex' ? launchCodex(probe, nowhere(role), user).warnings : [];
}

function nowhere(role: AgentRole): LaunchContext {
  const paths = { cwd: '/', stateDir: '/', codexDir: '/', resources: '/', settings: '/' };
  return { role, ...paths, instructions: '', permissionMode: 'default', resume: undefined };
}

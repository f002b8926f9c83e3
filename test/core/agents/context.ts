import type { LaunchContext, Probe } from '../../../src/core/agents/agent.ts';

export const context: LaunchContext = {
  role: 'claude',
  cwd: '/work/app',
  stateDir: '/tmp/party-app-1',
  codexDir: '/home/ann/.local/state/party/projects/0123/sessions/app-1/codex',
  resources: '/home/ann/.local/state/party/current/resources',
  instructions: 'You are in a party.\n',
  permissionMode: 'acceptEdits',
  settings: '/tmp/party-app-1/claude-settings.json',
  resume: undefined,
};

export function probe(version: string | undefined, flags: readonly string[], args: readonly string[] = []): Probe {
  return { path: '/usr/bin/agent', args, version, flags };
}

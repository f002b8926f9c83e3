// Launches Codex with the least it needs to review: it reads everything, writes only to `<state>/codex`, and has no
// network.

import { type TomlValue, toml } from '../base/toml.ts';
import { isAtLeast } from '../base/version.ts';
import type { Launch, LaunchContext, Probe } from './agent.ts';
import { requireFlags, says } from './flags.ts';
import { mcpCommand, mcpServer, mcpVariables } from './mcpTools.ts';

/** The settings in the user's own config.toml that Party also sets. */
export interface CodexUserConfig {
  readonly notify: readonly string[] | undefined;
  readonly developerInstructions: string | undefined;
}

/**
 * 0.130.0 is the oldest release seen to enforce a permission profile given by -c. 0.122.0 refuses to start with one.
 */
export const firstWithProfiles = '0.130.0';
const update = 'npm install -g @openai/codex@latest';

export function launchCodex(probe: Probe, context: LaunchContext, user: CodexUserConfig): Launch {
  // With approvals on, a pasted message and its Enter could answer "Yes, proceed".
  requireFlags({ name: 'Codex', role: context.role, update }, probe, ['--config', '--ask-for-approval', '--sandbox']);
  const warnings: string[] = [];
  const argv = [probe.path, ...probe.args];
  const set = (key: string, value: TomlValue) => argv.push('-c', `${key}=${toml(value)}`);

  // Releases without the flag do not have the shared background server either.
  if (probe.flags.includes('--no-daemon')) argv.push('--no-daemon');
  if (says(probe.args, '-a', '--ask-for-approval')) {
    warnings.push(
      `agents.${context.role}.command sets the approval policy; a message that Party types could answer one of its questions`,
    );
  } else {
    argv.push('-a', 'never');
  }
  const confined = confine(probe, context);
  argv.push(...confined.args);
  if (confined.warning !== undefined) warnings.push(confined.warning);

  // Hides variables whose names look like keys, secrets or tokens from the model's commands.
  set('shell_environment_policy.ignore_default_excludes', false);
  set('notify', ['sh', `${context.resources}/codex/notify.sh`]);
  set('developer_instructions', instructions(context, user));
  set(`mcp_servers.${mcpServer}`, door(context));
  // Codex reports its state only in the title. These items make it explicit ("Ready").
  set('tui.terminal_title', ['activity', 'run-state', 'thread-id']);
  if (context.resume !== undefined) argv.push('resume', context.resume);
  return { argv, env: {}, warnings };
}

/**
 * Whether Party's own sandbox holds in such a launch: no word of the user's command could loosen it. Of all flags only the
 * model is known to be harmless.
 */
export function runsReadOnly({ args }: Pick<Probe, 'args'>): boolean {
  return /^(?:(?:-m|--model)\n[^-\n][^\n]*\n|--model=[^\n]+\n)*$/.test(args.map((word) => `${word}\n`).join(''));
}

function confine(probe: Probe, context: LaunchContext): { args: string[]; warning?: string } {
  if (says(probe.args, '-s', '--sandbox', '--dangerously-bypass-approvals-and-sandbox', '--approve-for-me')) {
    return {
      args: [],
      warning: `agents.${context.role}.command sets the sandbox; Party uses that instead of its own`,
    };
  }
  if (!isAtLeast(probe.version, firstWithProfiles)) {
    return {
      args: ['--sandbox', 'read-only'],
      warning:
        `Codex ${probe.version ?? 'of unknown version'} has no permission profiles (they need ${firstWithProfiles}): it ` +
        `runs read-only, so its findings come only from codex exec. Update it: ${update}`,
    };
  }
  const filesystem = { ':root': 'read', [context.codexDir]: 'write' };
  return { args: ['-c', `default_permissions=${toml('party')}`, '-c', `permissions.party=${toml({ filesystem })}`] };
}

/** Runs outside the sandbox. Codex would refuse its calls, because with `-a never` it asks for no approval. */
function door({ resources }: LaunchContext): TomlValue {
  return {
    ...mcpCommand(resources, 'reviewer'),
    env_vars: [...mcpVariables],
    default_tools_approval_mode: 'approve',
    startup_timeout_sec: 60,
    // `ask` waits for an answer of Claude.
    tool_timeout_sec: 600,
  };
}

/** A value given by -c replaces the user's own, so Party's value starts with the user's. */
function instructions(context: LaunchContext, user: CodexUserConfig): string {
  const writable = `The only directory you can write to is ${context.stateDir}/codex`;
  return [user.developerInstructions, context.instructions.trim(), writable].filter(Boolean).join('\n\n');
}

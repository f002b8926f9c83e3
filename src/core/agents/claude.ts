// Launches Claude Code with Party's plugin and settings for this session only. Party writes nothing into the user's
// home.

import type { Launch, LaunchContext, Probe } from './agent.ts';
import { requireFlags, says } from './flags.ts';
import { mcpCommand, mcpServer } from './mcpTools.ts';

export function launchClaude(probe: Probe, context: LaunchContext): Launch {
  // Without the plugin and its settings Claude has no hooks, and without a permission mode it uses its own default.
  const required = ['--plugin-dir', '--settings', '--permission-mode'];
  requireFlags({ name: 'Claude', role: context.role, update: 'claude update' }, probe, required);
  const warnings: string[] = [];
  const setting = `agents.${context.role}.command`;
  const plugin = `${context.resources}/claude`;
  const argv = [probe.path, ...probe.args, '--plugin-dir', plugin];

  // Takes several values, so another option has to follow. Without it, Claude uses the scripts.
  if (probe.flags.includes('--mcp-config')) argv.push('--mcp-config', door(context));

  if (says(probe.args, '--settings')) {
    warnings.push(`${setting} has --settings, and Claude accepts only one, so Party does not add its own`);
  } else {
    argv.push('--settings', context.settings);
  }

  if (says(probe.args, '--permission-mode', '--dangerously-skip-permissions')) {
    warnings.push(`${setting} sets what Claude may do without asking; Party does not change that`);
  } else {
    argv.push('--permission-mode', context.permissionMode);
    if (context.permissionMode === 'bypassPermissions') {
      warnings.push('Claude runs with bypassPermissions: it never asks, even outside the project');
    }
  }

  if (probe.flags.includes('--append-system-prompt')) argv.push('--append-system-prompt', context.instructions);
  else
    warnings.push(`Claude ${probe.version ?? ''} has no --append-system-prompt, so it does not know about the party`);

  if (context.resume !== undefined) argv.push('--resume', context.resume);
  return { argv, env: {}, warnings };
}

/** Claude would hide the tools behind its search without `alwaysLoad`. */
function door({ resources }: LaunchContext): string {
  const server = { type: 'stdio', ...mcpCommand(resources, 'author'), alwaysLoad: true };
  return JSON.stringify({ mcpServers: { [mcpServer]: server } });
}

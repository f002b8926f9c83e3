// Which flags an installed agent understands, and what happens when one is missing.

import { PartyError } from '../base/errors.ts';
import type { AgentRole } from '../base/role.ts';
import type { Probe } from './agent.ts';

/** Every `--flag` that a help text names. */
export function flagsOf(help: string): string[] {
  return [...new Set(help.match(/(?<![\w-])--[a-z][\w-]+/g) ?? [])].sort();
}

/** Throws AGENT_TOO_OLD when the program lacks a flag that the party's safety depends on. */
export function requireFlags(
  agent: { readonly name: string; readonly role: AgentRole; readonly update: string },
  probe: Probe,
  flags: readonly string[],
): void {
  const missing = flags.filter((flag) => !probe.flags.includes(flag));
  if (missing.length === 0) return;
  const version = probe.version ?? 'of unknown version';
  throw new PartyError(
    'AGENT_TOO_OLD',
    `${agent.name} ${version} (${probe.path}) does not know ${missing.join(', ')}, which Party needs. ` +
      `Update it (${agent.update}) or name another program in agents.${agent.role}.command`,
  );
}

/** True when the user's own command already has one of these flags, as `--flag`, `--flag=value` or `-f`. */
export function says(args: readonly string[], ...flags: readonly string[]): boolean {
  return args.some((argument) => flags.some((flag) => argument === flag || argument.startsWith(`${flag}=`)));
}

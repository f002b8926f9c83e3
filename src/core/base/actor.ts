// Whether a human, Claude or Codex runs this program. Agents set variables in the environment of the commands they run.

import type { Act } from './acts.ts';
import { PartyError, refused } from './errors.ts';
import type { Remark } from './remark.ts';

export type Actor = 'human' | 'claude' | 'codex';

export function actorOf(env: Readonly<Record<string, string | undefined>>): Actor {
  if (env['CLAUDECODE']) return 'claude';
  if (env['CODEX_THREAD_ID'] || env['CODEX_SANDBOX'] || env['CODEX_SANDBOX_NETWORK_DISABLED']) return 'codex';
  return 'human';
}

/** Without this check an agent could open its own gate or renew its own budget. */
export function mustBeHuman(env: Readonly<Record<string, string | undefined>>, refusal: string | Remark): void {
  if (actorOf(env) !== 'human') throw refused(refusal);
}

/** The same for an act whose reason the log keeps. An agent is refused first: with a reason it could not do it either. */
export function mustBeHumanWithReason(
  env: Readonly<Record<string, string | undefined>>,
  reason: string,
  { act, refusal }: { readonly act: Act; readonly refusal: string },
): void {
  mustBeHuman(env, refusal);
  if (reason.trim() === '') throw new PartyError('USAGE', 'A reason is required', { next: [{ act }] });
}

/** Agents that Party does not start, by the variable that each sets for its commands. */
export const agentVariables: Readonly<Record<string, string>> = {
  GEMINI_CLI: 'gemini',
  OPENCODE: 'opencode',
  CURSOR_AGENT: 'cursor',
};

/** In the sandbox a program cannot reach tmux: Codex 0.166.0 refuses connections to sockets. */
export function inCodexSandbox(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['CODEX_SANDBOX_NETWORK_DISABLED'] === '1';
}

// Who is acting: an agent leaves marks in the environment of the commands that it runs.

import { PartyError } from './errors.ts';

export type Actor = 'human' | 'claude' | 'codex';

export function actorOf(env: Readonly<Record<string, string | undefined>>): Actor {
  if (env['CLAUDECODE']) return 'claude';
  if (env['CODEX_THREAD_ID'] || env['CODEX_SANDBOX'] || env['CODEX_SANDBOX_NETWORK_DISABLED']) return 'codex';
  return 'human';
}

/** An agent could otherwise open its own gate, or renew its own budget. */
export function mustBeHuman(env: Readonly<Record<string, string | undefined>>, refusal: string): void {
  if (actorOf(env) !== 'human') throw new PartyError('REFUSED', refusal);
}

/** The names of agents that Party does not start, by what they leave in the environment of their commands. */
export const otherAgents: Readonly<Record<string, string>> = {
  GEMINI_CLI: 'gemini',
  OPENCODE: 'opencode',
  CURSOR_AGENT: 'cursor',
};

/** Inside it there is no way to tmux: connecting to a socket is refused (Codex 0.166.0). */
export function inCodexSandbox(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['CODEX_SANDBOX_NETWORK_DISABLED'] === '1';
}

// Whether a human, Claude or Codex runs this program. Agents set variables in the environment of the commands they run.

export type Actor = 'human' | 'claude' | 'codex';

export function actorOf(env: Readonly<Record<string, string | undefined>>): Actor {
  if (env['CLAUDECODE']) return 'claude';
  if (env['CODEX_THREAD_ID'] || env['CODEX_SANDBOX'] || env['CODEX_SANDBOX_NETWORK_DISABLED']) return 'codex';
  return 'human';
}

/** Whom a message to Codex is from: the person who asked, else the author. */
export function senderOf(env: Readonly<Record<string, string | undefined>>): 'human' | 'claude' {
  return actorOf(env) === 'human' ? 'human' : 'claude';
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

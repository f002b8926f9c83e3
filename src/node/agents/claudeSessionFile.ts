// Reads the file in which a running Claude keeps its state.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ClaudeSession, parseClaudeSession } from '../../core/agents/claudeSession.ts';
import { isAlive } from '../system/processIdentity.ts';
import { readText } from '../system/store.ts';

/** The folder where a Claude with this environment keeps its files. */
export function claudeHome(env: NodeJS.ProcessEnv): string {
  return env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
}

/** Undefined when the process is not a Claude or has ended. */
export async function readClaudeSession(home: string, pid: number | undefined): Promise<ClaudeSession | undefined> {
  return pid !== undefined && isAlive(pid) ? await readSessionFile(home, pid) : undefined;
}

/** Also reads what a Claude that was killed has left behind. */
export async function readSessionFile(home: string, pid: number): Promise<ClaudeSession | undefined> {
  return parseClaudeSession((await readText(sessionFile(home, pid))) ?? '');
}

export function sessionFile(home: string, pid: number): string {
  return join(home, 'sessions', `${pid}.json`);
}

// Records which program runs as Codex in the pane, so that a delivery can call the same one.

import { join } from 'node:path';
import type { Probe } from '../../core/agents/agent.ts';
import { readText, writeAtomic } from '../system/store.ts';
import { isArgv } from './userNotify.ts';

export async function recordCodexProgram(stateDir: string, { path, args }: Probe): Promise<void> {
  await writeAtomic(file(stateDir), `${JSON.stringify([path, ...args])}\n`);
}

/** Undefined when Party has not started Codex there. */
export async function readCodexProgram(stateDir: string): Promise<readonly string[] | undefined> {
  try {
    const argv: unknown = JSON.parse((await readText(file(stateDir))) ?? 'null');
    return isArgv(argv) ? argv : undefined;
  } catch {
    return undefined;
  }
}

/** Not in `codex/`, where Codex can write from inside its sandbox: this program runs outside the sandbox. */
const file = (stateDir: string) => join(stateDir, 'codex-program.json');

// Records the user's own Codex notify program. Party starts Codex with notify.sh instead, which then calls the user's
// program from this record.

import { join } from 'node:path';
import { readText, writeAtomic } from '../system/store.ts';

export async function recordUserNotify(stateDir: string, notify: readonly string[] | undefined): Promise<void> {
  if (notify !== undefined) await writeAtomic(file(stateDir), `${JSON.stringify(notify)}\n`);
}

export async function readUserNotify(stateDir: string): Promise<readonly string[] | undefined> {
  const notify: unknown = JSON.parse((await readText(file(stateDir))) ?? 'null');
  return isArgv(notify) ? notify : undefined;
}

export function isArgv(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}

/** Not in `codex/`, where Codex can write from inside its sandbox: notify.sh runs this program outside the sandbox. */
const file = (stateDir: string) => join(stateDir, 'user-notify.json');

// The log of the hooks, `hooks.jsonl` in the project's directory: for people who look for the reason of a problem. It is
// no proof of anything, so only the last part of it is kept: about two times `mostBytes`, in this file and the one before.

import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendNote } from '../system/jsonl.ts';

const mostBytes = 1024 * 1024;

export interface HooksLogEntry {
  readonly hook: string;
  readonly session: string | undefined;
  readonly level: string;
  readonly message: string;
}

/** `project` is the project's directory under `$PARTY_HOME/projects`. */
export async function appendToHooksLog(project: string, entry: HooksLogEntry): Promise<void> {
  const file = join(project, 'hooks.jsonl');
  const line = { at: new Date().toISOString(), ...entry };
  try {
    appendNote(file, line);
  } catch {
    mkdirSync(project, { recursive: true, mode: 0o700 });
    appendNote(file, line);
  }
  // Afterwards, so that no line waits for it. If two processes do this at the same moment, older lines are lost.
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size > mostBytes) putAside(file, join(project, 'hooks.old.jsonl'));
}

function putAside(file: string, old: string): void {
  try {
    renameSync(file, old);
  } catch {
    // Another process has just done it.
  }
}

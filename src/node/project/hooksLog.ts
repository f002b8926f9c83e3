// The log of the hooks, `hooks.jsonl` in the project's directory: for people who look for the reason of a problem. It
// proves nothing, so Party keeps only its end: about twice `mostBytes`, in this file and the one before it.

import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendNote } from '../system/jsonl.ts';

const mostBytes = 1024 * 1024;

export interface HooksLogEntry {
  readonly hook: string;
  readonly session: string | undefined;
  readonly level: string;
  readonly message: string;
  /** What a gate has denied, for the editor, which shows it. */
  readonly denied?: DeniedCall;
}

export interface DeniedCall {
  /** What the call would have done, in a few words. */
  readonly what: string;
  readonly reason: string;
}

/** Both may be missing. The newest lines are in `now`. */
export function hooksLogFiles(project: string): { readonly now: string; readonly before: string } {
  return { now: join(project, 'hooks.jsonl'), before: join(project, 'hooks.old.jsonl') };
}

/** `project` is the project's directory under `$PARTY_HOME/projects`. */
export async function appendToHooksLog(project: string, entry: HooksLogEntry): Promise<void> {
  const { now, before } = hooksLogFiles(project);
  const line = { at: new Date().toISOString(), ...entry };
  // First, so that the newest line is always in the file that messages name. If two processes do this at the same
  // moment, older lines are lost.
  const { size = 0 } = statSync(now, { throwIfNoEntry: false }) ?? {};
  if (size > mostBytes) putAside(now, before);
  try {
    appendNote(now, line);
  } catch {
    mkdirSync(project, { recursive: true, mode: 0o700 });
    appendNote(now, line);
  }
}

function putAside(file: string, old: string): void {
  try {
    renameSync(file, old);
  } catch {
    // Another process has just done it.
  }
}

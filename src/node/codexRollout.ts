// The file in which Codex writes down a thread as it goes: `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-*-<thread>.jsonl`.
// A user message that stands there was submitted; that is the only word Codex gives before the end of a turn.

import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFsError } from './store.ts';

/** True when a user message with this text in it was written down since. */
export async function wasSubmitted(
  codexHome: string,
  needle: string,
  sinceMs: number,
  thread?: string,
): Promise<boolean> {
  for (const file of await recentRollouts(codexHome, sinceMs, thread)) {
    if (await hasUserMessage(file, needle)) return true;
  }
  return false;
}

/** A resumed thread goes on in the file of the day it began, so that one is looked for by its name. */
async function recentRollouts(codexHome: string, sinceMs: number, thread?: string): Promise<string[]> {
  const root = join(codexHome, 'sessions');
  const days = new Set([sinceMs - 24 * 3600_000, sinceMs, Date.now(), Date.now() + 24 * 3600_000].map(dayFolder));
  const files = (await Promise.all([...days].map((day) => rolloutsIn(join(root, day))))).flat();
  const begun = thread === undefined ? undefined : threadDay(thread);
  if (begun !== undefined && !days.has(begun)) files.push(...(await rolloutsIn(join(root, begun))));
  const changed = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  // File systems round times, some to the second.
  return changed.filter(({ at }) => at >= sinceMs - 2000).map(({ file }) => file);
}

async function rolloutsIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^rollout-.*\.jsonl$/.test(name)).map((name) => join(folder, name));
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** The end of the file is enough: what we look for was written a moment ago. */
const tail = 512 * 1024;

async function hasUserMessage(path: string, needle: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, tail));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, Math.max(0, size - tail));
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    return lines.some((line) => line.includes(needle) && isUserMessage(line));
  } finally {
    await file.close();
  }
}

function isUserMessage(line: string): boolean {
  try {
    const { payload } = JSON.parse(line) as { payload?: { type?: unknown; role?: unknown } };
    return payload?.type === 'user_message' || (payload?.type === 'message' && payload.role === 'user');
  } catch {
    return false;
  }
}

function dayFolder(ms: number): string {
  const date = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return join(String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate()));
}

/** A thread id is a UUID of version 7: its first 48 bits are the time at which it was made. */
function threadDay(thread: string): string | undefined {
  const ms = Number.parseInt(thread.replaceAll('-', '').slice(0, 12), 16);
  return Number.isFinite(ms) && ms > 0 ? dayFolder(ms) : undefined;
}

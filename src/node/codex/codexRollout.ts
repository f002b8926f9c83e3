// Reads the file in which Codex records a thread: `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-*-<thread>.jsonl`. A user
// message in this file was submitted. Codex gives no other sign of that before the end of a turn.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { linesSince } from '../system/linesSince.ts';
import { isFsError } from '../system/store.ts';

export interface RolloutQuery {
  readonly home: string;
  /** The thread, once it is known. */
  readonly thread?: string;
}

/** The thread that has a user message with this text since that time. */
export async function threadWith(query: RolloutQuery, needle: string, sinceMs: number): Promise<string | undefined> {
  for (const file of await recentRollouts(query, sinceMs)) {
    if (!(await readableSince(file, sinceMs)).some((line) => isUserMessage(line, needle))) continue;
    return threadIn(file) ?? '';
  }
  return undefined;
}

/** True when a thread that has changed since that time is in the middle of a turn. */
export async function isCodexInTurn(query: RolloutQuery, sinceMs: number): Promise<boolean> {
  for (const file of await recentRollouts(query, sinceMs)) {
    const last = (await readableSince(file, sinceMs)).map(turnEvent).findLast((event) => event !== undefined);
    if (last === 'task_started') return true;
  }
  return false;
}

/** Empty when the file cannot be read: Codex may have moved it to its archive after we listed the folder. */
function readableSince(file: string, sinceMs: number): Promise<string[]> {
  return linesSince(file, sinceMs).catch(() => []);
}

/** The lines of a thread since the start of a turn, and some before it; empty when the thread has no file. */
export async function linesOfTurn(query: Required<RolloutQuery>, turn: string): Promise<string[]> {
  const [file, begun] = [await rolloutOf(query), threadTime(turn)];
  return file === undefined || begun === undefined ? [] : linesSince(file, begun);
}

/** True when Codex has a file for the thread, so that it can continue it. */
export async function hasRollout(query: Required<RolloutQuery>): Promise<boolean> {
  return (await rolloutOf(query)) !== undefined;
}

/** The tokens of the whole thread so far, also when a turn did not end; null when the file does not say. */
export async function tokensWritten(query: Required<RolloutQuery>, sinceMs: number): Promise<number | null> {
  const file = await rolloutOf(query);
  return file === undefined ? null : tokensIn(await linesSince(file, sinceMs));
}

/** The last count of the thread's tokens in these lines. */
export function tokensIn(lines: readonly string[]): number | null {
  for (const line of lines.toReversed()) {
    const usage = line.includes('"token_count"') ? payloadOf(line)?.info?.total_token_usage : undefined;
    const sum = Number(usage?.input_tokens) + Number(usage?.output_tokens);
    if (Number.isFinite(sum)) return Math.max(0, sum);
  }
  return null;
}

/** The file of a thread; undefined when it has none. The id may be cut after the time that it begins with. */
export async function rolloutOf({ home, thread }: Required<RolloutQuery>): Promise<string | undefined> {
  const begun = threadTime(thread);
  if (begun === undefined) return undefined;
  // Codex names the folder by the day in its own time zone, which may differ from ours.
  const days = [begun - dayMs, begun, begun + dayMs].map((ms) => join(home, 'sessions', dayFolder(ms)));
  const files = (await Promise.all(days.map(rolloutsIn))).flat();
  return files.find((file) => threadIn(file)?.startsWith(thread));
}

function threadIn(file: string): string | undefined {
  return /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(file)?.[1];
}

/**
 * The files of the threads that have changed since that time: the known thread first, then the newest. A resumed thread
 * continues in the file of the day when it began, so a known thread is also looked for there.
 */
async function recentRollouts({ home, thread }: RolloutQuery, sinceMs: number): Promise<string[]> {
  const root = join(home, 'sessions');
  const days = new Set([sinceMs - dayMs, sinceMs, Date.now(), Date.now() + dayMs].map(dayFolder));
  const files = (await Promise.all([...days].map((day) => rolloutsIn(join(root, day))))).flat();
  const begun = thread === undefined ? undefined : threadTime(thread);
  const first = begun === undefined ? undefined : dayFolder(begun);
  if (first !== undefined && !days.has(first)) files.push(...(await rolloutsIn(join(root, first))));
  const changed = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  // File systems round times, some to the second.
  const recent = changed
    .filter(({ at }) => at >= sinceMs - 2000)
    .sort((a, b) => b.at - a.at)
    .map(({ file }) => file);
  // Put the known thread first. A fork of a thread begins with a copy of it, in which the last turn has no end.
  const isKnown = (file: string) => thread !== undefined && file.endsWith(`-${thread}.jsonl`);
  return recent.sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)));
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

function isUserMessage(line: string, needle: string): boolean {
  // Codex also records a command that the user ran with `!` as a user message.
  if (!line.includes(needle) || line.includes('<user_shell_command>')) return false;
  const payload = payloadOf(line);
  return payload?.type === 'user_message' || (payload?.type === 'message' && payload.role === 'user');
}

const turnEvents = ['task_started', 'task_complete', 'turn_aborted'] as const;

function turnEvent(line: string): (typeof turnEvents)[number] | undefined {
  const found = turnEvents.find((name) => line.includes(`"${name}"`));
  return found !== undefined && payloadOf(line)?.type === found ? found : undefined;
}

interface Payload {
  readonly type?: unknown;
  readonly role?: unknown;
  readonly info?: {
    readonly total_token_usage?: { readonly input_tokens?: unknown; readonly output_tokens?: unknown };
  };
}

function payloadOf(line: string): Payload | undefined {
  try {
    return (JSON.parse(line) as { payload?: Payload }).payload;
  } catch {
    return undefined;
  }
}

function dayFolder(ms: number): string {
  const date = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return join(String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate()));
}

const dayMs = 24 * 3600_000;

/** The id of a thread or a turn is a version 7 UUID: its first 48 bits are the time of its creation. */
function threadTime(thread: string): number | undefined {
  const ms = Number.parseInt(thread.replaceAll('-', '').slice(0, 12), 16);
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

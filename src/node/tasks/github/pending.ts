// Records requests before they are sent. If the answer is lost, or the process is killed, the next command finds out by
// the key in the issue whether GitHub carried the request out.

import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from '../../../core/base/schema.ts';
import { type NewTask, taskStates } from '../../../core/tasks/task.ts';
import { isRunning, processIdentity } from '../../system/processIdentity.ts';
import { pendingPath, readPending } from './files.ts';

const base = {
  key: z.string(),
  /** The time of our clock. */
  at: z.string(),
  id: z.string(),
  actor: z.string(),
};

export const PendingCreate = z.looseObject({
  ...base,
  kind: z.literal('create'),
  number: z.int(),
  /** The task as requested, to recognize a repeated request. */
  wanted: z.custom<NewTask>((value) => typeof value === 'object' && value !== null && 'title' in value),
  /** Set for a task that existed before it went to GitHub. */
  status: z.optional(z.enum(taskStates)),
  /** A sync of another command has found the issue since. */
  adopted: z.optional(z.boolean()),
});
export type PendingCreate = z.infer<typeof PendingCreate>;

export const PendingChange = z.looseObject({
  ...base,
  kind: z.literal('change'),
  issue: z.int(),
  undoes: z.optional(z.int()),
  /** The time that the comment shows. */
  ts: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
});
export type PendingChange = z.infer<typeof PendingChange>;

const Pending = z.discriminatedUnion('kind', [PendingCreate, PendingChange]);
export type Pending = z.infer<typeof Pending>;

export async function pendingRequests(folder: string): Promise<Pending[]> {
  return (await readPending(folder)).flatMap((value) => {
    const read = Pending.safeParse(value);
    return read.success ? [read.data] : [];
  });
}

/** True for a task that already exists here, false for a new one. */
export function isPublishing(one: Pending): boolean {
  return one.kind === 'create' && one.status !== undefined;
}

/**
 * For `onStart`: records the gh process before it gets anything to send. After a kill, the next command waits for that
 * gh: while it runs, the issue may still be created.
 */
export function noteSender(folder: string, pending: PendingCreate): (pid: number) => void {
  return (pid) => {
    const sender = processIdentity(pid);
    if (sender !== undefined) writeFileSync(pendingPath(folder, pending.key), JSON.stringify({ ...pending, sender }));
  };
}

/** gh ends by itself, at the latest when its connection ends. */
export async function sendersEnded(pending: readonly Pending[]): Promise<void> {
  const senders = pending.map((one) => one['sender']).filter((sender) => typeof sender === 'string');
  const deadline = Date.now() + longestSend;
  while (senders.some(isRunning) && Date.now() < deadline) await sleep(50);
}

/** A repeated request within this time counts as the same one. */
const sameWishMs = 10 * 60_000;

export function isOld({ at }: Pending): boolean {
  return !(Date.now() - Date.parse(at) < sameWishMs);
}

const longestSend = 60_000;

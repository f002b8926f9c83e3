// Requests that were written down before they were sent. Whether the answer was lost, or whoever waited for it was killed:
// the next command finds out what became of them, by a key that stands in the issue itself.

import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type NewTask, taskStates } from '../../../core/tasks/task.ts';
import { isRunning, processIdentity } from '../../system/processIdentity.ts';
import { pendingPath, readPending } from './files.ts';

const base = {
  key: z.string(),
  /** By our clock. */
  at: z.string(),
  id: z.string(),
  actor: z.string(),
};

export const PendingCreate = z.looseObject({
  ...base,
  kind: z.literal('create'),
  number: z.int(),
  /** As it was asked for, to know the same wish again. */
  wanted: z.custom<NewTask>((value) => typeof value === 'object' && value !== null && 'title' in value),
  /** Of a task that was made before it went to GitHub. */
  status: z.optional(z.enum(taskStates)),
  /** It has been found since, by somebody who was not asked for it. */
  adopted: z.optional(z.boolean()),
});
export type PendingCreate = z.infer<typeof PendingCreate>;

export const PendingChange = z.looseObject({
  ...base,
  kind: z.literal('change'),
  issue: z.int(),
  undoes: z.optional(z.int()),
  /** What the comment says. */
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

/** Of a task that is here already, not of one that is to be made. */
export function isPublishing(one: Pending): boolean {
  return one.kind === 'create' && one.status !== undefined;
}

/**
 * For `onStart`: which gh sends it, written down before that has been given anything to send. Whoever comes after a kill
 * waits for it: as long as it runs, the issue may still come.
 */
export function noteSender(folder: string, pending: PendingCreate): (pid: number) => void {
  return (pid) => {
    const sender = processIdentity(pid);
    if (sender !== undefined) writeFileSync(pendingPath(folder, pending.key), JSON.stringify({ ...pending, sender }));
  };
}

/** gh ends by itself, at the latest when the connection does. */
export async function sendersEnded(pending: readonly Pending[]): Promise<void> {
  const senders = pending.map((one) => one['sender']).filter((sender) => typeof sender === 'string');
  const deadline = Date.now() + longestSend;
  while (senders.some(isRunning) && Date.now() < deadline) await sleep(50);
}

/** How long a wish that is repeated is taken for the same one. */
export const sameWishMs = 10 * 60_000;

export function isOld({ at }: Pending): boolean {
  return !(Date.now() - Date.parse(at) < sameWishMs);
}

const longestSend = 60_000;

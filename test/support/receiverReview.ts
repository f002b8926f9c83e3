// Reviews in a party of receivers: the test writes what a reviewer would.

import assert from 'node:assert/strict';
import type { EventOf } from '../../src/core/project/event.ts';
import type { ReceiverParty } from './receiverParty.ts';
import { reviewerWrites } from './reviewersWord.ts';
import { rewriteLog } from './rewriteLog.ts';

/** The last request. */
export async function openRequest(at: ReceiverParty): Promise<EventOf<'requested'>> {
  const last = at.events('requested').at(-1);
  assert.ok(last !== undefined, 'no review was requested');
  return last;
}

/** The reviewer writes its findings, and Claude completes the round. */
export async function completeRound(at: ReceiverParty, blocking = 0): Promise<void> {
  await at.done('review', 'complete', await writeFindings(at, await openRequest(at), blocking));
}

/** The reviewer writes to the expected file, which is returned. */
export async function writeFindings(at: ReceiverParty, { file }: EventOf<'requested'>, blocking = 0): Promise<string> {
  const finding = { file: 'src/auth.ts', line: 1, severity: 'blocking', category: 'correctness', suggestion: '' };
  const findings = Array.from({ length: blocking }, (_, n) => ({ id: `F${n + 1}`, ...finding, description: 'Wrong' }));
  const stats = { blocking_count: blocking, non_blocking_count: 0, files_reviewed: 1 };
  await reviewerWrites(at, file, JSON.stringify({ findings, summary: 's', stats }));
  return file;
}

/** Changes the project log, for states that only time would cause. */
export function requestLog(at: ReceiverParty, change: (text: string) => string): void {
  rewriteLog(at.durable('events.jsonl'), (before) => {
    const after = change(before);
    assert.notEqual(after, before, 'nothing was changed');
    return after;
  });
}

// Reviews in a party of receivers: the test writes what a reviewer would.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EventOf } from '../../src/core/project/event.ts';
import type { ReceiverParty } from './receiverParty.ts';
import { rewriteLog } from './rewriteLog.ts';

/** The last request. */
export async function openRequest(at: ReceiverParty): Promise<EventOf<'requested'>> {
  const last = at.events('requested').at(-1);
  assert.ok(last !== undefined, 'no review was requested');
  return last;
}

/** Writes the findings to the expected file, and completes the round as Claude does. */
export async function completeRound(at: ReceiverParty, blocking = 0): Promise<void> {
  await at.done('review', 'complete', writeFindings(await openRequest(at), blocking));
}

/** Writes what a reviewer would, to the expected file, and returns that file. */
export function writeFindings({ file }: EventOf<'requested'>, blocking = 0): string {
  const finding = { file: 'src/auth.ts', line: 1, severity: 'blocking', category: 'correctness', suggestion: '' };
  const findings = Array.from({ length: blocking }, (_, n) => ({ id: `F${n + 1}`, ...finding, description: 'Wrong' }));
  const stats = { blocking_count: blocking, non_blocking_count: 0, files_reviewed: 1 };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ findings, summary: 's', stats }));
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

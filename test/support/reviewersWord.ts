// Plays the channel by which a reviewer vouches for its findings: what its notify program records when the turn ends in
// which the reviewer wrote the file. A test that only writes the file plays an author who writes the reviewer's findings.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Paths } from '../../src/node/project/paths.ts';
import { openProjectLog } from '../../src/node/project/projectLog.ts';
import { vouchForFile } from '../../src/node/review/reviewersWord.ts';

interface Place {
  readonly paths: Paths;
  readonly top: string;
}

/** The reviewer writes its findings to the file that the request names, and ends its turn. */
export async function reviewerWrites(place: Place, file: string, findings: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, findings);
  await reviewerVouches(place, file);
}

/** The reviewer's turn ends, in which it wrote the file as it is now. */
export async function reviewerVouches({ paths, top }: Place, file: string): Promise<void> {
  const log = openProjectLog(paths, top);
  const request = (await log.state()).openRequests().find((one) => one.file === file);
  assert.ok(request !== undefined, `no open request names ${file}`);
  await vouchForFile(log, request, { thread: 'thread', turn: 'turn' });
}

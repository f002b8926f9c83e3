// What the reviewer has written for a request: its file, or its last message where it wrote none. Read as it is now, and
// not kept.

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Intake } from '../../../core/findings/finding.ts';
import { readFindings, rejected } from '../../../core/findings/intake.ts';
import type { EventOf } from '../../../core/project/event.ts';
import type { Asked } from '../../../core/review/cycle.ts';
import type { Round } from '../../../core/review/review.ts';
import type { WrittenFindings } from '../../../core/status/actFacts.ts';
import { projectTop } from '../../project/paths.ts';
import type { Git } from '../../system/git.ts';
import { sha256 } from '../../system/hash.ts';
import { projectFiles, readFindingsFile } from '../findingsFile.ts';
import { readLines } from '../snapshotTree.ts';
import { spokenFindings } from '../spokenFindings.ts';

export interface FileIntake {
  readonly intake: Intake;
  /** The reason of the file system, for the message; undefined when the file could be read. */
  readonly reason: string | undefined;
  /** Of the bytes that were read; empty when there are none. */
  readonly hash: string;
}

/** Undefined when the reviewer has written and said nothing. `top` is the real path of the project. */
export async function readAnswer(
  top: string,
  file: string,
): Promise<(FileIntake & { readonly path: string }) | undefined> {
  const real = await realpath(file).catch(() => undefined);
  const path = real === undefined ? spokenOf(file) : file;
  if (path === undefined) return undefined;
  // Codex can write into this folder, so Party follows no link there.
  if (real !== undefined && real !== (await expectedPath(file))) {
    return { path, intake: rejected('fs'), reason: `${file} is a link; findings must be a file`, hash: '' };
  }
  return { path, ...(await readOnce(top, path)) };
}

/** A round that waits for its findings, and the hash of the unproven ones that were loaded. */
export type WaitingRound = Pick<Round, 'file' | 'unproven'>;

/** `top` may be any directory of the project. */
export async function lookAtFindings(top: string, round: WaitingRound | undefined): Promise<WrittenFindings> {
  if (round === undefined) return 'nothing';
  const answer = await readAnswer(projectTop(top), round.file);
  if (answer === undefined) return 'nothing';
  if (answer.intake.error !== null) return 'unreadable';
  return answer.hash === round.unproven ? 'unproven' : 'findings';
}

/** The same for a request of the log. */
export function waitingRoundOf({ event, unproven }: Asked): WaitingRound {
  return { file: event.file, unproven: unproven?.event.sha256 ?? null };
}

/** What Codex said instead of writing the file; undefined when it said nothing that Party could keep. */
export function spokenOf(file: string): string | undefined {
  const spoken = spokenFindings(file);
  return spoken !== undefined && existsSync(spoken) ? spoken : undefined;
}

/** The parent folder may be behind a link of Party's. The file itself and its folder must not be links. */
export async function expectedPath(file: string): Promise<string | undefined> {
  const folder = dirname(file);
  const above = await realpath(dirname(folder)).catch(() => undefined);
  return above === undefined ? undefined : join(above, basename(folder), basename(file));
}

export async function readOnce(top: string, path: string): Promise<FileIntake> {
  const read = await readFindingsFile(path);
  if (read.kind === 'failed') return { intake: rejected(read.error), reason: read.reason, hash: '' };
  return readAnswerBytes(top, read.bytes);
}

export function readAnswerBytes(top: string, bytes: Uint8Array): FileIntake {
  return { intake: readFindings(bytes, projectFiles(top)), reason: undefined, hash: sha256(bytes) };
}

export async function anchorsFor(
  git: Git,
  { tree }: EventOf<'requested'>,
  findings: Intake['findings'],
): Promise<string[]> {
  if (tree === null) return [];
  const places = findings.map(({ file, line, linked }) => ({ file, line: linked ? line : null }));
  // Without an anchor, the ledger recognizes a finding by its words.
  return readLines(git, tree, places).catch(() => []);
}

// Completes a round: adds the findings that answer an open request to the ledger. Only this proves that Codex ran. A
// file that cannot be read, or that answers no open request, changes nothing.

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf } from '../../core/base/actor.ts';
import { type PartyError, refused } from '../../core/base/errors.ts';
import type { ReviewConfig } from '../../core/config/config.ts';
import { errorWords } from '../../core/findings/codes.ts';
import type { Intake } from '../../core/findings/finding.ts';
import { readFindings, rejected } from '../../core/findings/intake.ts';
import type { EventOf } from '../../core/project/event.ts';
import type { FindingsOrigin } from '../../core/project/origin.ts';
import type { Asked } from '../../core/review/cycle.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Review, Round } from '../../core/review/review.ts';
import type { WrittenFindings } from '../../core/status/actFacts.ts';
import type { Machine } from '../project/machine.ts';
import { projectTop } from '../project/paths.ts';
import { sha256 } from '../system/hash.ts';
import { projectFiles, readFindingsFile } from './findingsFile.ts';
import { mirrorOwnMarkers } from './markers.ts';
import { type OpenReview, openReview } from './openReview.ts';
import { readLines } from './snapshotTree.ts';
import { spokenFindings } from './spokenFindings.ts';

export interface CompletedRound {
  readonly request: EventOf<'requested'>;
  readonly intake: Intake;
  /** Codex wrote no file, so its last message was read. */
  readonly spoken: boolean;
  /** Unproven findings are shown and approve nothing; the request stays open. */
  readonly origin: FindingsOrigin;
  /** The review with the new findings. */
  readonly review: Review;
}

export interface CompleteOptions {
  readonly pause?: (ms: number) => Promise<unknown>;
  /** What our own `codex exec` has answered. Without it, the file is read, which any process can change. */
  readonly answer?: string | undefined;
}

export async function completeRound(
  machine: Machine,
  file: string,
  { pause = sleep, answer: own }: CompleteOptions = {},
): Promise<CompletedRound> {
  const opened = await openReview(machine);
  const path = resolve(machine.cwd, file);
  return opened.log.transaction(async (state) => {
    const { round, answer } = await requestFor(opened, state, path, file);
    const request = round.event;
    const { intake, reason, hash } =
      own === undefined ? await readWhole(opened, answer, pause) : readBytes(opened.git.top, Buffer.from(own));
    const spoken = answer === spokenFindings(request.file);
    if (intake.error !== null) {
      throw refused(
        `${file} cannot be read as findings: ${reason ?? errorWords[intake.error]} (${intake.error}). Codex must write the whole file again`,
        { act: 'nudgeCodex' },
      );
    }
    const { findings, summary, filesReviewed, warnings } = intake;
    const origin = own === undefined ? originOf(round, hash, opened.options) : 'exec';
    // The same findings again: nothing new is known about them.
    const isKnown = origin === 'unproven' && round.unproven?.event.sha256 === hash;
    const anchors = isKnown ? [] : await anchorsFor(opened, request, findings);
    const received = {
      event: 'received' as const,
      actor: actorOf(machine.env),
      request: request.request,
      findings: findings.map((finding, index) => ({ ...finding, anchor: anchors[index] ?? '' })),
      summary,
      filesReviewed,
      warnings: [...warnings],
      ...(spoken ? { spoken } : {}),
      origin,
      sha256: hash,
    };
    if (!isKnown) await opened.log.append(received);
    const review = await opened.read();
    await mirrorOwnMarkers(machine, opened.git.top, review);
    return { request, intake, spoken, origin, review };
  });
}

/** Whose word the bytes of a file are. */
function originOf({ event, wrote }: Asked, hash: string, { trustGenericReviewer }: ReviewConfig): FindingsOrigin {
  if (wrote === hash) return 'reviewer';
  return event.adapter === 'generic' && trustGenericReviewer ? 'generic' : 'unproven';
}

/** A round that waits for its findings, and the hash of the unproven ones that were loaded. */
export type WaitingRound = Pick<Round, 'file' | 'unproven'>;

/** `top` may be any directory of the project. */
export async function lookAtFindings(top: string, round: WaitingRound | undefined): Promise<WrittenFindings> {
  if (round === undefined) return 'nothing';
  const real = await realpath(round.file).catch(() => undefined);
  const path = real === undefined ? spokenOf(round.file) : round.file;
  if (path === undefined) return 'nothing';
  if (real !== undefined && real !== (await expectedPath(round.file))) return 'unreadable';
  const { intake, hash } = await readOnce(projectTop(top), path);
  if (intake.error !== null) return 'unreadable';
  return hash === round.unproven ? 'unproven' : 'findings';
}

/** The same for a request of the log. */
export function waitingRoundOf({ event, unproven }: Asked): WaitingRound {
  return { file: event.file, unproven: unproven?.event.sha256 ?? null };
}

/** The open request that this file answers. Throws with the reason when there is none. */
async function requestFor(
  { log }: OpenReview,
  state: LogState,
  path: string,
  given: string,
): Promise<{ readonly round: Asked /** The file to read. */; readonly answer: string }> {
  const real = await realpath(path).catch(() => undefined);
  const rounds = state.openRounds().filter(({ event }) => event.collab === undefined);
  const open = rounds.map(({ event }) => event);
  for (const round of rounds) {
    const request = round.event;
    const expected = await expectedPath(request.file);
    if (real !== undefined && real === expected) return { round, answer: path };
    const spoken = spokenOf(request.file);
    const meant = path === request.file || (spoken !== undefined && real === (await realpath(spoken)));
    if (spoken !== undefined && meant && expected !== undefined && !existsSync(expected))
      return { round, answer: spoken };
    // Codex can write into this folder, so Party follows no link there.
    if (path === request.file && real !== undefined) throw refused(`${given} is a link; findings must be a file`);
  }
  if (real === undefined) throw unexpected(`${given} does not exist`, open);
  // Only the whole history has the files of old requests.
  const events = await log.events();
  for (const event of events) {
    if (event.event !== 'requested' || (await expectedPath(event.file)) !== real) continue;
    const received = events.some((one) => one.event === 'received' && one.request === event.request);
    throw unexpected(
      received
        ? `${given} was already loaded: it answered round ${event.round}`
        : `${given} answers a request that is no longer open (round ${event.round}); it is ignored`,
      open,
    );
  }
  throw unexpected(`${given} does not answer an open review request`, open);
}

/** What Codex said instead of writing the file; undefined when it said nothing that Party could keep. */
function spokenOf(file: string): string | undefined {
  const spoken = spokenFindings(file);
  return spoken !== undefined && existsSync(spoken) ? spoken : undefined;
}

/** Says which files Party expects instead. */
function unexpected(problem: string, open: readonly EventOf<'requested'>[]): PartyError {
  if (open.length === 0) return refused(`${problem}. No request is open`, { act: 'requestReview' });
  return refused(`${problem}. Expected: ${open.map(({ file }) => file).join(', ')}`);
}

/** The parent folder may be behind a link of Party's. The file itself and its folder must not be links. */
async function expectedPath(file: string): Promise<string | undefined> {
  const folder = dirname(file);
  const above = await realpath(dirname(folder)).catch(() => undefined);
  return above === undefined ? undefined : join(above, basename(folder), basename(file));
}

const patienceMs = 2000;
const pauseMs = 100;

interface FileIntake {
  readonly intake: Intake;
  /** The reason of the file system, for the message; undefined when the file could be read. */
  readonly reason: string | undefined;
  /** Of the bytes that were read; empty when there are none. */
  readonly hash: string;
}

/** Reads again while the file looks unfinished. It counts reads instead of time, so a busy machine gets as many. */
async function readWhole(
  { git }: OpenReview,
  path: string,
  pause: (ms: number) => Promise<unknown>,
): Promise<FileIntake> {
  for (let looks = 1; ; looks++) {
    const read = await readOnce(git.top, path);
    const unfinished = read.intake.error === 'truncated' || read.intake.error === 'empty';
    if (!unfinished || looks > patienceMs / pauseMs) return read;
    await pause(pauseMs);
  }
}

async function readOnce(top: string, path: string): Promise<FileIntake> {
  const read = await readFindingsFile(path);
  if (read.kind === 'failed') return { intake: rejected(read.error), reason: read.reason, hash: '' };
  return readBytes(top, read.bytes);
}

function readBytes(top: string, bytes: Uint8Array): FileIntake {
  return { intake: readFindings(bytes, projectFiles(top)), reason: undefined, hash: sha256(bytes) };
}

async function anchorsFor(
  { git }: OpenReview,
  { tree }: EventOf<'requested'>,
  findings: Intake['findings'],
): Promise<string[]> {
  if (tree === null) return [];
  const places = findings.map(({ file, line, linked }) => ({ file, line: linked ? line : null }));
  // Without an anchor, the ledger recognizes a finding by its words.
  return readLines(git, tree, places).catch(() => []);
}

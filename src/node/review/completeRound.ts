// Completes a round: adds the findings that answer an open request to the ledger. Only this proves that Codex ran. A
// file that cannot be read, or that answers no open request, changes nothing.

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf } from '../../core/base/actor.ts';
import { type PartyError, refused } from '../../core/base/errors.ts';
import type { ReviewConfig } from '../../core/config/config.ts';
import { errorWords } from '../../core/findings/codes.ts';
import type { Intake } from '../../core/findings/finding.ts';
import type { EventOf } from '../../core/project/event.ts';
import type { FindingsOrigin } from '../../core/project/origin.ts';
import type { Asked } from '../../core/review/cycle.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Review } from '../../core/review/review.ts';
import type { Machine } from '../project/machine.ts';
import { anchorsFor, expectedPath, type FileIntake, readAnswerBytes, readOnce, spokenOf } from './arrivals/answer.ts';
import { mirrorOwnMarkers } from './markers.ts';
import { type OpenReview, openReview } from './openReview.ts';
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
  /**
   * What our own `codex exec` has answered, or the reviewer has reported through its MCP server. Without it, the file is
   * read, which any process can change.
   */
  readonly answer?: string | undefined;
  /** Whose word `answer` is. */
  readonly origin?: 'exec' | 'mcp';
}

export async function completeRound(
  machine: Machine,
  file: string,
  { pause = sleep, answer: own, origin: whose = 'exec' }: CompleteOptions = {},
): Promise<CompletedRound> {
  const opened = await openReview(machine);
  const path = resolve(machine.cwd, file);
  return opened.log.transaction(async (state) => {
    const isOpen = state.openRounds().some(({ event }) => event.file === path);
    const reported = isOpen ? undefined : await reportedRound(opened, path);
    if (reported !== undefined) return reported;
    const { round, answer } = await requestFor(opened, state, path, file);
    const request = round.event;
    const { intake, reason, hash } =
      own === undefined ? await readWhole(opened, answer, pause) : readAnswerBytes(opened.git.top, Buffer.from(own));
    const spoken = answer === spokenFindings(request.file);
    if (intake.error !== null) throw unreadable(file, reason ?? errorWords[intake.error], intake.error);
    const { findings, summary, filesReviewed, warnings } = intake;
    const origin = own === undefined ? originOf(round, hash, opened.options) : whose;
    // The same findings again: nothing new is known about them.
    const isKnown = origin === 'unproven' && round.unproven?.event.sha256 === hash;
    const anchors = isKnown ? [] : await anchorsFor(opened.git, request, findings);
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

/**
 * The last round, when the reviewer has reported exactly these findings through its MCP server: then they are loaded,
 * and the author, who was told of the file, is told what it says.
 */
async function reportedRound(opened: OpenReview, path: string): Promise<CompletedRound | undefined> {
  const events = await opened.log.events();
  const requests = events.filter((one) => one.event === 'requested');
  const request = requests.findLast(({ collab }) => collab === undefined);
  if (request?.file !== path) return undefined;
  const received = events.filter((one) => one.event === 'received').findLast((one) => one.request === request.request);
  if (received?.origin !== 'mcp') return undefined;
  const { intake, hash } = await readOnce(opened.git.top, path);
  if (hash !== received.sha256) return undefined;
  return { request, intake, spoken: false, origin: 'mcp', review: await opened.read() };
}

/** Whose word the bytes of a file are. */
function originOf({ event, wrote }: Asked, hash: string, { trustGenericReviewer }: ReviewConfig): FindingsOrigin {
  if (wrote === hash) return 'reviewer';
  return event.adapter === 'generic' && trustGenericReviewer ? 'generic' : 'unproven';
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

function unreadable(file: string, reason: string, code: string): PartyError {
  const problem = `${file} cannot be read as findings: ${reason} (${code})`;
  return refused(`${problem}. Codex must write the whole file again`, { act: 'nudgeCodex' });
}

/** Says which files Party expects instead. */
function unexpected(problem: string, open: readonly EventOf<'requested'>[]): PartyError {
  if (open.length === 0) return refused(`${problem}. No request is open`, { act: 'requestReview' });
  return refused(`${problem}. Expected: ${open.map(({ file }) => file).join(', ')}`);
}

const patienceMs = 2000;
const pauseMs = 100;

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

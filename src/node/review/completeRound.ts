// Completes a round: adds the findings that answer an open request to the ledger. Only this proves that Codex ran. A
// file that cannot be read, or that answers no open request, changes nothing.

import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf } from '../../core/base/actor.ts';
import { type PartyError, refused } from '../../core/base/errors.ts';
import { errorWords } from '../../core/findings/codes.ts';
import type { Intake } from '../../core/findings/finding.ts';
import { readFindings, rejected } from '../../core/findings/intake.ts';
import type { EventOf } from '../../core/project/event.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Review } from '../../core/review/review.ts';
import type { WrittenFindings } from '../../core/status/actFacts.ts';
import type { Machine } from '../project/machine.ts';
import { projectTop } from '../project/paths.ts';
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
  /** The review with the new findings. */
  readonly review: Review;
}

export async function completeRound(
  machine: Machine,
  file: string,
  { pause = sleep }: { pause?: (ms: number) => Promise<unknown> } = {},
): Promise<CompletedRound> {
  const opened = await openReview(machine);
  const path = resolve(machine.cwd, file);
  return opened.log.transaction(async (state) => {
    const { request, answer } = await requestFor(opened, state, path, file);
    const { intake, reason } = await readWhole(opened, answer, pause);
    const spoken = answer === spokenFindings(request.file);
    if (intake.error !== null) {
      throw refused(
        `${file} cannot be read as findings: ${reason ?? errorWords[intake.error]} (${intake.error}). Codex must write the whole file again`,
        { act: 'nudgeCodex' },
      );
    }
    const { findings, summary, filesReviewed, warnings } = intake;
    const anchors = await anchorsFor(opened, request, findings);
    await opened.log.append({
      event: 'received',
      actor: actorOf(machine.env),
      request: request.request,
      findings: findings.map((finding, index) => ({ ...finding, anchor: anchors[index] ?? '' })),
      summary,
      filesReviewed,
      warnings: [...warnings],
      ...(spoken ? { spoken } : {}),
    });
    const review = await opened.read();
    await mirrorOwnMarkers(machine, opened.git.top, review);
    return { request, intake, spoken, review };
  });
}

/** True when `completeRound` would accept the file of an open request now. */
export async function hasFindings(top: string, file: string): Promise<boolean> {
  return (await lookAtFindings(top, file)) === 'findings';
}

/** `top` may be any directory of the project. */
export async function lookAtFindings(top: string, file: string | undefined): Promise<WrittenFindings> {
  const real = file === undefined ? undefined : await realpath(file).catch(() => undefined);
  if (file === undefined) return 'nothing';
  if (real === undefined) return lookAtSpoken(top, spokenOf(file));
  const isFile = real === (await expectedPath(file));
  return isFile && (await readOnce(projectTop(top), file)).intake.error === null ? 'findings' : 'unreadable';
}

async function lookAtSpoken(top: string, spoken: string | undefined): Promise<WrittenFindings> {
  if (spoken === undefined) return 'nothing';
  return (await readOnce(projectTop(top), spoken)).intake.error === null ? 'findings' : 'unreadable';
}

/** The open request that this file answers. Throws with the reason when there is none. */
async function requestFor(
  { log }: OpenReview,
  state: LogState,
  path: string,
  given: string,
): Promise<{ readonly request: EventOf<'requested'> /** The file to read. */; readonly answer: string }> {
  const real = await realpath(path).catch(() => undefined);
  const open = state.openRequests().filter(({ collab }) => collab === undefined);
  for (const request of open) {
    const expected = await expectedPath(request.file);
    if (real !== undefined && real === expected) return { request, answer: path };
    const spoken = spokenOf(request.file);
    const meant = path === request.file || (spoken !== undefined && real === (await realpath(spoken)));
    if (spoken !== undefined && meant && expected !== undefined && !existsSync(expected))
      return { request, answer: spoken };
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
  if (read.kind === 'failed') return { intake: rejected(read.error), reason: read.reason };
  return { intake: readFindings(read.bytes, projectFiles(top)), reason: undefined };
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

// Records what the reviewer itself wrote: its hash, at the end of the turn in which the reviewer wrote it. Only the
// reviewer's notify program can do this. The author can write the findings file and can call the same program, but its
// calls do not descend from the reviewer's pane, and Codex's record of the turn does not name the file.

import { basename } from 'node:path';
import { author, reviewer } from '../../core/base/role.ts';
import { limits } from '../../core/findings/finding.ts';
import { hasLine } from '../../core/messages/arrival.ts';
import { callOnlyReads, callsInTurn } from '../../core/messages/codexTurn.ts';
import type { Message } from '../../core/messages/message.ts';
import type { EventOf } from '../../core/project/event.ts';
import { partyOfFindings } from '../../core/review/standstill.ts';
import { findSession } from '../../core/session/routing.ts';
import type { Pane } from '../../core/tmux/pane.ts';
import type { Machine } from '../project/machine.ts';
import { projectTop } from '../project/paths.ts';
import { openProjectLog, type ProjectLog } from '../project/projectLog.ts';
import { sha256 } from '../system/hash.ts';
import { readSmallFile } from '../system/readSmallFile.ts';
import { paneAbove } from '../tmux/ownPane.ts';
import { createTmux } from '../tmux/tmux.ts';

/** A turn of the reviewer that has just ended. */
export interface ReviewersTurn {
  readonly thread: string;
  readonly turn: string | undefined;
  readonly cwd: string;
  /** What began it. */
  readonly prompts: readonly string[];
  /** Codex's record of the turn. */
  readonly lines: readonly string[];
  /** The files that the demo reviewer wrote. It has no record of its own. */
  readonly wrote: readonly string[];
}

/** The process that the reviewer calls at the end of its turn. */
export interface NotifyProcess extends Pick<Machine, 'env' | 'paths'> {
  readonly session: string;
  /** The identities of the processes that Party has started in the panes of this party; empty when unknown. */
  readonly started: (top: string) => Promise<readonly string[]>;
}

/**
 * Records the findings that the turn has written for open requests. False when another program than the reviewer called
 * this process. Asks tmux only when there are such findings.
 */
export async function vouchForTurn(
  from: NotifyProcess,
  turn: ReviewersTurn,
  messages: readonly Message[],
): Promise<boolean> {
  const log = openProjectLog(from.paths, projectTop(turn.cwd));
  const open = await requestsTo(from, log);
  const calls = open.length === 0 || turn.turn === undefined ? [] : callsInTurn(turn.lines, turn.turn);
  // The author may have put the file there, and the reviewer has only looked at it.
  const isRecorded = ({ file }: EventOf<'requested'>) =>
    calls.some((call) => call.includes(basename(file)) && !callOnlyReads(call));
  const written = open.filter((request) => isRecorded(request) || turn.wrote.includes(request.file));
  if (written.length === 0 || isErrand(turn, messages)) return true;
  const pane = await reviewersPane(from, turn);
  if (pane === undefined) return false;
  // Only the demo reviewer is believed when it says itself what it wrote.
  for (const request of written) if (pane.demo || isRecorded(request)) await vouchForFile(log, request, turn);
  return true;
}

/** Records what the reviewer said instead of writing the file that `asked` names. */
export async function vouchForWords(
  from: NotifyProcess,
  turn: ReviewersTurn,
  asked: Pick<Message, 'id' | 'response'>,
  words: string,
): Promise<void> {
  const log = openProjectLog(from.paths, projectTop(turn.cwd));
  const meant = (await requestsTo(from, log)).find(
    ({ request, file }) => request === asked.id || file === asked.response,
  );
  if (meant !== undefined && (await reviewersPane(from, turn)) !== undefined)
    await vouch(log, meant.request, words, turn);
}

/** The open requests to the reviewer of this party. */
async function requestsTo({ session }: NotifyProcess, log: ProjectLog): Promise<EventOf<'requested'>[]> {
  return (await log.state()).openRequests().filter(({ file }) => partyOfFindings(file) === session);
}

type Said = Pick<ReviewersTurn, 'thread' | 'turn'>;

/** Records the findings file as it is now. */
export async function vouchForFile(log: ProjectLog, { request, file }: EventOf<'requested'>, by: Said): Promise<void> {
  const found = await readSmallFile(file, { largest: limits.bytes, links: 'refuse' });
  if (found.kind === 'text') await vouch(log, request, found.bytes, by);
}

/** Nothing is recorded when the log has it already, or the request is no longer open. */
async function vouch(log: ProjectLog, request: string, said: Uint8Array | string, by: Said): Promise<void> {
  const { thread, turn = null } = by;
  const hash = sha256(said);
  await log.transaction(async (state) => {
    const round = state.openRounds().find(({ event }) => event.request === request);
    if (round === undefined || round.wrote === hash) return;
    await log.append({ event: 'reviewer-wrote', actor: reviewer, request, sha256: hash, thread, turn });
  });
}

/** Undefined unless this process descends from the program in the reviewer's pane. */
async function reviewersPane(from: NotifyProcess, { cwd }: ReviewersTurn): Promise<Pane | undefined> {
  const found = findSession(await createTmux(from.env).sessions(), from.session);
  return found && paneAbove(found, reviewer, () => from.started(projectTop(cwd)));
}

/**
 * The author may ask the reviewer anything, also to look at a findings file. In such a turn the reviewer answers the
 * author and reviews nothing. A prompt counts as the author's in any case: its sender is what the environment says, and
 * the author chooses the environment of what it runs.
 */
export function isErrand({ prompts }: Pick<ReviewersTurn, 'prompts'>, messages: readonly Message[]): boolean {
  const prompt = prompts.join('\n');
  const asked = messages.filter((one) => one.to === reviewer && hasLine(prompt, one));
  const errands = asked.filter(({ kind, from }) => kind === 'prompt' || (kind === 'talk' && from === author));
  return errands.length > 0 && errands.length === asked.length;
}

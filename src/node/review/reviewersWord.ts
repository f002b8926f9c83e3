// Records the reviewer's own word: the hash of what the reviewer wrote, at the end of the turn in which it did. Only the
// reviewer's notify program can do this. The author can write the findings file and can call the same program, but its
// calls do not descend from the reviewer's pane, and Codex's record of the turn does not name the file.

import { basename } from 'node:path';
import { author, reviewer } from '../../core/base/role.ts';
import { limits } from '../../core/findings/finding.ts';
import { hasLine } from '../../core/messages/arrival.ts';
import { callsInTurn } from '../../core/messages/codexTurn.ts';
import type { Message } from '../../core/messages/message.ts';
import type { EventOf } from '../../core/project/event.ts';
import { partyOfFindings } from '../../core/review/standstill.ts';
import { findSession, resolveRole } from '../../core/session/routing.ts';
import type { Pane } from '../../core/tmux/pane.ts';
import type { ProjectLog } from '../project/projectLog.ts';
import { descendsFrom } from '../system/ancestors.ts';
import { sha256 } from '../system/hash.ts';
import { readSmallFile } from '../system/readSmallFile.ts';
import { createTmux } from '../tmux/tmux.ts';

/** A turn of the reviewer that has just ended. */
export interface ReviewersTurn {
  readonly thread: string;
  readonly turn: string | undefined;
  /** What began it. */
  readonly prompts: readonly string[];
  /** Codex's record of the turn. */
  readonly lines: readonly string[];
  /** The files that the demo reviewer wrote. It has no record of its own. */
  readonly wrote: readonly string[];
}

/** Undefined unless this process descends from the program in the reviewer's pane. */
export async function reviewersPane(env: NodeJS.ProcessEnv, session: string): Promise<Pane | undefined> {
  const found = findSession(await createTmux(env).sessions(), session);
  if (found === undefined) return undefined;
  const pane = resolveRole(found, reviewer);
  return !pane.dead && descendsFrom(process.pid, pane.pid) ? pane : undefined;
}

/** The open requests whose findings file this turn has written. */
export async function requestsWritten(
  log: ProjectLog,
  session: string,
  turn: ReviewersTurn,
): Promise<EventOf<'requested'>[]> {
  const open = (await log.state()).openRequests().filter(({ file }) => partyOfFindings(file) === session);
  if (open.length === 0) return [];
  const calls = turn.turn === undefined ? [] : callsInTurn(turn.lines, turn.turn);
  return open.filter(({ file }) => turn.wrote.includes(file) || calls.some((call) => call.includes(basename(file))));
}

/**
 * The author may ask the reviewer anything, also to look at a findings file. In such a turn the reviewer answers the
 * author and reviews nothing.
 */
export function isErrand({ prompts }: Pick<ReviewersTurn, 'prompts'>, messages: readonly Message[]): boolean {
  const prompt = prompts.join('\n');
  const asked = messages.filter((one) => one.to === reviewer && hasLine(prompt, one));
  const errands = asked.filter(({ kind, from }) => from === author && (kind === 'prompt' || kind === 'talk'));
  return errands.length > 0 && errands.length === asked.length;
}

type Said = Pick<ReviewersTurn, 'thread' | 'turn'>;

/** Records the findings file as it is now. */
export async function vouchForFile(log: ProjectLog, { request, file }: EventOf<'requested'>, by: Said): Promise<void> {
  const found = await readSmallFile(file, { largest: limits.bytes, links: 'refuse' });
  if (found.kind === 'text') await vouch(log, request, found.bytes, by);
}

/** Records what the reviewer said or wrote for the request, unless the log has it or the request is no longer open. */
export async function vouch(log: ProjectLog, request: string, said: Uint8Array | string, by: Said): Promise<void> {
  const { thread, turn = null } = by;
  const hash = sha256(said);
  await log.transaction(async (state) => {
    const round = state.openRounds().find(({ event }) => event.request === request);
    if (round === undefined || round.wrote === hash) return;
    await log.append({ event: 'reviewer-wrote', actor: reviewer, request, sha256: hash, thread, turn });
  });
}

// Opens a round: records the hash of the code to review, and the file where Party expects the findings.

import { readFile, realpath } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { type Actor, actorOf } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import { stoppedText } from '../../core/base/lockHolder.ts';
import type { Remark } from '../../core/base/remark.ts';
import { english } from '../../core/base/translate.ts';
import type { EventOf } from '../../core/project/event.ts';
import { type Cycle, openRequest } from '../../core/review/cycle.ts';
import type { LogState } from '../../core/review/logState.ts';
import { isLate } from '../../core/review/reduce.ts';
import type { ChangeFacts, Review } from '../../core/review/review.ts';
import { roundsUsed } from '../../core/review/rounds.ts';
import { isInterrupted, type Standstill, standstillText } from '../../core/review/standstill.ts';
import { mustBeLeft } from '../codex/budget.ts';
import type { Machine } from '../project/machine.ts';
import type { NewEvent } from '../project/projectLog.ts';
import { sha256 } from '../system/hash.ts';
import { isStopped } from '../system/lockHolder.ts';
import { processIdentity } from '../system/processIdentity.ts';
import { makeMessageId } from '../system/random.ts';
import { lookAtFindings, waitingRoundOf } from './arrivals/answer.ts';
import { baseAt, nameOfBase, readHead } from './changeBase.ts';
import { type OpenReview, openReview } from './openReview.ts';
import { forgetSnapshots, snapshotTree } from './snapshotTree.ts';

export interface RoundRequest {
  /** A branch or commit to compare with, instead of the base that follows from the history. */
  readonly base?: string | undefined;
  readonly title?: string | undefined;
  /** Ask only whether the findings are fixed, and about what changed since the last round. */
  readonly delta: boolean;
  readonly headless: boolean;
  /** The adapter of the reviewer's pane. */
  readonly adapter?: string | undefined;
  /** A document to review instead of the code. */
  readonly document?: string | undefined;
  /** The user's reason to continue although all rounds are used up. */
  readonly beyond?: string | undefined;
  /** Why Codex is not working on a waiting request. By default, assume that it is. */
  readonly standstill?: (waiting: EventOf<'requested'>, log: OpenReview['log']) => Promise<Standstill | null>;
  readonly findingsFile: (request: string, log: OpenReview['log']) => string;
}

export interface BegunRound {
  readonly event: NewEvent & EventOf<'requested'>;
  /** The review before this request. */
  readonly review: Review;
  /** The tree of the last round; null for the first round, and when git could not make one. */
  readonly previousTree: string | null;
}

export async function beginRound(machine: Machine, request: RoundRequest): Promise<BegunRound> {
  const opened = await openReview(machine);
  const actor = actorOf(machine.env);
  return opened.transaction(async (state, review) => {
    mustBeLeft(review.spending);
    const facts = { opened, state, review, actor };
    const { document } = request;
    const round = await (document === undefined
      ? codeRound(facts, request)
      : documentRound(facts, machine.cwd, { ...request, document }));
    const cycle = round.cycle?.id ?? round.id;
    const n = nextRound(round.cycle);
    const delta = request.delta && n > 1;
    const { ignore } = opened.options;
    const event = {
      event: 'requested' as const,
      actor,
      request: round.id,
      cycle,
      round: n,
      delta,
      headless: request.headless,
      ...(request.adapter === undefined ? {} : { adapter: request.adapter }),
      runner: processIdentity(process.pid) ?? `${process.pid}:unknown`,
      ...round.stamp,
      tree: round.stamp.document === undefined ? await snapshotTree(opened.git, { cycle, name: n, ignore }) : null,
      title: request.title ?? '',
      file: request.findingsFile(round.id, opened.log),
      at: new Date().toISOString(),
    };
    if (event.tree !== null && (await opened.change(state, event.base)).hash !== event.hash) {
      throw refused('The code changed while the review was being requested. Ask again when nothing changes it');
    }
    await opened.log.append(event);
    if (round.over !== undefined) await forgetSnapshots(opened.git, round.over).catch(() => {});
    return { event, review, previousTree: previousTree(round.cycle, n) };
  });
}

/** The log keeps the hashes of at most this many files. A longer list of changed files helps no reader. */
const mostFiles = 2000;

export function stampOf({ hash, files }: ChangeFacts): { hash: string; files?: Record<string, string> } {
  return { hash: hash ?? '', ...filesStamp({ files }, mostFiles) };
}

/** Evidence is given often, so that the log keeps fewer files for it than for a round. */
export function filesStamp(
  { files }: Pick<ChangeFacts, 'files'>,
  most = mostFiles / 10,
): { files?: Record<string, string> } {
  return Object.keys(files).length > most ? {} : { files: { ...files } };
}

interface Planned {
  readonly id: string;
  /** The cycle that the round belongs to; undefined when it starts a new one. */
  readonly cycle: Cycle | undefined;
  /** The cycle that a new one replaces. */
  readonly over?: string | undefined;
  readonly stamp: Pick<EventOf<'requested'>, 'hash' | 'files' | 'branch' | 'base' | 'baseName' | 'document'>;
}

interface RoundFacts {
  readonly opened: OpenReview;
  readonly state: LogState;
  readonly review: Review;
  readonly actor: Actor;
}

async function codeRound(facts: RoundFacts, request: RoundRequest): Promise<Planned> {
  const { opened, state, review, actor } = facts;
  const { base, beyond } = request;
  const given = base === undefined ? undefined : await baseAt(opened.git, base);
  const change = given === undefined ? review.change : await opened.change(state, given);
  if (change === null) throw new PartyError('NOT_A_REPOSITORY', 'This is not a git repository');
  if (!change.baseKnown) {
    throw refused(`Party does not know the base of ${change.branch}`, { act: 'requestAgainst' });
  }
  if (Object.keys(change.files).length === 0) throw refused(nothingToReview(change, opened.options.ignore));
  const before = state.currentCycle(change);
  // After an approval, the cycle continues only on the same base. On another base it is a different change.
  const goesOn = before !== undefined && (before.approved === null || before.base === change.base);
  const cycle = goesOn ? before : undefined;
  const waiting = cycle === undefined ? undefined : openRequest(cycle);
  if (waiting !== undefined && waiting.hash === change.hash) {
    await makeRoom(opened, waiting, request, { actor, what: `Round ${waiting.round}`, same: 'for exactly this code' });
  }
  if (cycle !== undefined) await spend(opened, cycle, review, { beyond, actor, waiting: waiting !== undefined });
  const over = before !== undefined && cycle === undefined ? before.id : undefined;
  const name = base ?? (await nameOfBase(opened.git, state, change.base)) ?? cycle?.asked.at(-1)?.event.baseName;
  const stamp = { ...stampOf(change), branch: change.branch, base: change.base };
  return { id: makeMessageId(), cycle, over, stamp: { ...stamp, ...(name === undefined ? {} : { baseName: name }) } };
}

function nothingToReview({ base, docsOnly }: ChangeFacts, ignore: readonly string[]): Remark {
  const since = `since ${base.slice(0, 7)}`;
  const exempt = `only files that need no review (untracked ${ignore.join(', ')}) have changed ${since}`;
  return docsOnly
    ? { problem: `Nothing to review: ${exempt}`, next: [] }
    : { problem: `Nothing to review: no changes ${since}`, next: [{ act: 'requestOtherBase' }] };
}

/** Counts the rounds without an approval. When they are used up, the user decides. */
async function spend(
  { log }: OpenReview,
  cycle: Cycle,
  { budget: { limit } }: Review,
  { beyond, actor, waiting }: { beyond: string | undefined; actor: Actor; waiting: boolean },
): Promise<void> {
  const used = roundsUsed(cycle) - (waiting ? 1 : 0);
  if (used < limit) return;
  if (beyond !== undefined) return log.append({ event: 'extended', actor, cycle: cycle.id, reason: beyond });
  const reason = `${used} rounds have not led to an approval`;
  if (cycle.discussion === null) await log.append({ event: 'needs-discussion', actor, cycle: cycle.id, reason });
  throw refused(`${reason}, and that is the limit: the human decides`, { act: 'requestBeyond' });
}

async function documentRound(
  { opened, state, actor }: RoundFacts,
  cwd: string,
  request: RoundRequest & { readonly document: string },
): Promise<Planned> {
  const given = request.document;
  const path = await realpath(resolve(cwd, given)).catch((error: unknown) => {
    throw new PartyError('USAGE', `${given} does not exist; --plan-review takes the document's path`, { cause: error });
  });
  const document = relative(opened.git.top, path);
  if (document.startsWith('..')) throw new PartyError('USAGE', `${given} is not in this project`);
  const content = await readFile(path).catch((error: unknown) => {
    throw new PartyError('USAGE', `${given} cannot be read as a document`, { cause: error });
  });
  if (content.toString('utf8').trim() === '') throw refused(`${given} is empty; there is nothing to review`);
  const hash = sha256(content);
  const { branch, commit = '' } = await readHead(opened.git);
  const cycle = state.cycles((one) => one.document === document && one.collab === null && one.branch === branch).at(-1);
  const waiting = cycle === undefined ? undefined : openRequest(cycle);
  if (waiting?.hash === hash) await makeRoom(opened, waiting, request, { actor, what: given, same: 'as it is now' });
  return { id: makeMessageId(), cycle, stamp: { hash, branch, base: commit, document } };
}

/** Throws while Codex can still answer the waiting request, because a second request for the same code costs twice. */
async function makeRoom(
  opened: OpenReview,
  waiting: EventOf<'requested'>,
  { standstill = async () => null }: RoundRequest,
  { actor, what, same }: { readonly actor: Actor; readonly what: string; readonly same: string },
): Promise<void> {
  const { log, options } = opened;
  const why = await standstill(waiting, log);
  if (waiting.headless && why === null) throw refused(isRunHeadless(waiting, what));
  // The findings are paid for, even if their process has ended since.
  const round = (await log.state()).openRounds().find(({ event }) => event.request === waiting.request);
  const written = await lookAtFindings(opened.git.top, round && waitingRoundOf(round));
  if (written === 'findings') throw refused(areThere(waiting));
  if (isInterrupted(why)) {
    const reason = standstillText(why, english);
    return log.append({ event: 'abandoned', actor, request: waiting.request, reason });
  }
  if (isLate(waiting, Date.now(), options.overdueMinutes)) return;
  throw refused(
    `${what} has been with Codex since ${waiting.at}, ${same}. Codex writes its findings to ${waiting.file}`,
    {
      act: 'nudgeCodex',
    },
  );
}

export function areThere({ file }: Pick<EventOf<'requested'>, 'file'>): Remark {
  return { problem: 'Codex has written its findings', next: [{ act: 'completeReview', file }] };
}

/** Party cannot remind a Codex without a pane, and a new request would waste what the running one has cost. */
export function isRunHeadless({ at, runner }: EventOf<'requested'>, what: string): string {
  const pid = runner === undefined ? undefined : Number.parseInt(runner, 10);
  const running = `${what} is being reviewed by Codex without a pane, since ${at}`;
  if (pid !== undefined && isStopped(pid)) return `${running}, by process ${pid}. ${stoppedText(pid)}`;
  const end = pid === undefined ? 'end it where it was started' : `end process ${pid}: kill ${pid}`;
  return `${running}. To stop it, ${end}`;
}

/** A round without an answer is asked again under the same number. */
function nextRound(cycle: Cycle | undefined): number {
  if (cycle === undefined) return 1;
  return openRequest(cycle)?.round ?? (cycle.asked.at(-1)?.event.round ?? 0) + 1;
}

function previousTree(cycle: Cycle | undefined, round: number): string | null {
  return cycle?.asked.findLast(({ event }) => event.round === round - 1)?.event.tree ?? null;
}

// Asks Codex for a review: with a message to its pane, or headless where there is no tmux.

import { join } from 'node:path';
import { senderOf } from '../../core/base/actor.ts';
import { isPartyError, messageOf, PartyError, refused } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Remark, WayOut } from '../../core/base/remark.ts';
import { reviewer } from '../../core/base/role.ts';
import { isCollab } from '../../core/findings/ledgerFinding.ts';
import { reviewLine } from '../../core/messages/paneLines.ts';
import { parseDuration, secondsOrMilliseconds } from '../../core/messages/talk.ts';
import { type ReviewAnswer, type ReviewSubject, requestText } from '../../core/review/requestText.ts';
import { ended } from '../../core/session/bringBack.ts';
import { findReviewer } from '../../node/codex/findReviewer.ts';
import { type HeadlessReview, runHeadlessReview } from '../../node/codex/headlessReview.ts';
import { codexFindingsFile } from '../../node/messages/letterDraft.ts';
import { openPost, type Post, send } from '../../node/messages/send.ts';
import { settleParty } from '../../node/messages/settleParty.ts';
import { readSpecification } from '../../node/plan/specification.ts';
import { projectTop } from '../../node/project/paths.ts';
import { type BegunRound, beginRound, type RoundRequest } from '../../node/review/beginRound.ts';
import { completeRound } from '../../node/review/completeRound.ts';
import { giveUpRound } from '../../node/review/giveUpRound.ts';
import { openReview } from '../../node/review/openReview.ts';
import { showReviewOnLine } from '../../node/status/showOnLine.ts';
import { readStandstill } from '../../node/status/standstill.ts';
import { mustBeHumanWithReason } from '../../node/tmux/caller.ts';
import { goOnAfterLimit } from '../messages/goOnAfterLimit.ts';
import { tmuxClaudeScript } from '../messages/scripts.ts';
import { sentState } from '../messages/sent.ts';
import type { Cli } from '../party/cli.ts';
import { interruption } from '../party/interruption.ts';
import { showProgress } from '../party/progress.ts';
import { reportRound } from './verdicts.ts';

export interface Wanted extends Pick<RoundRequest, 'base' | 'title' | 'document' | 'beyond'> {
  readonly delta: boolean;
  readonly headless: boolean;
  /** For a headless review: how long it may take, as the user wrote it. */
  readonly timeout?: string | undefined;
}

/** BASE and TITLE from the command line. A single operand with a space in it can only be the title. */
export function baseAndTitle(operands: readonly string[]): Pick<Wanted, 'base' | 'title'> {
  const [first, second] = operands;
  const titleOnly = first !== undefined && second === undefined && /\s/.test(first.trim());
  return titleOnly ? { title: first } : { base: first === '' ? undefined : first, title: second };
}

export async function requestReview(cli: Cli, wanted: Wanted): Promise<number> {
  // Outside a repository, say that, rather than that there is no party.
  const { git, log } = await openReview(cli);
  await checkBeyond(cli, wanted.beyond);
  // This takes back a round whose turn failed, so that it does not block the new one.
  await settleParty(cli, __dirname);
  const post = wanted.headless ? undefined : await openPostIfTmux(cli);
  return post === undefined ? reviewHeadless(cli, { top: git.top, log }, wanted) : askCodex(cli, post, wanted);
}

/** The limit on rounds keeps two agents from going on forever, so neither of them may lift it. */
async function checkBeyond(cli: Cli, reason: string | undefined): Promise<void> {
  if (reason === undefined) return;
  const refusal = 'Only the human can let the rounds go on: ask for it, and wait';
  await mustBeHumanWithReason(cli, reason, { act: 'requestBeyond', refusal });
}

/** Undefined where tmux is not installed: Codex then reviews headless. */
async function openPostIfTmux(cli: Cli): Promise<Post | undefined> {
  try {
    const post = await openPost(cli);
    // Check first that a program is there to take the request.
    const { pane } = await post.delivery.locate(reviewer);
    if (pane.dead) throw refused(codexEnded({ act: 'requestHeadless' }));
    return post;
  } catch (error) {
    if (isPartyError(error, 'NO_SESSION')) {
      throw withoutParty(error);
    }
    if (!isPartyError(error, 'TMUX_MISSING')) throw error;
    cli.say('tmux is not installed, so Codex reviews without a pane: this waits until it is done');
    return undefined;
  }
}

/** What the user can do when the party is gone or was never there. */
export function withoutParty({ code, problem, next }: PartyError): PartyError {
  return new PartyError(code, problem, { next: [...next, { act: 'restore' }, { act: 'requestHeadless' }] });
}

export function codexEnded(...then: readonly WayOut[]): Remark {
  const { problem, next } = ended(['codex']);
  return { problem, next: [...next, ...then] };
}

async function askCodex(cli: Cli, post: Post, wanted: Wanted): Promise<number> {
  const { pane } = await post.delivery.locate(reviewer, 'recently');
  const begun = await beginRound(cli, {
    ...wanted,
    standstill: standstillHere(cli),
    headless: false,
    adapter: pane.adapter,
    findingsFile: (request) => codexFindingsFile(post.stateDir, request),
  });
  const { request, file: findings, round } = begun.event;
  try {
    const { message, waiting } = await send(post, __dirname, {
      id: request,
      to: reviewer,
      from: senderOf(cli.env),
      kind: 'review',
      subject: oneLine(begun.event.title ?? ''),
      round,
      text: await textOf(cli, begun, paneAnswer(cli, findings)),
      line: reviewLine,
      response: () => findings,
    });
    if (wanted.document === undefined) await showReviewOnLine(cli, { kind: 'requested', round, blocking: 0 });
    const state = sentState(message);
    if (waiting !== undefined) cli.say(`It waits: ${oneLine(waiting.reason, 200)}`);
    const sentinel = wanted.document === undefined ? 'CODEX_REVIEW_REQUESTED' : 'CODEX_PLAN_REVIEW_REQUESTED';
    const { file } = message;
    const lines = [sentinel, `state: ${state}`, `id: ${request}`, `file: ${file}`, `findings: ${findings}`];
    cli.print({
      json: { sentinel, state, id: request, file, findings, round },
      text: `${[...lines, `round: ${round}`].join('\n')}\n`,
    });
    return exits.success;
  } catch (error) {
    await giveUp(cli, request, `it could not be sent: ${reasonOf(error)}`);
    throw error;
  }
}

/** Codex writes the file itself and reports it with the script of its skill. */
function paneAnswer({ paths }: Pick<Cli, 'paths'>, file: string): ReviewAnswer {
  return { kind: 'file', file, notify: tmuxClaudeScript(paths) };
}

async function textOf(cli: Cli, { event, review, previousTree }: BegunRound, answer: ReviewAnswer): Promise<string> {
  const { request, round, document, baseName = '' } = event;
  // A later round keeps the title of the earlier ones unless the request names a new one.
  const before = document === undefined && event.cycle === review.cycle ? review.rounds : [];
  const title = event.title || (before.findLast((one) => one.title !== '')?.title ?? '');
  // Collab asks Codex about its own findings.
  const findings = review.findings.filter(
    (one) => one.document === (document ?? null) && !isCollab(one) && one.origin === undefined,
  );
  const plan = await readSpecification(cli.paths, projectTop(cli.cwd));
  const subject = subjectOf(event, previousTree);
  return requestText({ request, round, title, baseName, subject, plan, findings, answer });
}

function subjectOf({ document, delta, base, tree }: BegunRound['event'], before: string | null): ReviewSubject {
  if (document !== undefined) return { kind: 'document', file: document };
  return delta && before !== null && tree !== null
    ? { kind: 'delta', base, before, tree }
    : { kind: 'change', base, tree };
}

function standstillHere(cli: Cli): NonNullable<RoundRequest['standstill']> {
  return (waiting, { directory }) => readStandstill(cli, directory, waiting);
}

const defaultTimeout = '15m';

async function reviewHeadless(cli: Cli, project: Pick<HeadlessReview, 'top' | 'log'>, wanted: Wanted): Promise<number> {
  const timeoutMs = parseDuration(wanted.timeout ?? defaultTimeout, '--timeout', secondsOrMilliseconds);
  const probe = await findReviewer({ env: cli.env, home: cli.paths.home }, await cli.config(cli.cwd));
  const begun = await beginRound(cli, {
    ...wanted,
    standstill: standstillHere(cli),
    headless: true,
    findingsFile: (request, log) => join(log.directory, 'findings', `${request}.json`),
  });
  const { request, file } = begun.event;
  const { signal, release } = interruption();
  const progress = showProgress(cli, 'Codex');
  try {
    const asked = await textOf(cli, begun, { kind: 'message' });
    const onDoing = (doing: string) => progress.note(doing);
    const codex = { env: cli.env, reviewer: probe, ...project, signal, onDoing };
    const review = { ...codex, request: asked, file, timeoutMs };
    const answer = await goOnAfterLimit(cli, 'review', () => runHeadlessReview(review));
    const completed = await completeRound(cli, file, { answer });
    progress.done();
    return reportRound(cli, completed);
  } catch (error) {
    progress.done();
    await giveUp(cli, request, reasonOf(error));
    throw error;
  } finally {
    release();
  }
}

/**
 * The caller reports why the request failed. If taking the round back fails as well, the next request finds it open.
 */
async function giveUp(cli: Cli, request: string, reason: string): Promise<void> {
  await giveUpRound(cli, { request }, reason).catch(() => {});
}

function reasonOf(error: unknown): string {
  return oneLine(messageOf(error), 500);
}

// The verdicts, and what is printed about them. None of them needs tmux. Their sentinels only inform: the project log
// is what counts, and the code that writes it has checked the preconditions.

import type { Act } from '../../core/base/acts.ts';
import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { commandLine, type Reader, remarkText } from '../../core/base/remark.ts';
import { warningWords } from '../../core/findings/codes.ts';
import { isAbout, isBlocking, isUnresolved } from '../../core/findings/ledgerFinding.ts';
import { approvalProblem, unprovenProblem } from '../../core/review/approval.ts';
import type { Review } from '../../core/review/review.ts';
import { areRoundsUsedUp } from '../../core/review/rounds.ts';
import { type CompletedRound, completeRound } from '../../node/review/completeRound.ts';
import { approve, needsDiscussion, reReview } from '../../node/review/reviewActs.ts';
import { isReviewerInTurn } from '../../node/review/reviewersTurn.ts';
import { showReviewOnLine } from '../../node/status/showOnLine.ts';
import type { Cli } from '../party/cli.ts';
import { givenText } from '../party/textInput.ts';
import { findingRow } from './rows.ts';

export async function completeReview(cli: Cli, file: string): Promise<number> {
  return reportRound(cli, await completeRound(cli, file));
}

export async function reportRound(cli: Cli, completed: CompletedRound): Promise<number> {
  await showReviewOnLine(cli, completed.review.status);
  return completed.origin === 'unproven' ? reportUnproven(cli, completed) : reportCompleted(cli, completed);
}

/** The findings are shown, but nothing shows that Codex has reviewed the change. */
async function reportUnproven(cli: Cli, { request, intake, spoken, review }: CompletedRound): Promise<number> {
  const sentinel = 'CODEX_REVIEW_UNPROVEN';
  const isInTurn = await isReviewerInTurn(cli, request);
  const found = review.findings.filter(isAbout(request.document ?? null)).filter(({ origin }) => origin !== undefined);
  const problem = unprovenProblem({ n: request.round, unproven: '' });
  const next = isInTurn
    ? 'wait until Codex ends its turn'
    : remarkText({ ...problem, problem: why(request) }, cli.reader);
  const { round, request: id } = request;
  const more = found.length - rowsShown;
  cli.print({
    json: {
      ...{ sentinel, id, round, origin: 'unproven', inTurn: isInTurn },
      ...{ found: found.length, open: found.length, blocking: found.filter(isBlocking).length },
      ...{ source: spoken ? 'last-message' : 'file', warnings: intake.warnings, summary: intake.summary },
      findings: found,
    },
    text: `${[
      sentinel,
      `round: ${round}`,
      'origin: unproven',
      problem.problem,
      ...(isInTurn
        ? ['Codex is still in its turn. When it ends, the findings count by themselves if Codex has written them']
        : []),
      `found: ${found.length}`,
      ...(intake.summary.trim() === '' ? [] : [`summary: ${oneLine(intake.summary, 500)}`]),
      ...intake.warnings.map((code) => `warning: ${warningWords[code]} (${code})`),
      ...found.slice(0, rowsShown).map((finding) => `  ${findingRow(finding)}`),
      ...(more > 0 ? [cli.named(`  and ${more} more: party findings list`)] : []),
      `next: ${next}`,
    ].join('\n')}\n`,
  });
  return exits.success;
}

function why({ adapter }: CompletedRound['request']): string {
  return adapter === 'generic'
    ? 'The reviewer is a generic program. Only the human can accept its word: "review": { "trustGenericReviewer": true } in ~/.tmux-team/config.json'
    : 'No turn of Codex has written this file as it is now';
}

const rowsShown = 50;

function reportCompleted(cli: Cli, { request, intake, spoken, origin, review }: CompletedRound): number {
  const open = review.findings.filter(isAbout(request.document ?? null)).filter(isUnresolved);
  const blocking = open.filter(isBlocking).length;
  const { warnings, summary } = intake;
  const more = open.length - rowsShown;
  const sentinel = 'CODEX_REVIEW_RAN';
  cli.print({
    json: {
      sentinel,
      id: request.request,
      round: request.round,
      found: intake.findings.length,
      open: open.length,
      blocking,
      origin,
      source: spoken ? 'last-message' : 'file',
      warnings,
      summary,
      findings: open,
    },
    text: `${[
      sentinel,
      `round: ${request.round}`,
      `found: ${intake.findings.length}; open: ${open.length}, ${blocking} blocking`,
      ...(origin === 'generic' ? ['reviewer: generic'] : []),
      ...(spoken ? ['source: the last message of Codex, which wrote no file'] : []),
      ...(summary.trim() === '' ? [] : [`summary: ${oneLine(summary, 500)}`]),
      ...warnings.map((code) => `warning: ${warningWords[code]} (${code})`),
      ...open.slice(0, rowsShown).map((finding) => `  ${findingRow(finding)}`),
      ...(more > 0 ? [cli.named(`  and ${more} more: party findings list`)] : []),
      cli.named(
        `next: ${request.document === undefined ? nextStep(review, blocking, cli.reader) : nextForDocument(open.length)}`,
      ),
    ].join('\n')}\n`,
  });
  return exits.success;
}

function nextForDocument(open: number): string {
  return open === 0 ? 'nothing is open' : 'party findings triage KEY fixed|rejected|out-of-scope';
}

/** Why the change cannot be approved yet, and what to do instead. */
function nextStep(review: Review, blocking: number, reader: Reader): string {
  const command = (act: Act) => commandLine({ act }, reader);
  if (blocking > 0 && areRoundsUsedUp(review)) {
    return `${command('requestReReview')}, fix, and tell the human: the rounds are used up, so only the human can ask for another one`;
  }
  if (blocking > 0) return `${command('requestReReview')}, fix, and ${command('requestDeltaReview')}`;
  const problem = approvalProblem(review);
  return problem === undefined ? command('approve') : remarkText(problem, reader);
}

export async function approveChange(cli: Cli, targeted: string | undefined): Promise<number> {
  const { status, missing } = await approve(cli, { targeted });
  await showReviewOnLine(cli, status);
  const { round, hash, origin } = status;
  const reason = targeted === undefined ? null : oneLine(targeted, 500);
  const lines = [
    'CODEX APPROVED',
    `round: ${round}`,
    `hash: ${hash ?? ''}`,
    ...(reason === null ? [] : [`targeted: ${reason}`]),
    ...(origin === 'generic' ? ['reviewer: generic'] : []),
    ...(missing.length === 0 ? [] : [`missing for a pull request: ${missing.join(', ')}`]),
  ];
  cli.print({
    json: { sentinel: 'CODEX APPROVED', round, hash, targeted: reason, missing, ...(origin && { origin }) },
    text: `${lines.join('\n')}\n`,
  });
  return exits.success;
}

export async function requestChanges(cli: Cli, given = 'changes are needed'): Promise<number> {
  const reason = await givenText(given);
  const { status } = await reReview(cli, reason);
  await showReviewOnLine(cli, status);
  return reportVerdict(cli, 'CODEX REQUEST_CHANGES', status.round, reason);
}

export async function discuss(cli: Cli, given = 'Multiple valid approaches or unresolvable findings'): Promise<number> {
  const reason = await givenText(given);
  const { status } = await needsDiscussion(cli, reason);
  await showReviewOnLine(cli, status);
  return reportVerdict(cli, 'CODEX NEEDS_DISCUSSION', status.round, reason);
}

/** The reason shares the sentinel's line, so that no text in it can pass for a sentinel. */
function reportVerdict(cli: Cli, verdict: string, round: number, reason: string): number {
  const words = oneLine(reason, 500);
  const sentinel = `${verdict} — ${words}`;
  cli.print({ json: { sentinel: verdict, round, reason: words }, text: `${sentinel}\nround: ${round}\n` });
  return exits.success;
}

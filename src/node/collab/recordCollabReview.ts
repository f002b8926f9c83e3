// Records a verdict: its findings in the ledger, and the review as a file for the user. Request and answer go into the
// log together, once there is an answer, so that a killed review leaves no open request.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { reviewer } from '../../core/base/role.ts';
import { type CollabVerdict, collabReviewsFolder, type ReviewLogEntry } from '../../core/collab/collab.ts';
import type { Effort } from '../../core/collab/model/effort.ts';
import { writeReviewFile } from '../../core/collab/reviewFile.ts';
import { reviewId } from '../../core/collab/reviewId.ts';
import { isBlocking, isForHuman, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import type { EventOf } from '../../core/project/event.ts';
import type { Head } from '../../core/review/base.ts';
import type { Cycle } from '../../core/review/cycle.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Machine } from '../project/machine.ts';
import { readHead } from '../review/changeBase.ts';
import { openReview } from '../review/openReview.ts';
import { sha256 } from '../system/hash.ts';
import { makeMessageId } from '../system/random.ts';
import { isFsError, writeAtomic } from '../system/store.ts';
import { checkCollabFolder } from './collabFiles.ts';
import { issueFindings } from './issueFindings.ts';

export interface CollabReview {
  readonly type: 'design' | 'task';
  /** From 1; null for the design. */
  readonly task: number | null;
  readonly design: { readonly file: string; readonly text: string };
  /** The tree that Codex was shown; null for the design. */
  readonly tree: string | null;
  readonly files: readonly string[];
  readonly lines: number;
  readonly verdict: CollabVerdict;
  readonly model: string | null;
  readonly effort: Effort | null;
  /** When Codex was asked: ISO. */
  readonly askedAt: string;
}

export interface RecordedReview {
  /** Relative to the project. */
  readonly file: string;
  /**
   * For the state's review_log. Its `blocking` is the number of findings that keep a task open, as in `blocking` below.
   */
  readonly entry: ReviewLogEntry;
  /** The findings of this review, in its order, with their keys in the ledger. */
  readonly raised: readonly LedgerFinding[];
  /** All open blocking findings of tasks, from this review or earlier ones, without the conflicts. */
  readonly blocking: readonly LedgerFinding[];
}

export async function recordCollabReview(machine: Machine, review: CollabReview): Promise<RecordedReview> {
  const { git, log } = await openReview(machine);
  const { type, task, verdict } = review;
  const folder = await reviewsFolder(git.top);
  const findings = await issueFindings(git, review);
  return log.transaction(async (state) => {
    const at = new Date().toISOString();
    const id = reviewId({ task, at: new Date(at) }, await takenIds(folder));
    const file = `${collabReviewsFolder}/${id}.md`;
    const head = await readHead(git);
    const before = cycleFor(state, review, head.branch);
    const requested = requestedEvent(review, { before, head, file: join(git.top, file) });
    const received = receivedEvent(review, { request: requested.request, at, findings });
    const cycles = state.fork().take([requested, received]).collabCycles(head.branch);
    const raised = cycles.find((one) => one.id === requested.cycle)?.findings.slice(0, findings.length) ?? [];
    // Write the file before the log: the log decides, so a file without an entry does no harm.
    await writeAtomic(join(git.top, file), reviewFileText(review, at, raised));
    await log.append(requested);
    await log.append(received);
    const blocking = blockingOf(cycles);
    const count = type === 'design' ? raised.filter(isBlocking).length : blocking.length;
    const entry = { id, type, task_index: task, at, issues: verdict.issues.length, blocking: count };
    return { file, entry, raised, blocking };
  });
}

function requestedEvent(
  review: CollabReview,
  { before, head, file }: { readonly before: Cycle | undefined; readonly head: Head; readonly file: string },
): EventOf<'requested'> {
  const { type, task, tree, askedAt } = review;
  const request = makeMessageId();
  return {
    event: 'requested',
    actor: reviewer,
    request,
    cycle: before?.id ?? request,
    round: nextRound(before),
    at: askedAt,
    hash: hashOf(review),
    branch: head.branch,
    base: head.commit ?? '',
    tree,
    file,
    title: task === null ? 'Design' : `Task ${task}`,
    delta: before !== undefined,
    headless: true,
    collab: type,
    ...(type === 'design' ? { document: review.design.file } : {}),
  };
}

function receivedEvent(
  review: CollabReview,
  { request, at, findings }: Pick<EventOf<'received'>, 'request' | 'at' | 'findings'>,
): EventOf<'received'> {
  const { summary, resolved } = review.verdict;
  return {
    event: 'received',
    actor: reviewer,
    request,
    at,
    findings,
    warnings: [],
    summary,
    filesReviewed: filesReviewed(review),
    resolved,
    origin: 'exec',
  };
}

/** `raised` are the findings of this review, in the order of its issues. */
function reviewFileText(review: CollabReview, at: string, raised: readonly LedgerFinding[]): string {
  const { type, task, model, effort, lines, verdict } = review;
  return writeReviewFile({
    type,
    task,
    model,
    reasoning: effort,
    timestamp: at,
    filesReviewed: filesReviewed(review),
    files: type === 'design' ? [review.design.file] : review.files,
    linesChanged: lines,
    summary: verdict.summary,
    resolved: verdict.resolved,
    issues: verdict.issues.map((issue, index) => ({ ...issue, key: raised[index]?.key ?? '' })),
  });
}

function filesReviewed({ type, files }: CollabReview): number {
  return type === 'design' ? 1 : files.length;
}

/**
 * The cycle of this branch, or else the cycle of this session, which began on another branch. Each design, like every
 * document, has its own cycle.
 */
function cycleFor(state: LogState, { type, design }: CollabReview, branch: string): Cycle | undefined {
  const document = type === 'design' ? design.file : null;
  const cycles = state.collabCycles(branch).filter((one) => one.collab === type && one.document === document);
  return cycles.findLast((one) => one.branch === branch) ?? cycles.at(-1);
}

function nextRound(cycle: Cycle | undefined): number {
  return (cycle?.asked.at(-1)?.event.round ?? 0) + 1;
}

/** Names what Codex looked at. It is not evidence. */
function hashOf({ tree, design }: CollabReview): string {
  return tree ?? sha256(design.text);
}

function blockingOf(cycles: readonly Cycle[]): LedgerFinding[] {
  return cycles
    .filter((cycle) => cycle.collab === 'task')
    .flatMap(({ findings }) => findings)
    .filter((finding) => isBlocking(finding) && !isForHuman(finding));
}

/** Throws when a link would make Party write outside the project. */
async function reviewsFolder(top: string): Promise<string> {
  await checkCollabFolder(top);
  const folder = join(top, collabReviewsFolder);
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return folder;
  const what = found.isSymbolicLink() ? 'a symbolic link' : 'not a folder';
  throw new PartyError('STATE_UNSAFE', `${collabReviewsFolder} is ${what}. Collab needs a folder of its own there`);
}

async function takenIds(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).map((name) => name.replace(/\.md$/, ''));
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return [];
    throw error;
  }
}

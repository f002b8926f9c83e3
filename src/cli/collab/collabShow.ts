// The reading half of `party collab`: its state, its reviews, and one of them.

import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { remarkText, type WayOut, wayText } from '../../core/base/remark.ts';
import { english } from '../../core/base/translate.ts';
import type { CollabState, ReviewLogEntry } from '../../core/collab/collab.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { collabWords } from '../../core/collab/collabText.ts';
import { isActivePhase } from '../../core/collab/machine.ts';
import { readReviewFile } from '../../core/collab/reviewFile.ts';
import type { EventOf } from '../../core/project/event.ts';
import { budgetProblem } from '../../node/codex/budget.ts';
import { isSkipAsked, readCollab } from '../../node/collab/collabFiles.ts';
import { collabNow } from '../../node/collab/collabNow.ts';
import { collabChanges, openCollab } from '../../node/collab/openCollab.ts';
import { listReviews, readReviewText, reviewPath } from '../../node/collab/reviewFiles.ts';
import type { Cli } from '../party/cli.ts';

export async function showCollabStatus(cli: Cli): Promise<number> {
  const opened = await openCollab(cli);
  const { top } = opened.git;
  const { state, setAside, edited } = await readCollab(top, cli);
  const { lastCollabTurn } = await opened.log.state();
  const used = state !== null && isActivePhase(state.phase) ? await budgetProblem(cli, opened.log) : undefined;
  const budget = used === undefined ? null : remarkText(used, cli.reader);
  const reviews = await listReviews(top, state?.review_log ?? []);
  const changes = state !== null && isActivePhase(state.phase) ? await collabChanges(opened, state) : undefined;
  const unreviewed = changes === undefined ? null : { files: changes.files, lines: changes.lines, lost: changes.lost };
  const skip = await isSkipAsked(top);
  // The state for display: a review whose process was killed does not count as running.
  const collab = collabStatus((await collabNow(cli.paths, top)).state);
  const lines = [
    `Collab: ${collabWords({ collab }, english)}`,
    ...rows(state, unreviewed).map(([name, value]) => `  ${`${name}:`.padEnd(width)}${value}`),
    ...(skip && state !== null ? ['The next review is skipped'] : []),
    ...(setAside === null ? [] : [setAside]),
    ...(state === null ? (edited === null ? [] : [edited]) : lastEdit(lastCollabTurn)),
    ...(budget === null ? [] : [budget]),
    ...(collab.held ? heldWays.map((way) => wayText(way, cli.reader)) : []),
    ...(state === null ? [cli.named('Start it with: party collab start')] : []),
    ...(reviews.length === 0 ? [] : [cli.named(`The reviews: party collab reviews (${reviews.length})`)]),
  ];
  const json = {
    top,
    collab,
    design: state?.design ?? null,
    skip,
    unreviewed,
    reviews,
    setAside,
    edited,
    budget,
    state,
  };
  cli.print({ json, text: cli.named(`${lines.join('\n')}\n`) });
  return exits.success;
}

/** While collab waits for a human, it refuses both to agents. */
const heldWays: readonly WayOut[] = [{ act: 'resumeCollab' }, { act: 'cancelCollab', by: 'human' }];

export async function showReviews(cli: Cli): Promise<number> {
  const opened = await openCollab(cli);
  const { top } = opened.git;
  const { state } = await readCollab(top);
  const log = state?.review_log ?? [];
  const reviews = (await listReviews(top, log)).map((id) => ({
    id,
    file: reviewPath(id),
    logged: log.findLast((entry) => entry.id === id) ?? null,
  }));
  const text = reviews.map(({ id, logged }) => `${id}${logged === null ? '' : `  ${found(logged)}`}`);
  cli.print({
    json: { top, reviews },
    text: reviews.length === 0 ? 'No reviews yet\n' : `${text.join('\n')}\n`,
  });
  return exits.success;
}

export async function showCollabReview(cli: Cli, id: string): Promise<number> {
  const { top } = (await openCollab(cli)).git;
  const text = await readReviewText(top, id);
  cli.print({ json: { id, file: reviewPath(id), review: readReviewFile(text) ?? null, text }, text });
  return exits.success;
}

/** An agent's call may have been the first to notice the edit, so show it to the user again. */
function lastEdit(last: EventOf<'collab'> | null): string[] {
  return last?.what === 'edited' ? [oneLine(`${last.reason ?? ''} (seen ${last.at})`, 600)] : [];
}

const width = 13;

function rows(
  state: CollabState | null,
  unreviewed: { readonly files: readonly string[]; readonly lines: number; readonly lost: boolean } | null,
): [string, string][] {
  if (state === null) return [];
  const last = state.review_log.at(-1);
  return [
    ['design', oneLine(state.design, 200)],
    ['since', oneLine(state.last_transition)],
    ...(state.rounds > 0 ? [['rounds', `${state.rounds} with something blocking`] as [string, string]] : []),
    ...(last === undefined ? [] : [['last review', `${oneLine(last.id)}, ${found(last)}`] as [string, string]]),
    ...(unreviewed === null ? [] : [['to review', changedText(unreviewed)] as [string, string]]),
  ];
}

function changedText({
  files,
  lines,
  lost,
}: {
  readonly files: readonly string[];
  readonly lines: number;
  readonly lost: boolean;
}): string {
  const where = lost ? 'since the base of the change, because the checkpoint is gone' : 'since the last checkpoint';
  if (files.length === 0) return `no changes ${where}`;
  return `${files.length === 1 ? '1 file' : `${files.length} files`}, ${lines === 1 ? '1 line' : `${lines} lines`} ${where}`;
}

function found({ issues, blocking }: ReviewLogEntry): string {
  if (issues === 0) return 'nothing found';
  return `${issues === 1 ? '1 issue' : `${issues} issues`}, ${blocking} blocking`;
}

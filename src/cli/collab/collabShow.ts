// The reading half of `party collab`: its state, its reviews, and one of them.

import { exits } from '../../core/base/exits.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { english } from '../../core/base/translate.ts';
import type { CollabState, ReviewLogEntry } from '../../core/collab/collab.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { collabWords } from '../../core/collab/collabText.ts';
import { isRunning } from '../../core/collab/machine.ts';
import { readReviewFile } from '../../core/collab/reviewFile.ts';
import type { EventOf, ProjectEvent } from '../../core/project/event.ts';
import { budgetProblem } from '../../node/codex/budget.ts';
import { collabChanges, openCollab } from '../../node/collab/collabActs.ts';
import { isSkipAsked, readCollab } from '../../node/collab/collabFiles.ts';
import { collabNow } from '../../node/collab/collabNow.ts';
import { listReviews, readReviewText, reviewPath } from '../../node/collab/reviewFiles.ts';
import type { Cli } from '../party/cli.ts';

export async function showStatus(cli: Cli): Promise<number> {
  const opened = await openCollab(cli);
  const { top } = opened.git;
  const { state, setAside, edited } = await readCollab(top, cli);
  const events = await opened.log.events();
  const used = state !== null && isRunning(state.phase) ? await budgetProblem(cli, opened.log) : undefined;
  const reviews = await listReviews(top, state?.review_log ?? []);
  const changes = state !== null && isRunning(state.phase) ? await collabChanges(opened, state) : undefined;
  const unreviewed = changes === undefined ? null : { files: changes.files, lines: changes.lines, lost: changes.lost };
  const skip = await isSkipAsked(top);
  // The state for display: a review whose process was killed does not count as running.
  const collab = collabStatus((await collabNow(cli.paths, top)).state);
  const lines = [
    `Collab: ${collabWords({ collab }, english)}`,
    ...rows(state, unreviewed).map(([name, value]) => `  ${`${name}:`.padEnd(width)}${value}`),
    ...(skip && state !== null ? ['The next stop with something to review is let through without it'] : []),
    ...(setAside === null ? [] : [setAside]),
    ...(state === null ? (edited === null ? [] : [edited]) : lastEdit(events)),
    ...(used === undefined ? [] : [used]),
    ...(collab.held ? ['You decide. Go on with: party collab resume; or end it: party collab cancel'] : []),
    ...(state === null ? ['Start it with: party collab start'] : []),
    ...(reviews.length === 0 ? [] : [`The reviews: party collab reviews (${reviews.length})`]),
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
    budget: used ?? null,
    state,
  };
  cli.print({ json, text: `${lines.join('\n')}\n` });
  return exits.success;
}

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
    text: reviews.length === 0 ? 'There are no reviews\n' : `${text.join('\n')}\n`,
  });
  return exits.success;
}

export async function showReview(cli: Cli, id: string): Promise<number> {
  const { top } = (await openCollab(cli)).git;
  const text = await readReviewText(top, id);
  cli.print({ json: { id, file: reviewPath(id), review: readReviewFile(text) ?? null, text }, text });
  return exits.success;
}

/** An agent's call may have been the first to notice the edit, so show it to the user again. */
function lastEdit(events: readonly ProjectEvent[]): string[] {
  const last = events.findLast(
    (event): event is EventOf<'collab'> =>
      event.event === 'collab' && (event.what === 'edited' || event.what === 'started'),
  );
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
  if (files.length === 0) return `nothing was changed ${where}`;
  return `${files.length === 1 ? '1 file' : `${files.length} files`}, ${lines === 1 ? '1 line' : `${lines} lines`} ${where}`;
}

function found({ issues, blocking }: ReviewLogEntry): string {
  if (issues === 0) return 'nothing found';
  return `${issues === 1 ? '1 issue' : `${issues} issues`}, ${blocking} blocking`;
}

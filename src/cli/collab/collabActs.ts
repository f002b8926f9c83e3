// The acting half of `party collab`: start, pause, resume, skip, cancel, complete, and a review now.

import { isPartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { type Remark, remarkText } from '../../core/base/remark.ts';
import { english } from '../../core/base/translate.ts';
import type { CollabOutcome, CollabQuiet, CollabState } from '../../core/collab/collab.ts';
import { collabStatus } from '../../core/collab/collabStatus.ts';
import { collabWords } from '../../core/collab/collabText.ts';
import { tellStop } from '../../core/collab/stopFeedback.ts';
import { parseDuration, secondsOrMilliseconds } from '../../core/messages/talk.ts';
import {
  type CollabActed,
  cancelCollab,
  completeCollab,
  pauseCollab,
  resumeCollab,
  skipCollab,
  startCollab,
} from '../../node/collab/collabActs.ts';
import { reviewStop } from '../../node/collab/reviewStop.ts';
import { partiesHere } from '../../node/tmux/parties.ts';
import { goOnAfterLimit } from '../messages/goOnAfterLimit.ts';
import type { Cli } from '../party/cli.ts';
import { interruption } from '../party/interruption.ts';
import { showProgress } from '../party/progress.ts';

export async function start(cli: Cli, design: string | undefined): Promise<number> {
  const acted = await startCollab(cli, { design });
  const notes = (await isPartyHere(cli)) ? acted.notes : [...acted.notes, withoutParty];
  return told(cli, { ...acted, notes }, ({ state }) => [
    `Collab is on: Codex reviews ${state?.design}, then each task, whenever Claude stops${tasksOf(state)}`,
    'The current code counts as reviewed',
  ]);
}

/** Only the Claude of a party has the hook that asks Codex. */
const withoutParty: Remark = {
  problem: 'No party is running here, and only the Claude of a party is reviewed whenever it stops',
  next: [{ act: 'start' }, { act: 'reviewCollab' }],
};

async function isPartyHere(cli: Cli): Promise<boolean> {
  try {
    return (await partiesHere(cli)).length > 0;
  } catch (error) {
    if (isPartyError(error)) return false;
    throw error;
  }
}

export async function pause(cli: Cli): Promise<number> {
  return told(cli, await pauseCollab(cli), ({ changed }) => [
    changed ? 'Paused: Codex reviews nothing until you resume, and keeps its position' : 'Already paused',
    'Continue with: party collab resume',
  ]);
}

export async function resume(cli: Cli): Promise<number> {
  return told(cli, await resumeCollab(cli), ({ changed, state }) => [
    changed ? `Collab continues: ${words(state)}` : `It was not paused: ${words(state)}`,
  ]);
}

export async function skip(cli: Cli, afterTurn: boolean): Promise<number> {
  const next = afterTurn ? 'The next time Claude stops after this turn' : 'The next time Claude stops';
  return told(cli, await skipCollab(cli, { afterTurn }), ({ changed }) => [
    changed
      ? `${next} with something to review, the review is skipped; the next review covers those changes too`
      : 'The next review is already being skipped',
  ]);
}

export async function cancel(cli: Cli): Promise<number> {
  return told(cli, await cancelCollab(cli), ({ changed }) => [changed ? 'Collab is off' : 'Collab was already off']);
}

export async function complete(cli: Cli): Promise<number> {
  return told(cli, await completeCollab(cli), ({ changed }) => [
    changed ? 'Collab is complete' : 'Collab was already complete',
  ]);
}

/** The hook passes `attached` at a Stop; people and agents ask without it. */
export async function reviewCollabNow(
  cli: Cli,
  { timeout, attached }: { timeout: string | undefined; attached: boolean },
): Promise<number> {
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout, '--timeout', secondsOrMilliseconds);
  const { signal, release } = interruption({ attached });
  const progress = showProgress(cli, 'Codex');
  try {
    const onDoing = (doing: string) => progress.note(doing);
    const stop = { signal, timeoutMs, onDoing, byHand: !attached };
    const outcome = await goOnAfterLimit(cli, 'collab', () => reviewStop(cli, stop));
    progress.done();
    cli.print({ json: outcome, text: `${outcomeText(cli, outcome)}\n` });
    return exits.success;
  } finally {
    progress.done();
    release();
  }
}

/** The same text as at a Stop: the part for Claude if there is one, else the part for the user. */
function outcomeText({ named }: Cli, outcome: CollabOutcome): string {
  const { block, said } = tellStop(outcome, { again: true });
  if (block !== null) return [...(outcome.edited === undefined ? [] : [outcome.edited]), block].join('\n');
  return said ?? named(quietText[outcome.kind === 'nothing' ? outcome.why : 'complete']);
}

const quietText: Readonly<Record<CollabQuiet, string>> = {
  off: 'Collab is off here. Start it with: party collab start',
  paused: 'Collab is paused. Continue with: party collab resume',
  skipped: 'This review was skipped',
  'no-design': 'There is no design yet',
  'nothing-changed': 'Nothing to review: no relevant changes since the last review',
  'review-running': 'Codex is already reviewing',
  'plan-review': 'The plan gate reviews the design: party plan status',
  budget: 'The budget is used up: party budget show',
  complete: 'Collab is complete',
};

function told(cli: Cli, acted: CollabActed, lines: (acted: CollabActed) => string[]): number {
  const { top, state, changed, notes } = acted;
  const texts = notes.map((note) => remarkText(note, cli.reader));
  cli.print({
    json: { top, changed, collab: collabStatus(state), design: state?.design ?? null, notes: texts, remarks: notes },
    text: cli.named(`${[...lines(acted), ...texts].join('\n')}\n`),
  });
  return exits.success;
}

function words(state: CollabState | null): string {
  return collabWords({ collab: collabStatus(state) }, english);
}

function tasksOf(state: CollabState | null): string {
  const total = state?.total_tasks ?? null;
  return total === null ? '' : ` (${total} ${total === 1 ? 'task' : 'tasks'})`;
}

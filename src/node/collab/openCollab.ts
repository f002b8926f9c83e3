// Collab of a project, opened: what a review would cover now, the tree that counts as reviewed, and the entries in the
// project's log.

import { actorOf } from '../../core/base/actor.ts';
import { PartyError } from '../../core/base/errors.ts';
import type { CollabState } from '../../core/collab/collab.ts';
import type { collabEvents } from '../../core/project/eventKinds.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Machine } from '../project/machine.ts';
import { isRepository, projectTop } from '../project/paths.ts';
import { type ChangesSince, changesSince } from '../review/changesSince.ts';
import { moveCheckpoint } from '../review/checkpoint.ts';
import { type OpenReview, openReview } from '../review/openReview.ts';

/** The changes that a review would cover now. */
export async function collabChanges(opened: OpenReview, state: CollabState): Promise<ChangesSince> {
  const { design, git_checkpoint, start_commit, checkpoint_base } = state;
  return changesSince(opened.git, git_checkpoint, {
    ignore: opened.options.ignore,
    design,
    startCommit: start_commit,
    base: checkpoint_base,
    baseNow: async () => knownBase(opened, await opened.log.state()),
  });
}

/**
 * Keeps the tree that Codex was shown, for the state that is written next. Call it after the verdict is recorded.
 * Returns the `base` of the event.
 */
export async function keepReviewed(opened: OpenReview, state: CollabState, tree: string): Promise<string | null> {
  await moveCheckpoint(opened.git, tree, state.git_checkpoint);
  return (await knownBase(opened, await opened.log.state())) ?? null;
}

/** Throws NOT_A_REPOSITORY. */
export async function openCollab(machine: Machine): Promise<OpenReview> {
  if (isRepository(projectTop(machine.cwd))) return openReview(machine);
  throw new PartyError(
    'NOT_A_REPOSITORY',
    `${machine.cwd} is not in a git repository, which collab needs to see what has changed. Run git init, or go to the project`,
  );
}

export interface CollabRecord {
  readonly what: (typeof collabEvents)[number];
  readonly state: Pick<CollabState, 'task_index'> | null;
  readonly reason?: string;
}

export async function recordCollab(
  { env }: Pick<Machine, 'env'>,
  { log }: Pick<OpenReview, 'log'>,
  { what, state, reason }: CollabRecord,
): Promise<void> {
  const task = state === null || state.task_index === 0 ? null : state.task_index;
  await log.append({ event: 'collab', actor: actorOf(env), what, task, ...(reason === undefined ? {} : { reason }) });
}

export async function knownBase(opened: OpenReview, state: LogState): Promise<string | undefined> {
  const { base, baseKnown } = await opened.change(state);
  return baseKnown ? base : undefined;
}

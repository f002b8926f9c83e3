// The state machine of collab: idle → designing → design_review → implementing → task_review → implementing … →
// complete. One pure function. An event that does not fit the phase returns the same state object.

import type { CollabPhase, CollabState, ReviewLogEntry } from './collab.ts';

/** What Codex answered, and what it had to review. */
interface Reviewed {
  readonly review: ReviewLogEntry;
  /** The number of tasks in the current design. */
  readonly total: number | null;
  readonly thread: string | null;
  /** The tree that Codex reviewed; null when the checkpoint does not move. */
  readonly checkpoint: string | null;
  readonly base?: string | null;
}

export type CollabEvent =
  | {
      readonly kind: 'start';
      readonly project: string;
      readonly design: string;
      readonly total: number | null;
      readonly checkpoint: string;
      readonly commit: string | null;
      readonly base: string | null;
    }
  /** Party asks Codex about the design or the task, whichever is due. */
  | { readonly kind: 'begin-review' }
  /** The review gave no verdict; the state returns to what it was before. */
  | { readonly kind: 'review-failed' }
  | ({ readonly kind: 'design-reviewed' } & Reviewed)
  /** The plan gate had the design reviewed. */
  | { readonly kind: 'design-approved'; readonly total: number | null }
  /** `limit` is how many reviews of one task may find something blocking. */
  | ({ readonly kind: 'task-reviewed'; readonly limit: number } & Reviewed)
  /** The task changed only documents, which need no review. */
  | {
      readonly kind: 'task-passed';
      readonly total: number | null;
      readonly checkpoint: string;
      readonly base: string | null;
    }
  | { readonly kind: 'pause' }
  /** Pauses until a human resumes collab. */
  | { readonly kind: 'hold'; readonly reason: string }
  | { readonly kind: 'resume' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'cancel' };

export function collabNext(state: CollabState, event: CollabEvent, at: string): CollabState {
  const next = transition(state, event);
  return next === state ? state : { ...next, last_transition: at };
}

/** Collab continues with every Stop, unless it is paused. */
export function isActivePhase(phase: CollabPhase): boolean {
  return phase !== 'idle' && phase !== 'complete';
}

/** Paused, and only a human can resume. */
export function isHeld({ paused, pause_reason }: CollabState): boolean {
  return paused && pause_reason !== null;
}

/** Which review a Stop asks for. A Stop asks again for a review whose process was killed. */
export function reviewDue({ phase }: CollabState): 'design' | 'task' | null {
  switch (phase) {
    case 'designing':
    case 'design_review':
      return 'design';
    case 'implementing':
    case 'task_review':
      return 'task';
    default:
      return null;
  }
}

/**
 * The last review of the task has blocking findings. When a human resumes collab the count restarts, but the findings
 * stay.
 */
export function isFlagged({ rounds, review_log, task_index }: CollabState): boolean {
  const last = review_log.at(-1);
  return rounds > 0 || (last?.type === 'task' && last.task_index === task_index && last.blocking > 0);
}

/** The state before the first start. */
export function idleCollab(project: string): CollabState {
  return {
    phase: 'idle',
    project,
    design: '',
    task_index: 0,
    total_tasks: null,
    codex_session_id: null,
    git_checkpoint: null,
    review_log: [],
    last_transition: '',
    paused: false,
    pause_reason: null,
    rounds: 0,
    cached_model: null,
    model_cached_at: null,
  };
}

function transition(state: CollabState, event: CollabEvent): CollabState {
  const { phase } = state;
  switch (event.kind) {
    case 'start':
      return isActivePhase(phase) ? state : started(event);
    case 'begin-review':
      if (state.paused) return state;
      if (phase === 'designing') return { ...state, phase: 'design_review' };
      return phase === 'implementing' ? { ...state, phase: 'task_review' } : state;
    case 'review-failed':
      if (phase === 'design_review') return { ...state, phase: 'designing' };
      return phase === 'task_review' ? { ...state, phase: 'implementing' } : state;
    case 'design-reviewed':
      return phase === 'design_review' ? firstTask(reviewed(state, event), event.total) : state;
    case 'design-approved':
      return reviewDue(state) === 'design' && !state.paused ? firstTask(state, event.total) : state;
    case 'task-reviewed':
      return phase === 'task_review' ? afterTask(reviewed(state, event), event) : state;
    case 'task-passed':
      return reviewDue(state) === 'task' && !state.paused && !isFlagged(state) ? passed(state, event) : state;
    case 'pause':
      return isActivePhase(phase) && !state.paused ? { ...state, paused: true, pause_reason: null } : state;
    case 'hold':
      return isActivePhase(phase) ? { ...state, paused: true, pause_reason: event.reason } : state;
    case 'resume':
      return state.paused ? { ...goesOn(state), rounds: isHeld(state) ? 0 : state.rounds } : state;
    case 'complete':
      return isActivePhase(phase) ? { ...goesOn(state), phase: 'complete', rounds: 0 } : state;
    case 'cancel':
      return phase === 'idle' ? state : idleCollab(state.project);
    default: {
      const unreachable: never = event;
      return unreachable;
    }
  }
}

function started(event: Extract<CollabEvent, { kind: 'start' }>): CollabState {
  const { project, design, total, checkpoint, commit, base } = event;
  return {
    ...idleCollab(project),
    phase: 'designing',
    design,
    total_tasks: total,
    git_checkpoint: checkpoint,
    start_commit: commit,
    checkpoint_base: base,
  };
}

function reviewed(state: CollabState, { review, thread, checkpoint, base }: Reviewed): CollabState {
  const moved = checkpoint === null ? {} : { git_checkpoint: checkpoint, checkpoint_base: base ?? null };
  return { ...state, ...moved, codex_session_id: thread, review_log: [...state.review_log, review] };
}

/** Whatever the review of the design found: Claude has the feedback and starts with the first task. */
function firstTask(state: CollabState, total: number | null): CollabState {
  return { ...state, phase: 'implementing', task_index: 1, total_tasks: total, rounds: 0 };
}

/** With a blocking finding Claude stays on the same task, until the rounds are used up. */
function afterTask(
  state: CollabState,
  { review, total, limit }: Extract<CollabEvent, { kind: 'task-reviewed' }>,
): CollabState {
  const next: CollabState = { ...state, phase: 'implementing', total_tasks: total };
  if (review.blocking > 0) {
    const rounds = state.rounds + 1;
    return rounds < limit
      ? { ...next, rounds }
      : { ...next, rounds, paused: true, pause_reason: tooManyRounds(state.task_index, rounds) };
  }
  return afterDone(next, total);
}

/** Moves the checkpoint: the changes up to it contained nothing to review. */
function passed(
  state: CollabState,
  { total, checkpoint, base }: Extract<CollabEvent, { kind: 'task-passed' }>,
): CollabState {
  const moved = { git_checkpoint: checkpoint, checkpoint_base: base };
  return afterDone({ ...state, ...moved, phase: 'implementing', total_tasks: total }, total);
}

function afterDone(state: CollabState, total: number | null): CollabState {
  if (total !== null && state.task_index >= total) return { ...goesOn(state), phase: 'complete', rounds: 0 };
  return { ...state, task_index: state.task_index + 1, rounds: 0 };
}

function goesOn(state: CollabState): CollabState {
  return { ...state, paused: false, pause_reason: null };
}

function tooManyRounds(task: number, rounds: number): string {
  const times = rounds === 1 ? 'once' : `${rounds} times in a row`;
  return `Codex found something blocking in task ${task}, ${times}`;
}

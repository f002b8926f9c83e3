// Where collab stands, in the form of `party status --json`.

import type { CollabPhase, CollabState } from './collab.ts';

export interface CollabStatus {
  readonly phase: CollabPhase;
  readonly paused: boolean;
  /** The task that is being worked at, from 1; null before there is one. */
  readonly task?: number | null;
  readonly total?: number | null;
  /** It pauses by itself until a human decides, and why. */
  readonly held?: string | null;
}

/** Null is idle. */
export function collabStatus(state: CollabState | null): CollabStatus {
  if (state === null) return { phase: 'idle', paused: false, task: null, total: null, held: null };
  const { phase, paused, task_index, total_tasks, pause_reason } = state;
  return {
    phase,
    paused,
    total: total_tasks,
    task: task_index > 0 ? task_index : null,
    held: paused ? pause_reason : null,
  };
}

// The state of collab in `party status --json`.

import type { CollabPhase, CollabState } from './collab.ts';

export interface CollabStatus {
  readonly phase: CollabPhase;
  readonly paused: boolean;
  /** The current task, from 1; null before the first. */
  readonly task?: number | null;
  readonly total?: number | null;
  /** Why collab paused by itself until a human decides. */
  readonly held?: string | null;
}

/** Null means idle. */
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

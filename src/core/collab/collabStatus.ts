// Where collab stands, in the form of `party status --json`.

import type { Status } from '../status/status.ts';
import type { CollabState } from './collab.ts';

/** Null is idle. */
export function collabStatus(state: CollabState | null): Status['collab'] {
  if (state === null) return { phase: 'idle', paused: false, task: null, total: null, held: null };
  const { phase, paused, task_index, total_tasks, pause_reason } = state;
  return {
    ...{ phase, paused, total: total_tasks },
    task: task_index > 0 ? task_index : null,
    held: paused ? pause_reason : null,
  };
}

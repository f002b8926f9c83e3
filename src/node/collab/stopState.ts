// What the steps of one Stop share: where it runs, what Codex reviews, and the change of collab's state.

import type { CollabOutcome, CollabQuiet, CollabState } from '../../core/collab/collab.ts';
import { type CollabEvent, collabNext } from '../../core/collab/machine.ts';
import { countTasks } from '../../core/collab/tasks.ts';
import type { Machine } from '../project/machine.ts';
import type { ChangesSince } from '../review/changesSince.ts';
import type { OpenReview } from '../review/openReview.ts';
import { changeCollab } from './collabFiles.ts';

export interface CollabStop {
  readonly machine: Machine;
  readonly opened: OpenReview;
  readonly top: string;
}

export interface DueReview {
  readonly state: CollabState;
  readonly design: string;
  /** Null when Codex reviews the design. */
  readonly changes: ChangesSince | null;
}

/** Null when collab has been switched off in the meantime. */
export async function changeState(
  { machine, top }: Pick<CollabStop, 'machine' | 'top'>,
  event: CollabEvent,
  more: (state: CollabState) => CollabState = (state) => state,
): Promise<CollabState | null> {
  const at = new Date().toISOString();
  const { state } = await changeCollab(top, machine, (now) => (now === null ? null : more(collabNext(now, event, at))));
  return state;
}

/** If the design is gone, the last known number counts. */
export function totalOf({ total_tasks }: CollabState, design: string): number | null {
  return design === '' ? total_tasks : countTasks(design);
}

export function quiet(why: CollabQuiet, said: string | null): CollabOutcome {
  return { kind: 'nothing', why, said };
}

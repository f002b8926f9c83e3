// The current state of collab. A review whose process was killed leaves its phase in the state file. It must not look
// like a running review; the next Stop asks for it again.

import { join } from 'node:path';
import type { CollabState } from '../../core/collab/collab.ts';
import { collabNext } from '../../core/collab/machine.ts';
import { type Paths, projectDirectory } from '../project/paths.ts';
import { isLocked } from '../system/lock.ts';
import { isSkipAsked, readCollab } from './collabFiles.ts';

/** The process that runs a review for collab holds this lock, which is in the project's directory. */
export const reviewLock = 'collab.lock';

export interface CollabNow {
  /** Null: collab is off. */
  readonly state: CollabState | null;
  /** Codex is reviewing. */
  readonly reviewing: boolean;
  /** A review was killed. It may start again although no file changes. */
  readonly interrupted: boolean;
  /** The next Stop passes without a review. */
  readonly skip: boolean;
}

/** Only reads. */
export async function collabNow(paths: Paths, top: string): Promise<CollabNow> {
  const { state } = await readCollab(top);
  if (state === null) return off;
  const skip = await isSkipAsked(top);
  const quiet = { reviewing: false, interrupted: false, skip };
  if (state.phase !== 'design_review' && state.phase !== 'task_review') return { state, ...quiet };
  const reviewing = await isLocked(join(projectDirectory(paths, top), reviewLock));
  if (reviewing) return { state, ...quiet, reviewing };
  // The review may have ended between the two reads, so read the state again.
  const { state: now } = await readCollab(top);
  if (now === null) return off;
  const settled = collabNext(now, { kind: 'review-failed' }, now.last_transition);
  return { state: settled, ...quiet, interrupted: settled !== now };
}

const off: CollabNow = { state: null, reviewing: false, interrupted: false, skip: false };

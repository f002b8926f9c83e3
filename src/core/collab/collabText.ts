// The state of collab in words, the same in the status bar, in tooltips and in `party status`.

import { oneLine } from '../base/outsideText.ts';
import type { Translate } from '../base/translate.ts';
import type { CollabStatus } from './collabStatus.ts';

interface Collab {
  readonly collab: CollabStatus;
}

/** True while collab is on, so that there is something to show. */
export function hasCollab({ collab }: Collab): boolean {
  return collab.phase !== 'idle';
}

/** Collab paused by itself until a human decides. */
export function isCollabHeld({ collab }: Collab): boolean {
  return hasCollab({ collab }) && collab.paused && (collab.held ?? null) !== null;
}

/** Claude or Codex is working; the human has nothing to do. */
export function isAtWork({ collab }: Collab): boolean {
  return hasCollab({ collab }) && !collab.paused && collab.phase !== 'complete';
}

/** Codex is reviewing. */
export function isCollabReviewing({ collab }: Collab): boolean {
  return !collab.paused && (collab.phase === 'design_review' || collab.phase === 'task_review');
}

/** Short enough for the status bar, and without text from outside. */
export function collabText({ collab }: Collab, t: Translate): string {
  if (isCollabHeld({ collab })) return t('needs you');
  return collab.paused && hasCollab({ collab }) ? t('paused') : progress(collab, t);
}

/** Includes the progress, also during a pause, and the reason for the pause. */
export function collabWords({ collab }: Collab, t: Translate): string {
  const short = collabText({ collab }, t);
  const { held } = collab;
  if (isCollabHeld({ collab }) && held) return t('{0}, {1}: {2}', short, progress(collab, t), oneLine(held, 200));
  return collab.paused && hasCollab({ collab }) ? t('{0}, {1}', short, progress(collab, t)) : short;
}

export function collabIcon({ collab }: Collab): string {
  if (isCollabHeld({ collab })) return 'question';
  if (collab.paused) return 'debug-pause';
  if (collab.phase === 'complete') return 'pass';
  return isCollabReviewing({ collab }) ? 'loading~spin' : 'tools';
}

function progress({ phase, task, total }: CollabStatus, t: Translate): string {
  switch (phase) {
    case 'idle':
      return t('off');
    case 'designing':
      return t('designing');
    case 'design_review':
      return t('reviewing the design…');
    case 'implementing':
      return taskText(task, total, t);
    case 'task_review':
      return t('reviewing {0}…', taskText(task, total, t));
    case 'complete':
      return t('complete');
    default: {
      const unreachable: never = phase;
      return unreachable;
    }
  }
}

function taskText(task: number | null | undefined, total: number | null | undefined, t: Translate): string {
  const n = String(task ?? 1);
  return (total ?? null) === null ? t('task {0}', n) : t('task {0} of {1}', n, String(total));
}

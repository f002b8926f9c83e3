// The state of collab lies in the project, where anybody can edit it, and so can Claude. What somebody else than Party
// has changed there counts, and is named: a review that was not held must not look like one that was.

import { oneLine } from '../base/outsideText.ts';
import { type CollabState, collabStateFile } from './collab.ts';
import { isRunning } from './machine.ts';

/** `written` is what Party wrote last, or was about to write: the newest one last. Null when the file is one of these. */
export function editsText(written: readonly CollabState[], found: CollabState): string | null {
  const last = written.at(-1);
  if (last === undefined || written.some((one) => differing(one, found).length === 0)) return null;
  const edits = differing(last, found).map((name) => `${name} ${shown(last[name])} → ${shown(found[name])}`);
  return `${collabStateFile} was changed by somebody else than party: ${oneLine(edits.join(', '), 300)}. It counts as it is now`;
}

/** Null when it was over. */
export function goneText(last: CollabState | undefined): string | null {
  if (last === undefined || !isRunning(last.phase)) return null;
  const { task_index: task, total_tasks: total } = last;
  const where = task === 0 ? 'at its design' : `at task ${task}${total === null ? '' : ` of ${total}`}`;
  return `Collab was on here, ${where}, and its state was taken away by somebody else than party: it is off. Start it anew with: party collab start`;
}

function differing(one: CollabState, other: CollabState): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  return Array.isArray(value) ? `(${value.length})` : JSON.stringify(value);
}

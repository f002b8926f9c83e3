// Names the changes to collab's state that Party did not make. The state is a file in the project, which Claude or the
// user can edit. The edits count, but Party reports them, so that a skipped review does not look like a real one.

import { oneLine } from '../base/outsideText.ts';
import { type CollabState, collabStateFile } from './collab.ts';
import { isActivePhase } from './machine.ts';

/** `written` has the states that Party wrote or was about to write, newest last. Null when the file is one of them. */
export function editsText(written: readonly CollabState[], found: CollabState): string | null {
  const last = written.at(-1);
  if (last === undefined || written.some((one) => differing(one, found).length === 0)) return null;
  const edits = differing(last, found).map((name) => `${name} ${shown(last[name])} → ${shown(found[name])}`);
  return `${collabStateFile} was changed by another program than party: ${oneLine(edits.join(', '), 300)}. It counts as it is now`;
}

/** Null when collab was already over. */
export function goneText(last: CollabState | undefined): string | null {
  if (last === undefined || !isActivePhase(last.phase)) return null;
  const { task_index: task, total_tasks: total } = last;
  const where = task === 0 ? 'at its design' : `at task ${task}${total === null ? '' : ` of ${total}`}`;
  return `Collab was on here, ${where}, and its state was removed by another program than party, which turned it off`;
}

function differing(one: CollabState, other: CollabState): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  return Array.isArray(value) ? `(${value.length})` : JSON.stringify(value);
}

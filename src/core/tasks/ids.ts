// Ids of tasks and milestones. Party counts them in the audit, including undone ones, so that no id is used twice.

import { utf8Length } from '../base/utf8.ts';
import type { TaskEvent } from './task.ts';

export interface Counters {
  /** The highest task number so far. */
  tasks: number;
  milestones: number;
  /** By milestone, the number of its tasks: the last part of `1-2`. */
  readonly inMilestone: Map<string, number>;
}

export function noCounters(): Counters {
  return { tasks: 0, milestones: 0, inMilestone: new Map() };
}

export function countEvent(counters: Counters, event: TaskEvent): void {
  if (event.event === 'milestone_created') {
    counters.milestones = Math.max(counters.milestones, plainNumber(event.id) ?? 0);
  } else if (event.event === 'task_created') {
    counters.tasks = Math.max(counters.tasks, event.number, plainNumber(event.id) ?? 0);
    const { milestone, id } = event;
    const place = milestone !== null && id.startsWith(`${milestone}-`) ? id.slice(milestone.length + 1) : '';
    if (milestone !== null)
      counters.inMilestone.set(milestone, Math.max(counters.inMilestone.get(milestone) ?? 0, plainNumber(place) ?? 0));
  }
}

export function placeInMilestone(milestone: string, place: number): string {
  return `${milestone}-${place}`;
}

/** The number of a plain id: `12`, but not `012` or `1-2`. */
export function plainNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** In creation order; records without a number come last. */
export function byNumber(
  a: { readonly number: number; readonly id: string },
  b: { readonly number: number; readonly id: string },
): number {
  return (a.number || Number.MAX_SAFE_INTEGER) - (b.number || Number.MAX_SAFE_INTEGER) || (a.id < b.id ? -1 : 1);
}

/** Ids are file names: not `..`, not hidden, without control characters, and not too long. */
export function isRecordId(id: string): boolean {
  return /^[^./\\\s\p{C}][^/\\\p{C}]{0,99}$/u.test(id) && utf8Length(id) <= longestId;
}

/** In bytes: a file name has at most 255, including the name of a draft beside it. */
const longestId = 200;

/** Ids of this form are counted: `12`, `1-2`. */
export function isCountedId(id: string): boolean {
  return /^\d+(?:-\d+)*$/.test(id);
}

export function isTeamId(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

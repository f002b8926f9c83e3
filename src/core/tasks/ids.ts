// Ids of tasks and milestones. They are counted in the audit, where what was taken back is counted too: no id comes twice.

import { utf8Length } from '../base/utf8.ts';
import type { PmEvent } from './task.ts';

export interface Counters {
  /** The highest number of a task so far. */
  tasks: number;
  milestones: number;
  /** Of the tasks that were made in a milestone: the last part of `1-2`. */
  readonly inMilestone: Map<string, number>;
}

export function noCounters(): Counters {
  return { tasks: 0, milestones: 0, inMilestone: new Map() };
}

export function countEvent(counters: Counters, event: PmEvent): void {
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

/** The number that an id is: `12`, but not `012` or `1-2`. */
export function plainNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** In the order in which they were made; what has no number comes last. */
export function byNumber(
  a: { readonly number: number; readonly id: string },
  b: { readonly number: number; readonly id: string },
): number {
  return (a.number || Number.MAX_SAFE_INTEGER) - (b.number || Number.MAX_SAFE_INTEGER) || (a.id < b.id ? -1 : 1);
}

/** Ids are names of files: neither `..` nor a hidden one, nothing that a terminal acts upon, and not too long for one. */
export function isPmId(id: string): boolean {
  return /^[^./\\\s\p{C}][^/\\\p{C}]{0,99}$/u.test(id) && utf8Length(id) <= longestId;
}

/** In bytes: a name has at most 255 of them, also that of a draft beside the file. */
const longestId = 200;

export function isTeamId(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

// Which plan the project log calls approved. Any program can write approval.json, and a repository can bring one, since
// it is in the project. An approval.json that the log does not know is shown, and approves nothing.

import type { EventOf } from './event.ts';

/** Null when no plan is approved: there was no approval, it was withdrawn, or the gate was started again after it. */
export function approvedPlan(before: string | null, { what, hash }: EventOf<'plan'>): string | null {
  if (what === 'approved' || what === 'forced') return hash;
  return what === 'withdrawn' || what === 'started' ? null : before;
}

/** What the log has instead of the hash when the demo's stand-in approved: to an older Party it is no approval. */
export function demoApproval(hash: string): string {
  return `${demoMark}${hash}`;
}

/** `demo`: it counts only for a party with demo agents. */
export function readApproved(recorded: string): { readonly hash: string; readonly demo: boolean } {
  const demo = recorded.startsWith(demoMark);
  return { hash: demo ? recorded.slice(demoMark.length) : recorded, demo };
}

const demoMark = 'demo:';

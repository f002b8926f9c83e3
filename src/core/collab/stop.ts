// What a Stop of Claude leads to, as far as it can be said before anybody has looked at the code.

import { type Cycle, openRequest } from '../review/cycle.ts';
import type { CollabQuiet, CollabState } from './collab.ts';
import { reviewDue } from './machine.ts';

export interface StopFacts {
  /** Null is idle. */
  readonly state: CollabState | null;
  /** When the review that Codex is busy with in its pane was asked for; null when there is none. */
  readonly reviewSince: string | null;
  /** Null when the design is not the plan of a gate that is on. */
  readonly plan: { readonly approved: boolean } | null;
  /** Why the design cannot be reviewed: it is not there yet, or it is no text. */
  readonly designProblem: string | null;
}

export type StopStep =
  | { readonly kind: 'quiet'; readonly why: CollabQuiet; readonly said: string | null }
  /** All is done, and was said with the last task. */
  | { readonly kind: 'clean-up' }
  | { readonly kind: 'design' }
  /** `approved`: the plan's own loop is through with the design, so that the tasks begin now. */
  | { readonly kind: 'task'; readonly approved: boolean };

export function stopStep(facts: StopFacts): StopStep {
  const { state } = facts;
  if (state === null || state.phase === 'idle') return quiet('off', null);
  const due = reviewDue(state);
  if (due === null) return { kind: 'clean-up' };
  if (state.paused) return quiet('paused', pausedText(state));
  if (facts.reviewSince !== null) {
    return quiet(
      'review-running',
      `Codex has a review of the whole change since ${facts.reviewSince}. This is reviewed with the next Stop after it`,
    );
  }
  if (due === 'task') return { kind: 'task', approved: false };
  if (facts.plan !== null) {
    return facts.plan.approved
      ? { kind: 'task', approved: true }
      : quiet('plan-review', 'The design is reviewed by the plan gate: party plan status');
  }
  if (facts.designProblem !== null) {
    return quiet('no-design', `${facts.designProblem}. Codex reviews the design at the first Stop after it is written`);
  }
  return { kind: 'design' };
}

/**
 * A round of the whole change or of a document that Codex has not answered and still can. One that lies far ahead was
 * asked for by another clock: nobody would live to see the end of it.
 */
export function reviewSince(cycles: readonly Cycle[], { now, overdueMinutes }: Patience): string | null {
  const open = cycles.flatMap((cycle) => {
    const request = openRequest(cycle);
    return request === undefined || request.collab !== undefined ? [] : [request.at];
  });
  return open.find((at) => Math.abs(now - Date.parse(at)) <= overdueMinutes * 60_000) ?? null;
}

interface Patience {
  readonly now: number;
  readonly overdueMinutes: number;
}

function pausedText({ pause_reason }: CollabState): string {
  return pause_reason === null
    ? 'Collab is paused, so nothing was reviewed. To go on: party collab resume'
    : `Collab waits for you: ${pause_reason}. To go on: party collab resume`;
}

function quiet(why: CollabQuiet, said: string | null): StopStep {
  return { kind: 'quiet', why, said };
}

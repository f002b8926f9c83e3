// What a Stop of Claude leads to, as far as Party can decide without reading the code.

import type { EventOf } from '../project/event.ts';
import type { CollabQuiet, CollabState } from './collab.ts';
import { reviewDue } from './machine.ts';

export interface StopFacts {
  /** Null means idle. */
  readonly state: CollabState | null;
  /** The request time of the review that Codex is working on in its pane; null when there is none. */
  readonly reviewSince: string | null;
  /** Null when the design is not the plan, or when the plan gate is off. */
  readonly plan: { readonly approved: boolean } | null;
  /** Why the design cannot be reviewed: it does not exist yet, or is not text. */
  readonly designProblem: string | null;
}

export type StopStep =
  | { readonly kind: 'quiet'; readonly why: CollabQuiet; readonly said: string | null }
  /** All tasks are done, and the last task's Stop reported it. */
  | { readonly kind: 'clean-up' }
  | { readonly kind: 'design' }
  /** `approved`: the plan gate has approved the design, so the tasks begin now. */
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
      `Codex has been reviewing the whole change since ${facts.reviewSince}. It reviews this at the next Stop after that`,
    );
  }
  if (due === 'task') return { kind: 'task', approved: false };
  if (facts.plan !== null) {
    return facts.plan.approved
      ? { kind: 'task', approved: true }
      : quiet('plan-review', 'The plan gate reviews the design: party plan status');
  }
  if (facts.designProblem !== null) {
    return quiet('no-design', `${facts.designProblem}. Codex reviews the design at the first Stop after it is written`);
  }
  return { kind: 'design' };
}

/**
 * The time of an open round of the whole change or of a document, while Codex can still answer it. A time far in the
 * future comes from a wrong clock, and would block collab until that time.
 */
export function reviewSince(
  open: readonly Pick<EventOf<'requested'>, 'at' | 'collab'>[],
  { now, overdueMinutes }: Patience,
): string | null {
  const isYoung = ({ at }: { readonly at: string }) => Math.abs(now - Date.parse(at)) <= overdueMinutes * 60_000;
  return open.find((request) => request.collab === undefined && isYoung(request))?.at ?? null;
}

interface Patience {
  readonly now: number;
  readonly overdueMinutes: number;
}

function pausedText({ pause_reason }: CollabState): string {
  return pause_reason === null
    ? 'Collab is paused, so nothing was reviewed. To continue: party collab resume'
    : `Collab needs you: ${pause_reason}. To continue: party collab resume`;
}

function quiet(why: CollabQuiet, said: string | null): StopStep {
  return { kind: 'quiet', why, said };
}

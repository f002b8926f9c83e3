// The verbs of the shipped program that are about the plan.

import * as z from 'zod/mini';
import { Nothing, option, verbs } from '../app/callVerb.ts';

/** How a review ended, as far as it concerns us: the rest is read from the plan's files. */
const Reviewed = z.looseObject({
  kind: z.string(),
  version: z.optional(z.number()),
  problem: z.optional(z.string()),
  why: z.optional(z.string()),
});
export type Reviewed = z.infer<typeof Reviewed>;

interface Approval {
  readonly reason: string;
  /** Of the plan that the person was asked about; an agent may write another one meanwhile. */
  readonly hash: string;
}

/** Somewhat more than the program itself gives to Codex. */
const reviewMs = 15 * 60_000;

const verb = verbs(['plan'], { timeoutMs: 60_000, by: 'human' });

export const planProgram = {
  start: verb(Nothing, () => ['start']),
  stop: verb(Nothing, () => ['stop']),
  /** That the plan cannot be reviewed, or is not approved, is its answer and not its failure. */
  review: verb(
    Reviewed,
    (_signal: AbortSignal) => ['review'],
    (signal) => ({ signal, timeoutMs: reviewMs, mayBeRed: true }),
  ),
  /** Also of a review that Claude's hook began. */
  cancelReview: verb(Nothing, () => ['cancel']),
  approve: verb(Nothing, ({ reason, hash }: Approval) => [
    'approve',
    ...option('reason', reason),
    ...option('hash', hash),
  ]),
};

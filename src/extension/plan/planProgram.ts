// The verbs of the shipped program about the plan.

import * as z from '../../core/base/schema.ts';
import { asInput, Nothing, option, ProgramWays, textOption, verbs } from '../app/callVerb.ts';

/** The part of a review's outcome that the extension needs. It reads the rest from the plan's files. */
const Reviewed = z.looseObject({
  kind: z.string(),
  version: z.optional(z.number()),
  problem: z.optional(z.string()),
  next: z.optional(ProgramWays),
});
export type Reviewed = z.infer<typeof Reviewed>;

interface Approval {
  readonly reason: string;
  /** The hash of the plan that the user saw, because an agent may write another one in the meantime. */
  readonly hash: string;
}

/** A little more than the program itself allows Codex. */
const reviewMs = 15 * 60_000;

const verb = verbs(['plan'], { timeoutMs: 60_000, by: 'human' });

export const planProgram = {
  start: verb(Nothing, () => ['start']),
  stop: verb(Nothing, () => ['stop']),
  /** A plan that cannot be reviewed, or is not approved, is an answer, not a failure of the program. */
  review: verb(
    Reviewed,
    (_signal: AbortSignal) => ['review'],
    (signal) => ({ signal, timeoutMs: reviewMs, mayBeRed: true }),
  ),
  /** Also cancels a review that Claude's hook started. */
  cancelReview: verb(Nothing, () => ['cancel']),
  approve: verb(
    Nothing,
    ({ reason, hash }: Approval) => ['approve', ...textOption('reason', reason), ...option('hash', hash)],
    ({ reason }) => asInput(reason),
  ),
};

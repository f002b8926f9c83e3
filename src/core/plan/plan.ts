// The plan of a project and what has been said about it: `docs/plan.md`, and the files below `.claude/review/`.

import * as z from 'zod/mini';

export const planPath = 'docs/plan.md';
export const reviewFolder = '.claude/review';
/** While it exists, nothing but the plan may be written. A file, so that sh can test it. */
export const gateFile = `${reviewFolder}/gate.json`;
export const approvalFile = `${reviewFolder}/approval.json`;
export const threadFile = `${reviewFolder}/codex_thread_id`;
export const counterFile = `${reviewFolder}/version_counter`;
export const snapshotFile = (version: number) => `${reviewFolder}/plan_v${version}.snapshot.md`;
export const verdictFile = (version: number) => `${reviewFolder}/plan_v${version}.codex.json`;
export const annotatedFile = (version: number) => `${reviewFolder}/plan_v${version}.annotated.md`;

export const planHeadings = ['Goal', 'Context', 'Approach', 'Changes', 'Risks', 'Open Questions'] as const;

/** After so many revisions a human has to look. */
export const mostRevisions = 5;

/** What Codex says about a version; also the schema that it is held to. */
export const PlanVerdict = z.object({
  is_optimal: z.boolean(),
  summary: z.string(),
  notes: z.array(
    z.object({
      /** Of the snapshot, from 1; null is the plan as a whole. */
      line: z.nullable(z.int()),
      severity: z.enum(['blocking', 'non-blocking']),
      text: z.string(),
      suggestion: z.string(),
    }),
  ),
});
export type PlanVerdict = z.infer<typeof PlanVerdict>;

export const PlanApproval = z.looseObject({
  is_optimal: z.literal(true),
  /** SHA-256 of the plan. */
  plan_hash: z.string(),
  review_version: z.int(),
  approved_at: z.string(),
  /** Null when a human approved by hand. */
  codex_thread_id: z.nullable(z.string()),
  /** Why, when a human approved by hand. */
  reason: z.optional(z.string()),
});
export type PlanApproval = z.infer<typeof PlanApproval>;

export interface PlanVersion {
  readonly version: number;
  readonly hash: string;
  /** Undefined while it is being reviewed, or when the review came to nothing. */
  readonly verdict: PlanVerdict | undefined;
}

/** Everything about the plan as it is now, read by node/plan/readPlan.ts. */
export interface PlanState {
  /** The gate is on. */
  readonly gated: boolean;
  /** Undefined when there is no plan, or what is there cannot be one; `problem` says why. */
  readonly hash: string | undefined;
  readonly problem: string | undefined;
  readonly missingHeadings: readonly string[];
  /** Oldest first. */
  readonly versions: readonly PlanVersion[];
  /** Valid for the plan as it is, and only then. */
  readonly approval: PlanApproval | undefined;
  /** There is an approval, of another plan: the plan was changed since. */
  readonly withdrawn: boolean;
  /** Why approval.json is none: it cannot be read, or it is of another plan. */
  readonly approvalProblem?: string | undefined;
  /** Codex is reviewing this very moment. */
  readonly reviewing: boolean;
  /** The revisions are used up: a human has to decide. */
  readonly needsHuman: boolean;
  /** Those that the gate does not hold back; unknown when nobody has looked. */
  readonly gateless?: readonly GatelessClaude[] | undefined;
}

/** A Claude that runs here without our hooks while the gate is on. */
export interface GatelessClaude {
  readonly pid: number;
  /** Where it was started. */
  readonly cwd: string;
  /** And the way out. */
  readonly why: string;
}

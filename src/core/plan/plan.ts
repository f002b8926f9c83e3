// The plan of a project and its reviews: `docs/plan.md`, and the files in `.claude/review/`.

import * as z from '../base/schema.ts';

export const planPath = 'docs/plan.md';
export const planFolder = '.claude/review';
/** While this file or the mark exists, Claude may write only the plan. A shell script can test for both. */
export const gateFile = `${planFolder}/gate.json`;
/** Outside the project, below `$PARTY_HOME`: the marks of all gates that are on, each in a folder with the project's path. */
export const gateMarks = 'gates';
export const gateMark = '.party-gate';
export const approvalFile = `${planFolder}/approval.json`;
export const threadFile = `${planFolder}/codex_thread_id`;
export const counterFile = `${planFolder}/version_counter`;
export const snapshotFile = (version: number) => `${planFolder}/plan_v${version}.snapshot.md`;
export const verdictFile = (version: number) => `${planFolder}/plan_v${version}.codex.json`;
export const annotatedFile = (version: number) => `${planFolder}/plan_v${version}.annotated.md`;

/** The text about an approval.json that fits the plan but is not in the log. */
export const foreignApproval = `${approvalFile} was not given on this machine (Party’s log does not know it), so it does not count as an approval`;

export const planHeadings = ['Goal', 'Context', 'Approach', 'Changes', 'Risks', 'Open Questions'] as const;

/** What `gate.json` says, as far as Party reads it. Agents cannot write it while the gate is on. */
export const PlanGate = z.looseObject({
  /** After this many revisions a human has to decide. */
  revisions: z.optional(z.int().check(z.positive())),
});

/** Unless the gate says otherwise. */
export const mostRevisions = 5;

/** What Codex answers about a version. It is also the schema that Codex gets. */
export const PlanVerdict = z.object({
  is_optimal: z.boolean(),
  summary: z.string(),
  notes: z.array(
    z.object({
      /** A line of the snapshot, from 1; null means the plan as a whole. */
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
  /** The demo's stand-in approved it. The log decides for whom that counts. */
  demo: z.optional(z.boolean()),
});
export type PlanApproval = z.infer<typeof PlanApproval>;

export interface PlanVersion {
  readonly version: number;
  readonly hash: string;
  /** Undefined during the review, or when the review gave no verdict. */
  readonly verdict: PlanVerdict | undefined;
}

/** Everything about the current plan, read by node/plan/readPlan.ts. */
export interface PlanState {
  /** The gate is on. */
  readonly gated: boolean;
  /** The gate is on, and its file is gone: a program such as `git clean` has removed it. */
  readonly gateFileGone?: boolean;
  /** Undefined when there is no usable plan; `problem` has the reason. */
  readonly hash: string | undefined;
  readonly problem: string | undefined;
  readonly missingHeadings: readonly string[];
  /** Oldest first. */
  readonly versions: readonly PlanVersion[];
  /** Defined only when it is for the current plan, and this machine's log knows it. */
  readonly approval: PlanApproval | undefined;
  /** An approval exists for another text: the plan has changed since. */
  readonly withdrawn: boolean;
  /** Why approval.json does not count: it cannot be read, it is for another plan, or the log does not know it. */
  readonly approvalProblem?: string | undefined;
  /** approval.json fits the plan, but was not given on this machine. The user can approve the plan by hand. */
  readonly foreignApproval?: boolean;
  /** Codex is reviewing now. */
  readonly reviewing: boolean;
  /** After this many revisions a human has to decide. */
  readonly mostRevisions: number;
  /** The revisions are used up, so a human has to decide. */
  readonly needsHuman: boolean;
  /** Claude processes that the gate does not stop; undefined when not checked. */
  readonly gateless?: readonly GatelessClaude[] | undefined;
}

/** A Claude that runs here without Party's hooks while the gate is on. */
export interface GatelessClaude {
  readonly pid: number;
  /** The directory it was started in. */
  readonly cwd: string;
  /** Why it has no hooks, and what to do about it. */
  readonly why: string;
}

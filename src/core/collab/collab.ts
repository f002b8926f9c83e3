// Collab: Codex reviews the design, then each task, whenever Claude stops. This file has the names of its files and the
// form of its state.

import * as z from '../base/schema.ts';

export const collabStateFile = '.claude/codex-collab.state.json';
/** While this file exists, the next Stop with something to review passes without a review, and deletes the file. */
export const collabSkipFile = '.claude/codex-collab.skip';
/** The user's own choice of model and effort, as front matter. */
export const collabSettingsFile = '.claude/codex-collab.local.md';
export const collabReviewsFolder = '.claude/codex-collab/reviews';
/** Collab's own files, which are never under review. */
export const collabFolder = '.claude/codex-collab';

export const collabPhases = ['idle', 'designing', 'design_review', 'implementing', 'task_review', 'complete'] as const;
export type CollabPhase = (typeof collabPhases)[number];

const ReviewLogEntry = z.looseObject({
  /** The name of the review's file without `.md`; never a path. */
  id: z.string(),
  type: z.enum(['design', 'task']),
  /** From 1; null for the design. */
  task_index: z.nullable(z.int()),
  at: z.string(),
  issues: z.int(),
  blocking: z.int(),
});
export type ReviewLogEntry = z.infer<typeof ReviewLogEntry>;

export const CollabState = z.looseObject({
  phase: z.enum(collabPhases),
  /** The project that made the state, so that Party recognizes a copy in another worktree. */
  project: z.string(),
  /** The design's path, relative to the project. */
  design: z.string(),
  /** The current task, from 1; 0 before the design is reviewed. */
  task_index: z.int(),
  /** Null when the design does not tell. */
  total_tasks: z.nullable(z.int()),
  /** Codex's thread, which Party resumes by its id. */
  codex_session_id: z.nullable(z.string()),
  /** The tree up to which everything is reviewed, kept under `refs/party/collab/`. */
  git_checkpoint: z.nullable(z.string()),
  /** The commit at the start, if there was one. Reviews start here when the checkpoint is gone. */
  start_commit: z.optional(z.nullable(z.string())),
  /**
   * The commit that the branch was based on at the checkpoint, so that Party can tell apart what a rebase brings in.
   */
  checkpoint_base: z.optional(z.nullable(z.string())),
  review_log: z.array(ReviewLogEntry),
  last_transition: z.string(),
  paused: z.boolean(),
  /** Why collab paused by itself until a human resumes it; null when a user paused it. */
  pause_reason: z.nullable(z.string()),
  /** Reviews of the current task that found something blocking. */
  rounds: z.int(),
  cached_model: z.nullable(z.string()),
  model_cached_at: z.nullable(z.string()),
});
export type CollabState = z.infer<typeof CollabState>;

export const severities = ['critical', 'warning', 'info'] as const;
export type CollabSeverity = (typeof severities)[number];

export const issueCategories = [
  ...(['correctness', 'security', 'performance', 'maintainability'] as const),
  ...(['design', 'tests', 'other'] as const),
] as const;

/** What Codex answers about the design or a task. It is also the schema that Codex gets. */
export const CollabVerdict = z.object({
  summary: z.string(),
  issues: z.array(
    z.object({
      severity: z.enum(severities),
      category: z.enum(issueCategories),
      /** Relative to the project; empty for the project as a whole. */
      file: z.string(),
      line: z.nullable(z.int()),
      title: z.string(),
      description: z.string(),
      suggestion: z.string(),
      /** A fix would contradict the approved design, so a human decides. */
      conflicts_with_design: z.boolean(),
    }),
  ),
  /** Keys of earlier findings that are now resolved. */
  resolved: z.array(z.string()),
});
export type CollabVerdict = z.infer<typeof CollabVerdict>;
export type CollabIssue = CollabVerdict['issues'][number];

/** Critical, or a warning about correctness or security. */
export function isBlockingIssue({ severity, category }: CollabIssue): boolean {
  return severity === 'critical' || (severity === 'warning' && (category === 'correctness' || category === 'security'));
}

/** The result of a Stop, or of `party collab review`. */
export type CollabOutcome =
  /** Nothing was reviewed, and nothing had to be. `said` is a message for the human, if there is one. */
  | { readonly kind: 'nothing'; readonly why: CollabQuiet; readonly said: string | null; readonly edited?: string }
  /** The task changed only documents, which need no review, so it counts as done. */
  | {
      readonly kind: 'passed';
      readonly edited?: string;
      readonly task: number;
      readonly total: number | null;
      /** The next task; null when all are done. */
      readonly next: number | null;
      readonly complete: boolean;
      /** Relative to the project. */
      readonly documents: readonly string[];
      /** What differs from the previous review. */
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'reviewed';
      /** Changes to the state that Party did not make; omitted when there are none. */
      readonly edited?: string;
      readonly type: 'design' | 'task';
      /** From 1; null for the design. */
      readonly task: number | null;
      readonly total: number | null;
      /** The next task; null when all are done or when the number of tasks is unknown. */
      readonly next: number | null;
      readonly complete: boolean;
      readonly verdict: CollabVerdict;
      /** The ledger key of each issue in the verdict. */
      readonly keys: readonly string[];
      /** Blocking findings of earlier reviews that Codex has not called resolved. */
      readonly open: readonly OpenFinding[];
      /** Relative to the project. */
      readonly file: string;
      /** Reviews left for this task. At 0 with a blocking finding, collab pauses for the human. */
      readonly left: number;
      /**
       * Why Claude does not continue, whatever the findings: collab is paused until a human resumes it. Null when it is
       * not.
       */
      readonly held: string | null;
      /** What differs from the request, such as a model or effort that Codex refuses, and the fallback. */
      readonly notes: readonly string[];
    };

export interface OpenFinding {
  readonly key: string;
  /** Relative to the project; empty for the project as a whole. */
  readonly file: string;
  readonly line: number | null;
  /** Text from outside. */
  readonly description: string;
}

const collabQuiet = [
  'off',
  'paused',
  'skipped',
  'no-design',
  'nothing-changed',
  'review-running',
  /** The plan gate reviews the design. */
  'plan-review',
  'budget',
  'complete',
] as const;
export type CollabQuiet = (typeof collabQuiet)[number];

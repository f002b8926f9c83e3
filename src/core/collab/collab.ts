// Collab: Codex reviews the design, then each task, whenever Claude stops. The names of its files and what its state is.

import * as z from 'zod/mini';

export const collabStateFile = '.claude/codex-collab.state.json';
/** While it exists, the next Stop with something to review is let through without a review; that Stop removes it. */
export const collabSkipFile = '.claude/codex-collab.skip';
/** The user's own choice of model and effort, as front matter. */
export const collabSettingsFile = '.claude/codex-collab.local.md';
export const collabReviewsFolder = '.claude/codex-collab/reviews';
/** None of its own files is work to be reviewed. */
export const collabFolder = '.claude/codex-collab';

export const collabPhases = ['idle', 'designing', 'design_review', 'implementing', 'task_review', 'complete'] as const;
export type CollabPhase = (typeof collabPhases)[number];

const ReviewLogEntry = z.looseObject({
  /** The name of its file without `.md`; never a path. */
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
  /** Where it was made, so that a copy in another worktree is known as foreign. */
  project: z.string(),
  /** The design, relative to the project. */
  design: z.string(),
  /** The one that is being worked at, from 1; 0 before the design is reviewed. */
  task_index: z.int(),
  /** Null when the design does not say. */
  total_tasks: z.nullable(z.int()),
  /** Codex's thread, resumed explicitly. */
  codex_session_id: z.nullable(z.string()),
  /** The tree up to which everything is reviewed, kept under `refs/party/collab/`. */
  git_checkpoint: z.nullable(z.string()),
  /** The commit that stood there at the start, when there was one: what is reviewed from when the checkpoint is gone. */
  start_commit: z.optional(z.nullable(z.string())),
  /** What the branch was a change of when the checkpoint was taken, so that what a rebase brings in is told apart. */
  checkpoint_base: z.optional(z.nullable(z.string())),
  review_log: z.array(ReviewLogEntry),
  last_transition: z.string(),
  paused: z.boolean(),
  /** Why it pauses by itself, until a human resumes it; null when somebody paused it. */
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

/** What Codex says about the design or a task; also the schema that it is held to. */
export const CollabVerdict = z.object({
  summary: z.string(),
  issues: z.array(
    z.object({
      severity: z.enum(severities),
      category: z.enum(issueCategories),
      /** Relative to the project; empty when it is about the whole. */
      file: z.string(),
      line: z.nullable(z.int()),
      title: z.string(),
      description: z.string(),
      suggestion: z.string(),
      /** To fix it would go against the approved design: then a human decides. */
      conflicts_with_design: z.boolean(),
    }),
  ),
  /** Keys of findings of earlier reviews that are resolved now. */
  resolved: z.array(z.string()),
});
export type CollabVerdict = z.infer<typeof CollabVerdict>;
export type CollabIssue = CollabVerdict['issues'][number];

/** Critical, or a warning about correctness or security. */
export function isBlockingIssue({ severity, category }: CollabIssue): boolean {
  return severity === 'critical' || (severity === 'warning' && (category === 'correctness' || category === 'security'));
}

/** What became of a Stop, or of `party collab review`. */
export type CollabOutcome =
  /** Nothing was reviewed, and nothing had to be. `said` is for the human, when there is something to say. */
  | { readonly kind: 'nothing'; readonly why: CollabQuiet; readonly said: string | null; readonly edited?: string }
  /** The task changed only documents, which are not reviewed: it counts as done. */
  | {
      readonly kind: 'passed';
      readonly edited?: string;
      readonly task: number;
      readonly total: number | null;
      /** What is to be worked at now; null when all is done. */
      readonly next: number | null;
      readonly complete: boolean;
      /** Relative to the project. */
      readonly documents: readonly string[];
      /** What is different from before. */
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'reviewed';
      /** What somebody else than Party has done to the state; left out when nobody has. */
      readonly edited?: string;
      readonly type: 'design' | 'task';
      /** From 1; null for the design. */
      readonly task: number | null;
      readonly total: number | null;
      /** What is to be worked at now; null when all is done, or when nobody knows. */
      readonly next: number | null;
      readonly complete: boolean;
      readonly verdict: CollabVerdict;
      /** Of each issue in the verdict, in the ledger. */
      readonly keys: readonly string[];
      /** What earlier reviews found, and what blocks as long as Codex does not say that it is resolved. */
      readonly open: readonly OpenFinding[];
      /** Relative to the project. */
      readonly file: string;
      /** Of this task; the limit is reached when `left` is 0 and something blocks: then it pauses for the human. */
      readonly left: number;
      /** Why Claude is not sent on, whatever was found: it pauses until somebody resumes it. Null while it does not. */
      readonly held: string | null;
      /** What was not as asked for: a model or an effort that Codex refuses, with the fallback. */
      readonly notes: readonly string[];
    };

export interface OpenFinding {
  readonly key: string;
  /** Relative to the project; empty when it is about the whole. */
  readonly file: string;
  readonly line: number | null;
  /** Text from outside. */
  readonly description: string;
}

export const collabQuiet = [
  'off',
  'paused',
  'skipped',
  'no-design',
  'nothing-changed',
  'review-running',
  /** The plan gate has the design: it is reviewed there. */
  'plan-review',
  'budget',
  'complete',
] as const;
export type CollabQuiet = (typeof collabQuiet)[number];

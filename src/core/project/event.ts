// The project log: what happened to the reviews of a project, one event a line, append-only. Ledger, evidence, approval
// and markers are what these events add up to; nothing else is stored about them.

import * as z from 'zod/mini';
import type { Actor } from '../base/actor.ts';
import { warningCodes } from '../findings/codes.ts';
import { loops } from './budget.ts';

/** The critics among Claude's sub-agents, and what their last line can say. */
export const critics = {
  'code-critic': ['APPROVE', 'REQUEST_CHANGES', 'NEEDS_DISCUSSION'],
  minimizer: ['APPROVE', 'REQUEST_CHANGES', 'NEEDS_DISCUSSION'],
  'security-scanner': ['CLEAN', 'ISSUES'],
} as const;
export type Critic = keyof typeof critics;
export const criticNames = Object.keys(critics) as Critic[];

export const triageStates = ['open', 'fixed', 'rejected', 'out-of-scope'] as const;
export type TriageState = (typeof triageStates)[number];

/** `reviewed` is a version with changes requested, `failed` a review that came to nothing, `forced` a human's approval. */
export const planEvents = ['started', 'stopped', 'reviewed', 'failed', 'approved', 'forced', 'withdrawn'] as const;

/** `failed` is a review that came to nothing, `held` a pause that only a human ends. */
export const collabEvents = [
  ...(['started', 'reviewed', 'failed', 'paused', 'held', 'resumed'] as const),
  /** `edited`: the state was changed by somebody else, as seen by the actor. */
  ...(['skipped', 'cancelled', 'completed', 'edited'] as const),
  /** A task that changed only documents, which are not reviewed. */
  ...(['passed'] as const),
] as const;

const base = { at: z.string(), actor: z.enum(['human', 'claude', 'codex'] satisfies Actor[]) };

/** What the code was, seen against its base. */
const stamp = {
  hash: z.string(),
  /** Each changed file with the first digits of its own hash; left out when there are too many to keep. */
  files: z.optional(z.record(z.string(), z.string())),
};

const RecordedFinding = z.object({
  id: z.string(),
  file: z.string(),
  linked: z.boolean(),
  line: z.nullable(z.number()),
  severity: z.enum(['blocking', 'non-blocking']),
  category: z.string(),
  description: z.string(),
  suggestion: z.string(),
  /** The code that it is about, as it stood there when it was reviewed; empty when there is none. */
  anchor: z.string(),
  /** To mend it would go against the approved design, so that a human decides; collab only. */
  conflicts: z.optional(z.boolean()),
});
export type RecordedFinding = z.infer<typeof RecordedFinding>;

export const ProjectEvent = z.discriminatedUnion('event', [
  /** A party began here: the base for work on the base branch itself. */
  z.looseObject({ ...base, event: z.literal('started'), session: z.string(), branch: z.string(), head: z.string() }),
  z.looseObject({
    ...base,
    ...stamp,
    event: z.literal('requested'),
    request: z.string(),
    /** The same for all rounds about one change: the id of its first request. */
    cycle: z.string(),
    round: z.number(),
    branch: z.string(),
    /** A commit, or the empty tree. */
    base: z.string(),
    /** A tree with everything that was to be reviewed, uncommitted and untracked files too; null for a document. */
    tree: z.nullable(z.string()),
    title: z.string(),
    delta: z.boolean(),
    /** Codex runs without a pane. */
    headless: z.boolean(),
    /**
     * The process that asks, as `node/system/processIdentity.ts` names it: it sends the request, or runs Codex without a pane.
     * Older logs do not say.
     */
    runner: z.optional(z.string()),
    /** Where the reviewer is to write its findings. */
    file: z.string(),
    /** The document to be reviewed, relative to the project; code when it is left out. */
    document: z.optional(z.string()),
    /** Collab asked, on a Stop: it looks at one task, so that it says nothing about the change as a whole. */
    collab: z.optional(z.enum(['design', 'task'])),
  }),
  /** A request that came to nothing: it could not be sent, or its headless reviewer failed. As if it had not been. */
  z.looseObject({ ...base, event: z.literal('abandoned'), request: z.string(), reason: z.string() }),
  z.looseObject({
    ...base,
    event: z.literal('received'),
    request: z.string(),
    findings: z.array(RecordedFinding),
    summary: z.string(),
    filesReviewed: z.nullable(z.number()),
    warnings: z.array(z.enum(warningCodes)),
    /** Keys of earlier findings that the reviewer says are resolved; collab only. */
    resolved: z.optional(z.array(z.string())),
  }),
  z.looseObject({
    ...base,
    event: z.literal('triaged'),
    cycle: z.string(),
    finding: z.string(),
    as: z.enum(triageStates),
    reason: z.optional(z.string()),
  }),
  /** A task was made of a finding, which stays open until the code is better: who does it, and when, is another matter. */
  z.looseObject({
    ...base,
    event: z.literal('task'),
    cycle: z.string(),
    finding: z.string(),
    /** The UUID of the team, and the id of the task there. */
    team: z.string(),
    task: z.string(),
    /** On GitHub. */
    issue: z.optional(z.object({ number: z.int(), url: z.string() })),
  }),
  z.looseObject({ ...base, event: z.literal('re-review'), cycle: z.string(), reason: z.string() }),
  z.looseObject({
    ...base,
    ...stamp,
    event: z.literal('approved'),
    cycle: z.string(),
    /** Why a small fix needs no further round. */
    targeted: z.optional(z.string()),
  }),
  /** Without a cycle: about the change as a whole, before anything was requested. */
  z.looseObject({ ...base, event: z.literal('needs-discussion'), cycle: z.optional(z.string()), reason: z.string() }),
  /** A human lets the reviews go on beyond their budget. */
  z.looseObject({ ...base, event: z.literal('extended'), cycle: z.string(), reason: z.string() }),
  z.looseObject({
    ...base,
    event: z.literal('critic-started'),
    critic: z.enum(criticNames),
    agent: z.string(),
    hash: z.string(),
  }),
  z.looseObject({
    ...base,
    event: z.literal('critic-stopped'),
    critic: z.enum(criticNames),
    agent: z.string(),
    hash: z.string(),
    /** Null when the last line says none. */
    verdict: z.nullable(z.string()),
  }),
  z.looseObject({
    ...base,
    event: z.literal('ran'),
    what: z.enum(['tests', 'checks']),
    command: z.array(z.string()),
    /** Null when the program was killed or could not be started. */
    exit: z.nullable(z.number()),
    before: z.string(),
    after: z.string(),
  }),
  z.looseObject({ ...base, event: z.literal('verified'), hash: z.string() }),
  /** What happened to the plan; the plan's own files are below `.claude/review/`, this is who did it and why. */
  z.looseObject({
    ...base,
    event: z.literal('plan'),
    what: z.enum(planEvents),
    /** The newest one at that moment; 0 when none has been reviewed. */
    version: z.number(),
    /** SHA-256 of the plan; null when there is none. */
    hash: z.nullable(z.string()),
    reason: z.optional(z.string()),
  }),
  /** What a run of Codex without a pane has cost, whatever came of it. */
  z.looseObject({
    ...base,
    event: z.literal('spent'),
    loop: z.enum(loops),
    seconds: z.number(),
    /** Null when Codex did not say. */
    tokens: z.nullable(z.number()),
    thread: z.nullable(z.string()),
    /** Of the thread so far, which is what Codex reports; the next run in it subtracts it. */
    threadTokens: z.nullable(z.number()),
  }),
  /** A human lets Codex go on: the budget begins anew. */
  z.looseObject({ ...base, event: z.literal('budget-renewed'), reason: z.string() }),
  /** What happened to collab; its state is below `.claude/`, this is who did it and why. */
  z.looseObject({
    ...base,
    event: z.literal('collab'),
    what: z.enum(collabEvents),
    task: z.nullable(z.number()),
    reason: z.optional(z.string()),
  }),
]);
export type ProjectEvent = z.infer<typeof ProjectEvent>;
export type EventOf<Name extends ProjectEvent['event']> = Extract<ProjectEvent, { event: Name }>;

/** What is no event is skipped: the log may be from a newer version. */
export function readEvents(values: readonly unknown[]): ProjectEvent[] {
  return values.flatMap((value) => {
    const parsed = ProjectEvent.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

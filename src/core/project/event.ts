// The project log: what happened to the reviews of a project, one event per line, append-only. Party computes the
// ledger, evidence, approval and markers from these events and stores nothing else about them.

import type { Actor } from '../base/actor.ts';
import { agentRoles } from '../base/role.ts';
import * as z from '../base/schema.ts';
import { warningCodes } from '../findings/codes.ts';
import { loops } from './budget.ts';
import { criticNames } from './critics.ts';
import { collabEvents, planEvents, triageStates } from './eventKinds.ts';
import { evidenceKinds } from './evidenceKinds.ts';
import { gatedActs } from './gatedActs.ts';
import { origins } from './origin.ts';

const base = { at: z.string(), actor: z.enum(['human', 'claude', 'codex'] satisfies Actor[]) };

/** Each changed file with the first digits of its own hash; omitted when there are too many files. */
const files = z.optional(z.record(z.string(), z.string()));

/** The state of the code relative to its base. */
const stamp = { hash: z.string(), files };

const RecordedFinding = z.object({
  id: z.string(),
  file: z.string(),
  linked: z.boolean(),
  line: z.nullable(z.number()),
  severity: z.enum(['blocking', 'non-blocking']),
  category: z.string(),
  description: z.string(),
  suggestion: z.string(),
  /** The code at the finding's place when it was reviewed; empty when there is none. */
  anchor: z.string(),
  /** A fix would contradict the approved design, so a human decides; collab only. */
  conflicts: z.optional(z.boolean()),
});
export type RecordedFinding = z.infer<typeof RecordedFinding>;

const RecordedRule = z.object({
  paths: z.array(z.string()),
  branch: z.nullable(z.string()),
  require: z.array(z.enum(evidenceKinds)),
});

export const ProjectEvent = z.discriminatedUnion('event', [
  /** A party starts here. Reviews of work on the base branch itself use this as their base. */
  z.looseObject({ ...base, event: z.literal('started'), session: z.string(), branch: z.string(), head: z.string() }),
  z.looseObject({
    ...base,
    ...stamp,
    event: z.literal('requested'),
    request: z.string(),
    /** The id of the first request, shared by all rounds about one change. */
    cycle: z.string(),
    round: z.number(),
    branch: z.string(),
    /** A commit, or the empty tree. */
    base: z.string(),
    /** The branch or commit as the user or git calls it. Older logs lack it. */
    baseName: z.optional(z.string()),
    /** A tree with everything under review, including uncommitted and untracked files; null for a document. */
    tree: z.nullable(z.string()),
    title: z.string(),
    delta: z.boolean(),
    /** Codex runs without a pane. */
    headless: z.boolean(),
    /**
     * The process that sends the request, or that runs Codex without a pane, in the form of
     * `node/system/processIdentity.ts`. Older logs lack it.
     */
    runner: z.optional(z.string()),
    /** The file for the reviewer's findings. */
    file: z.string(),
    /** The adapter of the reviewer's pane; omitted without a pane. Older logs lack it. */
    adapter: z.optional(z.string()),
    /** The document under review, relative to the project; omitted for code. */
    document: z.optional(z.string()),
    /** Collab asks when Claude stops. It looks at one task, so its verdict does not cover the change as a whole. */
    collab: z.optional(z.enum(['design', 'task'])),
  }),
  /** A request without a result: Party could not send it, or the headless reviewer failed. It counts as never made. */
  z.looseObject({ ...base, event: z.literal('abandoned'), request: z.string(), reason: z.string() }),
  z.looseObject({
    ...base,
    event: z.literal('received'),
    request: z.string(),
    findings: z.array(RecordedFinding),
    summary: z.string(),
    filesReviewed: z.nullable(z.number()),
    warnings: z.array(z.enum(warningCodes)),
    /** The reviewer wrote no file, so Party took its last message. */
    spoken: z.optional(z.boolean()),
    /** Keys of earlier findings that the reviewer calls resolved; collab only. */
    resolved: z.optional(z.array(z.string())),
    /** What Party knew when it read them: a later `reviewer-wrote` with the same hash proves them too. */
    origin: z.optional(z.enum(origins)),
    /** Of the bytes that Party read. */
    sha256: z.optional(z.string()),
  }),
  /** At the end of its turn, the reviewer's notify program saw that the reviewer had written these bytes. */
  z.looseObject({
    ...base,
    event: z.literal('reviewer-wrote'),
    request: z.string(),
    sha256: z.string(),
    thread: z.string(),
    turn: z.nullable(z.string()),
  }),
  z.looseObject({
    ...base,
    event: z.literal('triaged'),
    cycle: z.string(),
    finding: z.string(),
    as: z.enum(triageStates),
    reason: z.optional(z.string()),
  }),
  /** What a human or an agent says about a finding, in its thread. It decides nothing. */
  z.looseObject({
    ...base,
    event: z.literal('replied'),
    cycle: z.string(),
    finding: z.string(),
    text: z.string(),
    /** The agent that was sent a message about it. */
    to: z.optional(z.enum(agentRoles)),
  }),
  /** A task made from a finding. The finding stays open until the code is fixed, whatever happens to the task. */
  z.looseObject({
    ...base,
    event: z.literal('task'),
    cycle: z.string(),
    finding: z.string(),
    /** The UUID of the team, and the task's id in it. */
    team: z.string(),
    task: z.string(),
    /** The task's issue on GitHub. */
    issue: z.optional(z.object({ number: z.int(), url: z.string() })),
  }),
  z.looseObject({ ...base, event: z.literal('re-review'), cycle: z.string(), reason: z.string() }),
  z.looseObject({
    ...base,
    ...stamp,
    event: z.literal('approved'),
    cycle: z.string(),
    /** Why a small fix needs no other round. */
    targeted: z.optional(z.string()),
    /** A tree of the approved code, where no round has it: after a small fix. Older logs lack it. */
    tree: z.optional(z.string()),
  }),
  /** Without a cycle: about the change as a whole, before the first request. */
  z.looseObject({ ...base, event: z.literal('needs-discussion'), cycle: z.optional(z.string()), reason: z.string() }),
  /** A human lets the reviews continue beyond their budget. */
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
    ...stamp,
    /** Null when the last line has no verdict. */
    verdict: z.nullable(z.string()),
  }),
  z.looseObject({
    ...base,
    event: z.literal('ran'),
    what: z.enum(['tests', 'checks']),
    command: z.array(z.string()),
    /** Null when the program was killed or did not start. */
    exit: z.nullable(z.number()),
    before: z.string(),
    after: z.string(),
    /** Of the code after it ran. Older logs lack it. */
    files,
    /** Why this is not the project's usual command. Omitted when it is, or when nothing says which one is. */
    unusual: z.optional(z.string()),
    /** What the user's configuration named as the usual command, as the program saw it. */
    configured: z.optional(z.array(z.string())),
  }),
  /** A human accepts that exactly this command is evidence for exactly this code. */
  z.looseObject({
    ...base,
    event: z.literal('accepted'),
    what: z.enum(['tests', 'checks']),
    hash: z.string(),
    command: z.array(z.string()),
  }),
  z.looseObject({ ...base, ...stamp, event: z.literal('verified') }),
  /** What happened to the plan, who did it and why. The plan's own files are in `.claude/review/`. */
  z.looseObject({
    ...base,
    event: z.literal('plan'),
    what: z.enum(planEvents),
    /** The newest version at that time; 0 when none has been reviewed. */
    version: z.number(),
    /** SHA-256 of the plan; null when there is none. */
    hash: z.nullable(z.string()),
    reason: z.optional(z.string()),
  }),
  /** The cost of one headless Codex run, whatever its result. */
  z.looseObject({
    ...base,
    event: z.literal('spent'),
    loop: z.enum(loops),
    seconds: z.number(),
    /** Null when Codex does not report them. */
    tokens: z.nullable(z.number()),
    thread: z.nullable(z.string()),
    /** The total of the thread so far, which is what Codex reports. The next run in the thread subtracts it. */
    threadTokens: z.nullable(z.number()),
  }),
  /** A human lets Codex continue, and a new budget starts. */
  z.looseObject({ ...base, event: z.literal('budget-renewed'), reason: z.string() }),
  /** What happened to collab, who did it and why. Collab's state is in `.claude/`. */
  z.looseObject({
    ...base,
    event: z.literal('collab'),
    what: z.enum(collabEvents),
    task: z.nullable(z.number()),
    reason: z.optional(z.string()),
  }),
  /** A human lets one pull request through without all the evidence; `used`: the gate has let it through. */
  z.looseObject({
    ...base,
    event: z.literal('pass'),
    what: z.enum(['given', 'used']),
    pass: z.string(),
    hash: z.string(),
    base: z.string(),
    branch: z.string(),
    reason: z.string(),
  }),
  /**
   * Only in the user's log: which evidence a pull request needs. `tightened`: the user's file asks for more than was
   * confirmed, so that the earlier confirmation no longer counts.
   */
  z.looseObject({
    ...base,
    event: z.literal('policy'),
    what: z.enum(['confirmed', 'tightened']),
    /** SHA-256 of `policy`. */
    hash: z.string(),
    policy: z.object({
      require: z.array(z.enum(evidenceKinds)),
      rules: z.array(RecordedRule),
      /** All of them when absent. */
      acts: z.optional(z.array(z.enum(gatedActs))),
    }),
  }),
  /** A human has looked at a log whose chain other programs have broken, and goes on with what is believed of it. */
  z.looseObject({ ...base, event: z.literal('anchored'), reason: z.string() }),
]);
export type ProjectEvent = z.infer<typeof ProjectEvent>;
export type EventOf<Name extends ProjectEvent['event']> = Extract<ProjectEvent, { event: Name }>;

/** Evidence and approvals: what a log with a broken chain does not prove. */
export function isProof(event: ProjectEvent): boolean {
  if (event.event === 'plan') return event.what === 'approved' || event.what === 'forced';
  if (event.event === 'pass') return event.what === 'given';
  return proofs.has(event.event);
}

const proofs: ReadonlySet<string> = new Set<ProjectEvent['event']>([
  ...(['approved', 'critic-stopped', 'ran', 'accepted', 'verified', 'policy', 'reviewer-wrote'] as const),
]);

/** Skips unknown events: a newer version of Party may have written the log. */
export function readEvents(values: readonly unknown[]): ProjectEvent[] {
  return values.flatMap((value) => {
    const parsed = ProjectEvent.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

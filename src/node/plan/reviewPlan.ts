// Runs one review of the plan by Codex: snapshot, question, verdict, and an approval when nothing is left to change. A
// failure is not a verdict: it costs no revision and approves nothing.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { remarkText } from '../../core/base/remark.ts';
import { reviewer } from '../../core/base/role.ts';
import { annotatePlan } from '../../core/plan/annotate.ts';
import { splitLines } from '../../core/plan/document.ts';
import type { PlanOutcome } from '../../core/plan/outcome.ts';
import {
  annotatedFile,
  type PlanState,
  type PlanVerdict,
  snapshotFile,
  threadFile,
  verdictFile,
} from '../../core/plan/plan.ts';
import { planPrompt } from '../../core/plan/prompt.ts';
import { planVerdictSchema, readPlanVerdict } from '../../core/plan/verdict.ts';
import { demoApproval } from '../../core/project/approvedPlan.ts';
import { askForVerdict, type VerdictWords } from '../codex/askForVerdict.ts';
import { budgetProblem } from '../codex/budget.ts';
import { findReviewerOf } from '../codex/findReviewer.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import type { Project } from '../project/project.ts';
import { withLock } from '../system/lock.ts';
import { writeAtomic } from '../system/store.ts';
import { callerOf } from '../tmux/caller.ts';
import { forgetDrift } from './drift.ts';
import { mayBeginCycle, mustBeGated, planProject } from './planActs.ts';
import { readPlanFile } from './planFile.ts';
import {
  checkFolder,
  forgetThread,
  keepThread,
  markReviewing,
  readCounter,
  readThread,
  writeApproval,
  writeCounter,
  writeJson,
} from './planFolder.ts';
import { readPlan } from './readPlan.ts';
import { recordPlan } from './recordPlan.ts';
import { withdrawPlan } from './withdrawPlan.ts';

export interface PlanReviewOptions {
  readonly signal: AbortSignal;
  readonly onDoing?: (doing: string) => void;
  readonly timeoutMs?: number | undefined;
}

/** Throws on any failure: AGENT_MISSING, COMMAND_FAILED, TIMEOUT, CANCELLED, LOCK_BUSY. */
export async function reviewPlan(machine: Machine, options: PlanReviewOptions): Promise<PlanOutcome> {
  const { top, log } = planProject(machine);
  await mustBeGated(machine.paths, top);
  await checkFolder(top);
  const { signal } = options;
  const lock = join(log.directory, 'plan.lock');
  const { plan } = await loadUserConfig(machine.env);
  const timeoutMs = options.timeoutMs ?? plan.timeoutSeconds * 1000;
  // Another process's review may take its full time. Then it is our turn, with the plan as it is then.
  const waitMs = plan.timeoutSeconds * 1000 + 15_000;
  return withLock(lock, { what: 'The review of the plan', waitMs, pollMs: 100, signal }, async () => {
    await withdrawPlan(machine, top);
    const state = await readPlan(machine.paths, top);
    const known = await answerWithoutAsking(machine, state);
    if (known !== undefined) return known;
    const usedUp = await budgetProblem(machine, log);
    if (usedUp !== undefined) {
      const version = state.versions.at(-1)?.version ?? 0;
      return { kind: 'needs-human', version, why: remarkText(usedUp), ...usedUp };
    }
    await mayBeginCycle(top, state);
    try {
      return await ask({ machine, options: { ...options, timeoutMs }, top, log });
    } catch (error) {
      const reason = oneLine(messageOf(error), 500);
      await recordPlan(machine, log, { what: 'failed', state: await readPlan(machine.paths, top), reason });
      throw error;
    }
  });
}

/** Undefined when Party must ask Codex. */
async function answerWithoutAsking(machine: Machine, state: PlanState): Promise<PlanOutcome | undefined> {
  const { approval, problem, missingHeadings, versions, hash, needsHuman } = state;
  if (approval !== undefined && hash !== undefined) {
    const verdict = approval.codex_thread_id === null ? undefined : versions.at(-1)?.verdict;
    const demo = approval.demo ? { demo: true as const } : {};
    return { kind: 'approved', version: approval.review_version, hash, verdict: verdict ?? null, ...demo };
  }
  if (problem !== undefined || missingHeadings.length > 0) {
    const missing = `The plan has no heading for: ${missingHeadings.join(', ')}`;
    return { kind: 'not-ready', problem: problem ?? missing, missingHeadings };
  }
  // A user who asks at the limit knows about it and wants one more review.
  const human = (await callerOf(machine)) === 'human';
  const last = versions.at(-1);
  const said = last?.hash === hash && !state.withdrawn ? last?.verdict : undefined;
  if (last !== undefined && said?.is_optimal === false && !human) {
    return { kind: 'changes-requested', version: last.version, verdict: said, left: leftOf(state), again: true };
  }
  return needsHuman && !human ? { kind: 'needs-human', version: last?.version ?? 0 } : undefined;
}

interface Asking extends Pick<Project, 'top' | 'log'> {
  readonly machine: Machine;
  readonly options: PlanReviewOptions & { readonly timeoutMs: number };
}

async function ask(asking: Asking): Promise<PlanOutcome> {
  const { machine, top, log } = asking;
  const file = await readPlanFile(top);
  if (file.kind === 'problem') return { kind: 'not-ready', problem: file.problem, missingHeadings: [] };
  const version = (await readCounter(top)) + 1;
  const before = (await readPlan(machine.paths, top)).versions.find((one) => one.version === version - 1)?.verdict;
  return markReviewing(top, version, async () => {
    // Remove what an earlier failed review may have left.
    for (const old of [verdictFile(version), annotatedFile(version)]) await rm(join(top, old), { force: true });
    await writeAtomic(join(top, snapshotFile(version)), file.text);
    const { verdict, thread, demo } = await askCodex(
      asking,
      planPrompt({ version, text: file.text, before }),
      file.text,
    );
    // Write the annotated plan before the verdict: where there is a verdict, the file that it refers to exists too.
    await writeAtomic(join(top, annotatedFile(version)), annotatePlan(file.text, version, verdict));
    await writeJson(join(top, verdictFile(version)), verdict);
    await writeCounter(top, version);
    if (!verdict.is_optimal) {
      const state = await readPlan(machine.paths, top);
      await recordPlan(machine, log, {
        what: 'reviewed',
        state: { ...state, hash: file.hash },
        version,
        actor: reviewer,
      });
      return { kind: 'changes-requested', version, verdict, left: leftOf(state), again: false };
    }
    return approveIfSame(asking, { version, hash: file.hash, verdict, thread, demo });
  });
}

interface Optimal {
  readonly version: number;
  readonly hash: string;
  readonly verdict: PlanVerdict;
  readonly thread: string;
  /** The demo's stand-in gave the verdict. */
  readonly demo: boolean;
}

/** Uses the same lock as a withdrawal, so that neither undoes the other. */
function approveIfSame({ machine, top, log }: Asking, optimal: Optimal): Promise<PlanOutcome> {
  const { version, hash, verdict, thread, demo } = optimal;
  return log.transaction(async (): Promise<PlanOutcome> => {
    const state = await readPlan(machine.paths, top);
    if (state.hash !== hash || !state.gated) {
      const reason = 'it was changed while it was reviewed';
      await recordPlan(machine, log, { what: 'reviewed', state: { ...state, hash }, version, reason, actor: reviewer });
      return { kind: 'changed-meanwhile', version, verdict };
    }
    // Write the log first: an approval.json that the log does not know does not count.
    const approved = demo ? { ...state, hash: demoApproval(hash) } : state;
    await recordPlan(machine, log, { what: 'approved', state: approved, version, actor: reviewer });
    await writeApproval(top, {
      is_optimal: true,
      plan_hash: hash,
      review_version: version,
      approved_at: new Date().toISOString(),
      codex_thread_id: thread,
      ...(demo ? { demo } : {}),
    });
    await forgetDrift(machine.paths, top);
    return { kind: 'approved', version, hash, verdict, ...(demo ? { demo } : {}) };
  });
}

async function askCodex(
  { machine, options, top, log }: Asking,
  prompt: string,
  plan: string,
): Promise<Pick<Optimal, 'verdict' | 'thread' | 'demo'>> {
  const { signal, onDoing = () => {}, timeoutMs } = options;
  const found = await findReviewerOf(machine, top);
  const { read, thread } = await askForVerdict({
    loop: 'plan',
    log,
    env: machine.env,
    reviewer: found.reviewer,
    top,
    prompt,
    schema: planVerdictSchema,
    thread: await readThread(top),
    keepThread: (used) => (used === undefined ? forgetThread(top) : keepThread(top, used)),
    read: (answer) => readPlanVerdict(answer, splitLines(plan).length),
    timeoutMs,
    signal,
    onDoing,
    again,
    words,
  });
  return { verdict: read.verdict, thread, demo: found.demo };
}

const again = 'reviewPlan';
const words: VerdictWords = {
  keptIn: threadFile,
  thread: 'the thread of this plan',
  newThread: { problem: 'The next review begins a new one', next: [{ act: again }] },
};

function leftOf({ versions, mostRevisions }: PlanState): number {
  const used = versions.filter(({ verdict }) => verdict?.is_optimal === false).length;
  return Math.max(0, mostRevisions - used);
}

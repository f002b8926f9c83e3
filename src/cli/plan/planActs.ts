// The acting half of `party plan`: turns the gate on and off, asks for a review, approves by hand.

import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { parseDuration, secondsOrMilliseconds } from '../../core/messages/talk.ts';
import type { PlanOutcome } from '../../core/plan/outcome.ts';
import { annotatedFile, planPath } from '../../core/plan/plan.ts';
import { planStatus } from '../../core/plan/planStatus.ts';
import { cancelPlanReview } from '../../node/plan/cancelReview.ts';
import { approvePlan, startPlan, stopPlan } from '../../node/plan/planActs.ts';
import { reviewPlan } from '../../node/plan/reviewPlan.ts';
import { installationRoot, refreshCurrent } from '../../node/system/installation.ts';
import type { Cli } from '../party/cli.ts';
import { interruption } from '../party/interruption.ts';
import { showProgress } from '../party/progress.ts';
import { noteRow } from './planShow.ts';

export async function startGate(cli: Cli, { local }: { local: boolean }): Promise<number> {
  // The hooks in a project's settings run through this link.
  if (local) await refreshCurrent(cli.paths, installationRoot(__dirname));
  const { top, state, changed } = await startPlan(cli, { local });
  const lines = [
    changed
      ? `The plan gate is on: only ${planPath} may be written until it is approved`
      : 'The plan gate is on already',
    state.problem ?? `The plan is there. Have it reviewed with: party plan review`,
  ];
  cli.print({ json: { top, changed, local, plan: planStatus(state) }, text: `${lines.join('\n')}\n` });
  return exits.success;
}

export async function stopGate(cli: Cli): Promise<number> {
  const { top, state, changed } = await stopPlan(cli);
  const text = changed ? 'The plan gate is off' : 'The plan gate was off';
  cli.print({ json: { top, changed, plan: planStatus(state) }, text: `${text}\n` });
  return exits.success;
}

export async function approveByHand(
  cli: Cli,
  { reason, hash: looked }: { reason: string; hash: string | undefined },
): Promise<number> {
  const { state, changed } = await approvePlan(cli, reason, looked);
  const { version, hash } = planStatus(state);
  const text = changed ? `approved by hand: version ${version}` : `It was approved already: version ${version}`;
  cli.print({ json: { approved: true, changed, version, hash }, text: `${text}\n` });
  return exits.success;
}

export async function reviewNow(
  cli: Cli,
  { timeout, attached }: { timeout: string | undefined; attached: boolean },
): Promise<number> {
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout, '--timeout', secondsOrMilliseconds);
  // To the library that runs Codex, 0 means no timeout at all.
  if (timeoutMs === 0) throw new PartyError('USAGE', '--timeout 0 leaves Codex no time. Give it some: 90s, 20m');
  const { signal, release } = interruption({ attached });
  const progress = showProgress(cli, 'Codex');
  try {
    const outcome = await reviewPlan(cli, { signal, timeoutMs, onDoing: (doing) => progress.note(doing) });
    progress.done();
    cli.print({ json: outcome, text: `${outcomeLines(outcome).join('\n')}\n` });
    return outcome.kind === 'approved' || outcome.kind === 'changes-requested' ? exits.success : exits.error;
  } finally {
    progress.done();
    release();
  }
}

export async function cancelReview(cli: Cli): Promise<number> {
  await cancelPlanReview(cli);
  cli.print({ json: { cancelled: true }, text: 'The review was cancelled. It costs no revision\n' });
  return exits.success;
}

/** The same facts that the hook tells Claude, in words for a person. */
function outcomeLines(outcome: PlanOutcome): string[] {
  switch (outcome.kind) {
    case 'approved':
      return [`approved: version ${outcome.version}`];
    case 'changes-requested':
      return [
        `changes requested: version ${outcome.version}, ${outcome.left} revisions left`,
        ...(outcome.verdict.summary === '' ? [] : [outcome.verdict.summary]),
        ...outcome.verdict.notes.map(noteRow),
        `The notes in place: ${annotatedFile(outcome.version)}`,
        ...(outcome.left === 0 ? ['You decide: party plan approve --reason TEXT, or edit the plan and ask again'] : []),
      ];
    case 'changed-meanwhile':
      return [
        `not approved: ${planPath} was changed while Codex read version ${outcome.version}, which it calls optimal`,
        'Ask again: party plan review',
      ];
    case 'not-ready':
      return [`not reviewed: ${outcome.problem}`];
    case 'needs-human':
      return [`not reviewed: ${outcome.why ?? 'the revisions are used up, and a human has to decide'}`];
    default: {
      const unreachable: never = outcome;
      return unreachable;
    }
  }
}

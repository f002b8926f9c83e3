// The acting half of `party plan`: turns the gate on and off, asks for a review, approves by hand.

import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { type Reader, type Remark, remarkText } from '../../core/base/remark.ts';
import { parseDuration, secondsOrMilliseconds } from '../../core/messages/talk.ts';
import { type PlanOutcome, usedUpWays } from '../../core/plan/outcome.ts';
import { annotatedFile, planPath } from '../../core/plan/plan.ts';
import { planStatus } from '../../core/plan/planStatus.ts';
import { cancelPlanReview } from '../../node/plan/cancelReview.ts';
import { approvePlan, startPlan, stopPlan } from '../../node/plan/planActs.ts';
import { reviewPlan } from '../../node/plan/reviewPlan.ts';
import { installationRoot, refreshCurrent } from '../../node/system/installation.ts';
import { goOnAfterLimit } from '../messages/goOnAfterLimit.ts';
import type { Cli } from '../party/cli.ts';
import { interruption } from '../party/interruption.ts';
import { showProgress } from '../party/progress.ts';
import { noteRow } from './planShow.ts';

export async function startGate(
  cli: Cli,
  { local, revisions }: { local: boolean; revisions: string | undefined },
): Promise<number> {
  if (revisions !== undefined && !/^[1-9]\d{0,2}$/.test(revisions)) {
    throw new PartyError('USAGE', `--revisions must be a whole number from 1 to 999, not ${revisions}`);
  }
  // The hooks in a project's settings run through this link.
  if (local) await refreshCurrent(cli.paths, installationRoot(__dirname));
  const { top, state, changed } = await startPlan(cli, {
    local,
    revisions: revisions === undefined ? undefined : Number(revisions),
  });
  const lines = [
    changed
      ? `The plan gate is on: Claude can write only ${planPath} until it is approved`
      : 'The plan gate is already on',
    `After ${state.mostRevisions} revisions without an approval, you decide`,
    state.problem ?? cli.named('There is a plan. Have it reviewed with: party plan review'),
  ];
  cli.print({ json: { top, changed, local, plan: planStatus(state) }, text: cli.named(`${lines.join('\n')}\n`) });
  return exits.success;
}

export async function stopGate(cli: Cli): Promise<number> {
  const { top, state, changed } = await stopPlan(cli);
  const text = changed ? 'The plan gate is off' : 'The plan gate was already off';
  cli.print({ json: { top, changed, plan: planStatus(state) }, text: `${text}\n` });
  return exits.success;
}

export async function approveByHand(
  cli: Cli,
  { reason, hash: looked }: { reason: string; hash: string | undefined },
): Promise<number> {
  const { state, changed } = await approvePlan(cli, reason, looked);
  const { version, hash } = planStatus(state);
  const text = changed ? `approved by hand: version ${version}` : `Already approved: version ${version}`;
  cli.print({ json: { approved: true, changed, version, hash }, text: `${text}\n` });
  return exits.success;
}

export async function reviewPlanNow(
  cli: Cli,
  { timeout, attached }: { timeout: string | undefined; attached: boolean },
): Promise<number> {
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout, '--timeout', secondsOrMilliseconds);
  // To the library that runs Codex, 0 means no timeout at all.
  if (timeoutMs === 0) throw new PartyError('USAGE', '--timeout 0 leaves Codex no time. Give it some: 90s, 20m');
  const { signal, release } = interruption({ attached });
  const progress = showProgress(cli, 'Codex');
  try {
    const onDoing = (doing: string) => progress.note(doing);
    const outcome = await goOnAfterLimit(cli, 'plan', () => reviewPlan(cli, { signal, timeoutMs, onDoing }));
    progress.done();
    cli.print({ json: outcome, text: `${outcomeLines(outcome, cli.reader).join('\n')}\n` });
    return outcome.kind === 'approved' || outcome.kind === 'changes-requested' ? exits.success : exits.error;
  } finally {
    progress.done();
    release();
  }
}

export async function cancelReview(cli: Cli): Promise<number> {
  await cancelPlanReview(cli);
  cli.print({ json: { cancelled: true }, text: 'The review was cancelled. It does not use up a revision\n' });
  return exits.success;
}

/** The same facts that the hook tells Claude, in words for a person. */
function outcomeLines(outcome: PlanOutcome, reader: Reader): string[] {
  switch (outcome.kind) {
    case 'approved':
      return [`approved: version ${outcome.version}`];
    case 'changes-requested':
      return [
        `changes requested: version ${outcome.version}, ${outcome.left} revisions left`,
        ...(outcome.verdict.summary === '' ? [] : [outcome.verdict.summary]),
        ...outcome.verdict.notes.map(noteRow),
        `The plan with the notes: ${annotatedFile(outcome.version)}`,
        ...(outcome.left === 0 ? [remarkText(usedUp, reader)] : []),
      ];
    case 'changed-meanwhile':
      return [
        `not approved: ${planPath} was changed while Codex read version ${outcome.version}, which it calls optimal`,
        'Ask again: party plan review',
      ];
    case 'not-ready':
      return [`not reviewed: ${outcome.problem}`];
    case 'needs-human':
      return [`not reviewed: ${needsHuman(outcome, reader)}`];
    default: {
      const unreachable: never = outcome;
      return unreachable;
    }
  }
}

const usedUp: Remark = { problem: 'The revisions are used up, so a human has to decide', next: usedUpWays };

function needsHuman({ problem, next = [] }: Partial<Remark>, reader: Reader): string {
  return remarkText(problem === undefined ? usedUp : { problem, next }, reader);
}

// The commands that decide about a review. Each checks its preconditions and writes under the project's lock.

import { type Actor, actorOf } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import { type FindingReply, isCollab, isForHuman, type LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import { replyText } from '../../core/findings/thread.ts';
import type { TriageState } from '../../core/project/eventKinds.ts';
import { approvalProblem, notWritten, targetedProblem, unprovenProblem } from '../../core/review/approval.ts';
import type { LogState } from '../../core/review/logState.ts';
import type { Review } from '../../core/review/review.ts';
import type { Machine } from '../project/machine.ts';
import type { NewEvent } from '../project/projectLog.ts';
import { mustBeHuman } from '../tmux/caller.ts';
import { filesStamp, stampOf } from './beginRound.ts';
import { mirrorOwnMarkers } from './markers.ts';
import { type OpenReview, openReview } from './openReview.ts';
import { changedLines, reviewedTree, snapshotTree } from './snapshotTree.ts';

export async function approve(machine: Machine, { targeted }: { targeted?: string | undefined } = {}): Promise<Review> {
  if (targeted !== undefined && targeted.trim() === '') {
    throw new PartyError('USAGE', '--targeted needs a REASON: what the small fix was');
  }
  return act(machine, async ({ opened, state, review, cycle, actor }) => {
    const problem =
      targeted === undefined
        ? approvalProblem(review)
        : targetedProblem(review, await linesSinceReview(opened, state, review));
    if (problem !== undefined || review.change === null) throw refused(problem ?? 'This is not a git repository');
    const small = targeted === undefined ? {} : { targeted, ...(await treeOf(opened, state, review, cycle())) };
    return { event: 'approved', actor, cycle: cycle(), ...stampOf(review.change), ...small };
  });
}

/** The code of a small fix, which no round has, so that a later change can be compared with it. */
async function treeOf(
  opened: OpenReview,
  state: LogState,
  { change }: Review,
  cycle: string,
): Promise<{ tree?: string }> {
  const tree = await snapshotTree(opened.git, { cycle, name: 'approved', ignore: opened.options.ignore });
  const isApproved = tree !== null && (await opened.change(state)).hash === change?.hash;
  return isApproved ? { tree } : {};
}

/** Ends the round with changes requested: Codex's review of the code so far no longer counts. */
export async function reReview(machine: Machine, reason: string): Promise<Review> {
  return act(machine, async ({ review, cycle, actor }) => {
    const last = review.rounds.at(-1);
    if (last === undefined) throw refused('Nothing has been reviewed yet', { act: 'requestReview' });
    if (review.status.kind === 'requested') {
      throw refused(last.unproven === null ? notWritten(last) : unprovenProblem(last));
    }
    if (last.outcome === 'changes-requested') {
      throw refused(`Round ${last.n} has already ended with changes requested`, { act: 'requestDeltaReview' });
    }
    return { event: 're-review', actor, cycle: cycle(), reason };
  });
}

/** Before the first request there is no review, so nothing is recorded. */
export async function needsDiscussion(machine: Machine, reason: string): Promise<Review> {
  const review = await (await openReview(machine)).read();
  if (review.cycle === null) return review;
  return act(machine, async ({ cycle, actor }) => ({ event: 'needs-discussion', actor, cycle: cycle(), reason }));
}

export interface Triaged {
  readonly finding: LedgerFinding;
  readonly review: Review;
}

export async function triage(machine: Machine, given: string, as: TriageState, reason?: string): Promise<Triaged> {
  if ((as === 'rejected' || as === 'out-of-scope') && !reason?.trim()) {
    throw new PartyError('USAGE', `"${as}" needs a reason, which Codex reads: --reason TEXT`);
  }
  let key = '';
  const review = await act(machine, async ({ state, review: before, actor }) => {
    const finding = findFinding(before.findings, given);
    key = finding.key;
    mustBeProven(finding);
    if (isForHuman(finding)) {
      await mustBeHuman(
        machine,
        `${key} conflicts with the approved design, so the human decides about it. Tell the human`,
      );
    }
    const cycle = cycleOf(state, before, finding);
    return { event: 'triaged', actor, cycle, finding: key, as, ...(reason === undefined ? {} : { reason }) };
  });
  return { finding: findFinding(review.findings, key), review };
}

export interface NewReply extends Pick<FindingReply, 'by' | 'to'> {
  readonly text: string;
}

/** Adds to the thread of a finding, and changes nothing else about it. */
export async function reply(machine: Machine, given: string, { text, by, to }: NewReply): Promise<LedgerFinding> {
  const said = replyText(text);
  let key = '';
  const review = await act(machine, async ({ state, review: before }) => {
    const finding = findFinding(before.findings, given);
    key = finding.key;
    mustBeProven(finding);
    const about = { cycle: cycleOf(state, before, finding), finding: key, text: said };
    return { event: 'replied', actor: by, ...about, ...(to === undefined ? {} : { to }) };
  });
  return findFinding(review.findings, key);
}

/** A decision about a finding that the reviewer may never have raised would decide nothing. */
export function mustBeProven({ key, origin }: LedgerFinding): void {
  if (origin === undefined) return;
  throw refused(`${key} is not proven to come from Codex, so there is nothing to decide about it`, {
    act: 'nudgeCodex',
  });
}

/** Finds a finding by its key, or by the reviewer's own id if only one open finding has it. */
export function findFinding(findings: readonly LedgerFinding[], given: string): LedgerFinding {
  const exact = findings.find(({ key }) => key === given);
  if (exact !== undefined) return exact;
  const same = findings.filter(({ id }) => id === given);
  const open = same.filter(({ state }) => state === 'open' || state === 're-raised');
  const [found, ...others] = open.length > 0 ? open : same;
  if (found === undefined) {
    throw new PartyError('USAGE', `There is no finding "${given}"`, { next: [{ act: 'showAllFindings' }] });
  }
  if (others.length === 0) return found;
  const keys = [found, ...others].map(({ key }) => key).join(', ');
  throw new PartyError('USAGE', `Several findings are called "${given}". Say which: ${keys}`);
}

/** Of all that is required except `pr-verified` itself. */
export async function verifyEvidence(machine: Machine): Promise<Review> {
  return act(machine, async ({ review, actor }) => {
    const hash = review.change?.hash ?? null;
    const missing = review.missing.filter((kind) => kind !== 'pr-verified');
    if (missing.length > 0 || hash === null) {
      const problem = `Not ready for a pull request; missing for the current code: ${missing.join(', ')}`;
      throw refused(problem, { act: 'showEvidence' });
    }
    return { event: 'verified', actor, hash, ...filesStamp(review.change ?? { files: {} }) };
  });
}

interface Facts {
  readonly opened: OpenReview;
  readonly state: LogState;
  readonly review: Review;
  readonly actor: Actor;
  /** The id of the change under review; throws REFUSED when there is none. */
  readonly cycle: () => string;
}

/** Writes nothing when `decide` throws. */
async function act(machine: Machine, decide: (facts: Facts) => Promise<NewEvent>): Promise<Review> {
  const opened = await openReview(machine);
  return opened.transaction(async (state, review) => {
    const cycle = () => {
      if (review.cycle === null) throw refused('Nothing has been reviewed yet', { act: 'requestReview' });
      return review.cycle;
    };
    await opened.log.append(await decide({ opened, state, review, actor: actorOf(machine.env), cycle }));
    const after = await opened.read({ change: review.change });
    await mirrorOwnMarkers(machine, opened.git.top, after);
    return after;
  });
}

/** The id of the cycle that the finding belongs to: of the change, of a document, or of collab. */
export function cycleOf(state: LogState, review: Review, finding: LedgerFinding): string {
  if (finding.document === null && !isCollab(finding)) return review.cycle ?? '';
  // Only labelled cycles have keys that no other cycle uses.
  const cycles = state.cycles(({ label }) => label !== '' && finding.key.startsWith(label));
  return cycles.findLast(({ findings }) => findings.some(({ key }) => key === finding.key))?.id ?? '';
}

/** The number of lines changed since the code that Codex read; undefined when that is not known. */
async function linesSinceReview(
  { git, options }: OpenReview,
  state: LogState,
  { change }: Review,
): Promise<number | undefined> {
  const cycle = state.currentCycle(change);
  const read = cycle?.asked.findLast(({ receivedAt }) => receivedAt !== null);
  const tree = read?.event.tree;
  if (tree === undefined || tree === null) return undefined;
  return changedLines(git, tree, await reviewedTree(git, options.ignore));
}

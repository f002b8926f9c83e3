// "Ready for a pull request" in the Session view, as data: the next acts at the end of a review, what a gate has denied,
// and each proof that a pull request needs. It is there where a party runs: without one, the view says how to start.

import type { EvidenceKind } from '../../../core/project/evidenceKinds.ts';
import { type Proof, type Readiness, readinessOf } from '../../../core/review/ready/readiness.ts';
import type { Review } from '../../../core/review/review.ts';
import type { DeniedAt } from '../../../node/gates/deniedCalls.ts';
import type { ProofRun } from '../../../node/review/evidence/readRuns.ts';
import type { Folder, Snapshot } from '../../app/snapshot.ts';
import type { EndAct } from './endActs.ts';

/** How far a project is on its way to a pull request. */
export interface FolderReady {
  readonly folder: Folder;
  readonly review: Review;
  readonly readiness: Readiness;
  readonly runs: readonly ProofRun[];
  /** What the gates have denied and what is still of interest; newest first. */
  readonly denied: readonly DeniedAt[];
}

/** `partyFolder` names the folder to commands that need one; see `folderMeant`. */
interface InFolder {
  readonly ready: FolderReady;
  readonly partyFolder: string;
}

export type ReadyRow = InFolder &
  (
    | { readonly kind: 'ready'; readonly named: boolean }
    /** All is there: a good word, or what is left to commit. */
    | { readonly kind: 'readyEnd' }
    | { readonly kind: 'readyAct'; readonly act: EndAct }
    | { readonly kind: 'readyDenied'; readonly denied: DeniedAt }
    /** The proofs that are there, folded: once the code is approved, they are not what the user looks for. */
    | { readonly kind: 'readyDone'; readonly proofs: readonly Proof[] }
    | { readonly kind: 'readyProof'; readonly proof: Proof; readonly run: ProofRun | undefined }
  );

export type ReadyRowOf<Kind extends ReadyRow['kind']> = Extract<ReadyRow, { kind: Kind }>;

export function readyRows(snapshot: Snapshot, now = Date.now()): ReadyRowOf<'ready'>[] {
  const named = snapshot.folders.length > 1;
  const withParty = snapshot.folders.filter(({ top }) => snapshot.parties.some(({ folder }) => folder.top === top));
  return withParty.flatMap((folder) => {
    const ready = readyIn(snapshot, folder, now);
    return ready === undefined || isQuiet(ready) ? [] : [{ kind: 'ready', ready, named, partyFolder: folder.top }];
  });
}

/** Undefined until the review could be read, and outside a git repository. */
export function readyIn(snapshot: Snapshot, { top }: Folder, now = Date.now()): FolderReady | undefined {
  const found = snapshot.reviews.find(({ folder }) => folder.top === top);
  if (found === undefined || found.review.change === null) return undefined;
  const { runs = [], denied = [] } = snapshot.proofs.find(({ folder }) => folder.top === top) ?? {};
  const running = runs.filter(({ isRunning }) => isRunning).map(({ kind }) => kind);
  const readiness = readinessOf(found.review, { runs: running, now });
  return { ...found, readiness, runs, denied: denied.filter(isOfInterest(found.review, readiness, now)) };
}

/** Nothing has changed, nothing was reviewed, and nothing was denied: there is nothing to say yet. */
function isQuiet({ review: { change, status }, denied }: FolderReady): boolean {
  const hasChange = change !== null && (change.docsOnly || Object.keys(change.files).length > 0);
  return !hasChange && status.kind === 'none' && denied.length === 0;
}

export function readyChildren(row: ReadyRow): ReadyRow[] {
  if (row.kind === 'readyDone') return row.proofs.map((proof) => proofRow(row, proof));
  if (row.kind !== 'ready') return [];
  const { ready, partyFolder } = row;
  const { readiness, denied, review } = ready;
  const shared = { ready, partyFolder };
  // Before anything has changed, eight missing proofs tell nothing.
  const proofs = readiness.state === 'nothing' || readiness.state === 'documents' ? [] : readiness.proofs;
  return [
    ...(readiness.state === 'ready' ? [{ ...shared, kind: 'readyEnd' } as const] : []),
    ...endActs(review).map((act): ReadyRow => ({ ...shared, kind: 'readyAct', act })),
    ...denied.slice(0, deniedShown).map((one): ReadyRow => ({ ...shared, kind: 'readyDenied', denied: one })),
    ...proofRows(shared, proofs),
  ];
}

function proofRows(shared: InFolder, proofs: readonly Proof[]): ReadyRow[] {
  const done = shared.ready.review.status.kind === 'approved' ? proofs.filter(({ state }) => state === 'done') : [];
  const folded = done.length > 1 ? done : [];
  const { ready, partyFolder } = shared;
  return [
    ...proofs.filter((proof) => !folded.includes(proof)).map((proof) => proofRow(shared, proof)),
    ...(folded.length > 0 ? [{ ready, partyFolder, kind: 'readyDone', proofs: folded } as const] : []),
  ];
}

function proofRow({ ready, partyFolder }: InFolder, proof: Proof): ReadyRow {
  return { ready, partyFolder, kind: 'readyProof', proof, run: runOf(ready.runs, proof.kind) };
}

export function readyParent(snapshot: Snapshot, row: ReadyRow): ReadyRow | undefined {
  if (row.kind === 'ready') return undefined;
  const top = readyRows(snapshot).find(({ partyFolder }) => partyFolder === row.partyFolder);
  if (row.kind !== 'readyProof' || top === undefined) return top;
  const folded = readyChildren(top).find((one) => one.kind === 'readyDone');
  const isFolded = folded?.kind === 'readyDone' && folded.proofs.some(({ kind }) => kind === row.proof.kind);
  return isFolded ? folded : top;
}

export function isReadyRow(value: unknown): value is ReadyRow {
  return typeof value === 'object' && value !== null && 'ready' in value && 'partyFolder' in value;
}

export function runOf(runs: readonly ProofRun[], kind: EvidenceKind): ProofRun | undefined {
  return runs.find((run) => run.kind === kind);
}

/** Names a denial among those of its project. */
export function deniedId({ at, hook, nth }: Pick<DeniedAt, 'at' | 'hook' | 'nth'>): string {
  return `${at}/${hook}/${nth}`;
}

const deniedShown = 3;
const newsMs = 12 * 60 * 60_000;

/** What was denied before the last proof came has been answered by it, once everything is there. */
function isOfInterest({ evidence }: Review, { state }: Readiness, now: number): (one: DeniedAt) => boolean {
  const given = Object.values(evidence).flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  const from = state === 'ready' ? Math.max(0, ...given) : 0;
  return ({ at }) => Date.parse(at) > from && now - Date.parse(at) < newsMs;
}

function endActs({ status }: Review): EndAct[] {
  if (status.kind === 'approved') return ['createPullRequest', 'copyReviewSummary'];
  return status.kind === 'stale' && status.unapproved !== true ? ['requestDeltaReview', 'showChanged'] : [];
}

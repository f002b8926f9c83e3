// What the window knows about its projects: plain data, and what follows from it without further reads.

import type { Role } from '../../core/base/role.ts';
import type { ReviewSummary } from '../../core/collab/reviewWords.ts';
import type { PlanState } from '../../core/plan/plan.ts';
import type { Review } from '../../core/review/review.ts';
import type { EndedParty } from '../../core/session/sessionRecord.ts';
import type { Status } from '../../core/status/status.ts';
import type { DeniedAt } from '../../node/gates/deniedCalls.ts';
import type { ProofRun } from '../../node/review/evidence/readRuns.ts';

export interface Folder {
  readonly name: string;
  readonly path: string;
  /** The real path of the top of the folder's project: the project's identity. */
  readonly top: string;
}

export interface Party {
  readonly folder: Folder;
  readonly session: NonNullable<Status['session']>;
  readonly status: Status;
  /** The roles whose panes take no text, because a person is scrolling in them. */
  readonly inCopyMode: readonly Role[];
  /** The programs that run in the shell and in panes that the user opened. */
  readonly programs: readonly string[];
  /**
   * The files in which its agents report their state and record what they do. Undefined while the state of one is read from its screen, which
   * has to be looked at again and again.
   */
  readonly reportedIn: readonly string[] | undefined;
}

/** The last party of a folder in which none runs. */
export interface FolderEnded {
  readonly folder: Folder;
  readonly ended: EndedParty;
}

/** The review of a folder's project. Needs neither a party nor tmux. */
export interface FolderReview {
  readonly folder: Folder;
  readonly review: Review;
  /** A new number means a changed review: cheaper to compare than ten thousand findings. */
  readonly revision: number;
}

/** What gives proofs in a folder's project, and what its gates have denied lately. */
export interface FolderProofs {
  readonly folder: Folder;
  /** What runs or ran last, for each kind of evidence. */
  readonly runs: readonly ProofRun[];
  /** Newest first. */
  readonly denied: readonly DeniedAt[];
  /** A new number means a changed state. */
  readonly revision: number;
}

/** The plan of a folder's project. Needs neither a party nor tmux. */
export interface FolderPlan {
  readonly folder: Folder;
  readonly plan: PlanState;
  /** The plan's state as `party status` reports it. */
  readonly status: Status['plan'];
  /** A new number means a changed state: a plan may have many notes. */
  readonly revision: number;
}

/** Collab in a folder's project. Needs neither a party nor tmux. */
export interface FolderCollab {
  readonly folder: Folder;
  readonly status: Status['collab'];
  /** Codex is reviewing. */
  readonly reviewing: boolean;
  /** The next Stop passes without a review. */
  readonly skip: boolean;
  /** Relative to the project; undefined while collab is off. */
  readonly design: string | undefined;
  /** Newest first, and only as many as the view shows. */
  readonly reviews: readonly ReviewSummary[];
  /** How many more there are. */
  readonly older: number;
  /** A new number means a changed state. */
  readonly revision: number;
}

/** A party of another worktree of a repository whose folder is open. Its folder is not. */
export interface OtherParty {
  readonly party: Party;
  /** Undefined until it could be read. */
  readonly review: Review['status'] | undefined;
}

export interface Snapshot {
  readonly trusted: boolean;
  readonly folders: readonly Folder[];
  /** Absolute path of the program; undefined when it is not installed. */
  readonly tmux: string | undefined;
  /** Whether any agent is installed; not checked while a party is live. */
  readonly agents: boolean;
  readonly parties: readonly Party[];
  /** Omitted when there are none. */
  readonly others?: readonly OtherParty[];
  /** The branches of the parties, by the top of the project; omitted while there are not several parties to tell apart. */
  readonly branches?: Readonly<Record<string, string>>;
  readonly ended: readonly FolderEnded[];
  readonly reviews: readonly FolderReview[];
  readonly proofs: readonly FolderProofs[];
  readonly plans: readonly FolderPlan[];
  readonly collabs: readonly FolderCollab[];
  /** Why the rest may be old. */
  readonly problem: string | undefined;
  /** Why the reviews may be old. */
  readonly reviewProblem: string | undefined;
  /** Why the plans may be old. */
  readonly planProblem: string | undefined;
  /** Why the state of collab may be old. */
  readonly collabProblem: string | undefined;
}

/** The folders to watch; none in an untrusted window, because nothing may run there. */
export function watchedFolders(snapshot: Pick<Snapshot, 'trusted' | 'folders'> | undefined): readonly Folder[] {
  return snapshot?.trusted === true ? snapshot.folders : [];
}

/** Equal for snapshots that look the same to the user. */
export function fingerprint({ reviews, proofs, plans, collabs, ...others }: Snapshot): string {
  const revisions = [reviews, proofs, plans, collabs].map((all) =>
    all.map(({ folder, revision }) => [folder, revision]),
  );
  return JSON.stringify([others, revisions]);
}

/** The reason why there is nothing to show, or `live`. */
export type Situation = 'noFolder' | 'untrusted' | 'noTmux' | 'noAgents' | 'notStarted' | 'live';

export function situationOf(snapshot: Snapshot): Situation {
  if (snapshot.folders.length === 0) return 'noFolder';
  if (!snapshot.trusted) return 'untrusted';
  if (snapshot.parties.length > 0) return 'live';
  if (snapshot.tmux === undefined) return 'noTmux';
  return snapshot.agents ? 'notStarted' : 'noAgents';
}

/** The parties of a folder; several after `party start --new`. */
export function partiesOf(snapshot: Snapshot, folder: Folder): Party[] {
  return snapshot.parties.filter((party) => party.folder.top === folder.top);
}

/** With those of other worktrees. */
export function allPartiesOf({ parties, others = [] }: Pick<Snapshot, 'parties' | 'others'>): Party[] {
  return [...parties, ...others.map(({ party }) => party)];
}

/** The argument by which our own buttons and links name the folder that a command is for. */
export function namedFolder({ top }: Folder): { readonly partyFolder: string } {
  return { partyFolder: top };
}

/** The parties of the folder that a file lies in. All of them if it lies in none, or without a file. */
export function partiesAround(parties: readonly Party[], file: string | undefined): readonly Party[] {
  const around = parties.filter(({ folder }) =>
    [folder.path, folder.top].some((place) => file?.startsWith(place.endsWith('/') ? place : `${place}/`)),
  );
  return around.length > 0 ? around : parties;
}

export const walkthroughSteps = ['tmux', 'agents', 'start', 'review'] as const;
export type WalkthroughStep = (typeof walkthroughSteps)[number];

/** The steps of the walkthrough that are true already, in whatever way the user has come there. */
export function stepsDone(snapshot: Snapshot): WalkthroughStep[] {
  const { tmux, agents, parties, ended, reviews } = snapshot;
  const done: Readonly<Record<WalkthroughStep, boolean>> = {
    tmux: tmux !== undefined,
    agents: tmux !== undefined && agents,
    start: parties.length > 0 || ended.length > 0,
    review: reviews.some(({ review }) => review.status.round > 0),
  };
  return walkthroughSteps.filter((step) => done[step]);
}

export type PackageManager = 'brew' | 'apt' | 'dnf' | 'pacman' | 'other';

/** Which of the prepared texts fits an install command such as `sudo apt-get install tmux`. */
export function packageManagerOf(command: string | undefined): PackageManager {
  const [, name] = /^(?:sudo )?(brew|apt|dnf|pacman)\b/.exec(command ?? '') ?? [];
  return (name as PackageManager | undefined) ?? 'other';
}

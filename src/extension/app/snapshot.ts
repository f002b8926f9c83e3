// What the window knows about its projects: plain data, and what can be said about it without asking anybody.

import type { Role } from '../../core/base/role.ts';
import type { ReviewSummary } from '../../core/collab/reviewWords.ts';
import type { PlanState } from '../../core/plan/plan.ts';
import type { Review } from '../../core/review/review.ts';
import type { Status } from '../../core/status/status.ts';

export interface Folder {
  readonly name: string;
  readonly path: string;
  /** Top of the project that the folder lies in, as a real path: the project's identity. */
  readonly top: string;
}

export interface Party {
  readonly folder: Folder;
  readonly session: NonNullable<Status['session']>;
  readonly status: Status;
  /** The roles whose panes take no text, because somebody scrolls in them. */
  readonly inCopyMode: readonly Role[];
}

/** The review of a folder's project, which needs neither a party nor tmux. */
export interface FolderReview {
  readonly folder: Folder;
  readonly review: Review;
  /** Another number means another review: cheaper to compare than ten thousand findings. */
  readonly revision: number;
}

/** The plan of a folder's project, which needs neither a party nor tmux. */
export interface FolderPlan {
  readonly folder: Folder;
  readonly plan: PlanState;
  /** The same in a word. */
  readonly status: Status['plan'];
  /** Another number means another state: a plan may have many notes. */
  readonly revision: number;
}

/** Collab in a folder's project, which needs neither a party nor tmux. */
export interface FolderCollab {
  readonly folder: Folder;
  readonly status: Status['collab'];
  /** Codex is at it. */
  readonly reviewing: boolean;
  /** The next Stop is let through. */
  readonly skip: boolean;
  /** Relative to the project; undefined while collab is off. */
  readonly design: string | undefined;
  /** The newest first, and not more than anybody looks at. */
  readonly reviews: readonly ReviewSummary[];
  /** How many there are besides. */
  readonly older: number;
  /** Another number means another state. */
  readonly revision: number;
}

export interface Snapshot {
  readonly trusted: boolean;
  readonly folders: readonly Folder[];
  /** Absolute path of the program; undefined when it is not installed. */
  readonly tmux: string | undefined;
  /** Whether there is any agent to start; not looked for while a party is live. */
  readonly agents: boolean;
  readonly parties: readonly Party[];
  readonly reviews: readonly FolderReview[];
  readonly plans: readonly FolderPlan[];
  readonly collabs: readonly FolderCollab[];
  /** Why the rest may be old. */
  readonly problem: string | undefined;
  /** Why the reviews may be old. */
  readonly reviewProblem: string | undefined;
  /** Why the plans may be old. */
  readonly planProblem: string | undefined;
  /** Why what is known of collab may be old. */
  readonly collabProblem: string | undefined;
}

/** The folders that may be watched: of a window that is not trusted none, as nothing runs there. */
export function watchedFolders(snapshot: Pick<Snapshot, 'trusted' | 'folders'> | undefined): readonly Folder[] {
  return snapshot?.trusted === true ? snapshot.folders : [];
}

/** Equal for snapshots in which nothing differs that anybody could see. */
export function fingerprint({ reviews, plans, collabs, ...others }: Snapshot): string {
  const revisions = [reviews, plans, collabs].map((all) => all.map(({ folder, revision }) => [folder, revision]));
  return JSON.stringify([others, revisions]);
}

/** The reason why there is nothing to show, or that there is. */
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

/** The parties of the folder that a file lies in; all of them when it lies in none, or nobody asked about a file. */
export function partiesAround(parties: readonly Party[], file: string | undefined): readonly Party[] {
  const around = parties.filter(({ folder }) =>
    [folder.path, folder.top].some((place) => file?.startsWith(place.endsWith('/') ? place : `${place}/`)),
  );
  return around.length > 0 ? around : parties;
}

export type PackageManager = 'brew' | 'apt' | 'dnf' | 'pacman' | 'other';

/** Which of the prepared texts fits an install command such as `sudo apt-get install tmux`. */
export function packageManagerOf(command: string | undefined): PackageManager {
  const [, name] = /^(?:sudo )?(brew|apt|dnf|pacman)\b/.exec(command ?? '') ?? [];
  return (name as PackageManager | undefined) ?? 'other';
}

// The state of each project of the window: its party, if there is one, together with its review, its plan and collab.

import type { PlanState } from '../../core/plan/plan.ts';
import type { Review } from '../../core/review/review.ts';
import { isFirstScene } from '../../core/status/firstScene.ts';
import { quietStatus, type Status } from '../../core/status/status.ts';
import { foremost } from '../../core/status/statusBar.ts';
import { withReview } from '../../core/status/withReview.ts';
import { isRunning } from '../../node/system/processIdentity.ts';
import { type Folder, type Party, partiesOf, type Snapshot } from '../app/snapshot.ts';

export interface ProjectStatus {
  readonly folder: Folder;
  readonly party: Party | undefined;
  /** Undefined until it could be read. */
  readonly review: Review | undefined;
  /** Undefined until it could be read. */
  readonly plan: PlanState | undefined;
  /** The status of all of these together. */
  readonly status: Status;
}

/** `now` in milliseconds since 1970: it decides which agents have been idle for long. */
export function projectsOf(snapshot: Snapshot, now = Date.now()): ProjectStatus[] {
  return snapshot.folders.flatMap((folder) => {
    const review = snapshot.reviews.find((one) => one.folder.top === folder.top)?.review;
    const planned = snapshot.plans.find((one) => one.folder.top === folder.top);
    const collab = snapshot.collabs.find((one) => one.folder.top === folder.top);
    const ended = snapshot.ended.find((one) => one.folder.top === folder.top);
    const parties = partiesOf(snapshot, folder);
    const project = (party: Party | undefined): ProjectStatus => {
      const quiet = party?.status ?? quietStatus;
      const status: Status = {
        ...quiet,
        ...(planned === undefined ? {} : { plan: planned.status }),
        ...(collab === undefined ? {} : { collab: collab.status }),
        ...(party === undefined && ended !== undefined ? { ended: ended.ended } : {}),
      };
      const around = { parties: parties.map((one) => one.status), now, isRunning };
      const both = review === undefined ? status : withReview(status, review, around);
      return { folder, party, review, plan: planned?.plan, status: both };
    };
    return parties.length === 0 ? [project(undefined)] : parties.map(project);
  });
}

/** The project that the user should hear about first. */
export function foremostProject(projects: readonly ProjectStatus[], now: number): ProjectStatus | undefined {
  const status = foremost(
    projects.map((project) => project.status),
    now,
  );
  return projects.find((project) => project.status === status);
}

/** A party of the demo has not played anything. Its own status knows nothing of the review, the plan and collab. */
export function isBeforeFirstScene(snapshot: Snapshot, isDemo: (top: string) => boolean): boolean {
  return projectsOf(snapshot).some(({ folder, status }) => isDemo(folder.top) && isFirstScene(status));
}

// The state of each project of the window: its party, if there is one, together with its review, its plan and collab.

import type { PlanState } from '../../core/plan/plan.ts';
import type { Review } from '../../core/review/review.ts';
import { quietStatus, type Status } from '../../core/status/status.ts';
import { foremost } from '../../core/status/statusBar.ts';
import { withReview } from '../../core/status/withReview.ts';
import { isRunning } from '../../node/system/processIdentity.ts';
import { type Folder, type Party, partiesOf, type Snapshot } from '../app/snapshot.ts';

export interface Standing {
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
export function standingsOf(snapshot: Snapshot, now = Date.now()): Standing[] {
  return snapshot.folders.flatMap((folder) => {
    const review = snapshot.reviews.find((one) => one.folder.top === folder.top)?.review;
    const planned = snapshot.plans.find((one) => one.folder.top === folder.top);
    const collab = snapshot.collabs.find((one) => one.folder.top === folder.top);
    const parties = partiesOf(snapshot, folder);
    const standing = (party: Party | undefined): Standing => {
      const quiet = party?.status ?? quietStatus;
      const status: Status = {
        ...quiet,
        ...(planned === undefined ? {} : { plan: planned.status }),
        ...(collab === undefined ? {} : { collab: collab.status }),
      };
      const around = { parties: parties.map((one) => one.status), now, isRunning };
      const both = review === undefined ? status : withReview(status, review, around);
      return { folder, party, review, plan: planned?.plan, status: both };
    };
    return parties.length === 0 ? [standing(undefined)] : parties.map(standing);
  });
}

/** The project that the user should hear about first. */
export function foremostStanding(standings: readonly Standing[], now: number): Standing | undefined {
  const status = foremost(
    standings.map((standing) => standing.status),
    now,
  );
  return standings.find((standing) => standing.status === status);
}

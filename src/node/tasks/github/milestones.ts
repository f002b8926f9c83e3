// Stores Party's milestones as GitHub milestones. A GitHub milestone has only one text, so its description and its
// document are the same. It has no comments, so only the local audit tells who changed it.

import { randomUUID } from 'node:crypto';
import { PartyError } from '../../../core/base/errors.ts';
import * as z from '../../../core/base/schema.ts';
import { checkState, checkTitle } from '../../../core/tasks/check.ts';
import { MilestoneMark, readMarked, withMark } from '../../../core/tasks/github/marker.ts';
import { milestoneFacts, RemoteMilestone, sameTitle } from '../../../core/tasks/github/remote.ts';
import type { Milestone, MilestoneChange, TaskActor } from '../../../core/tasks/task.ts';
import { nextMilestone } from '../files/nextIds.ts';
import { transaction } from '../files/transaction.ts';
import type { ChangeOptions } from '../storage.ts';
import { refuseConflict } from './conflict.ts';
import { GhFailed, isGhFailed } from './gh.ts';
import { byGithub, type ChangedBy, changedBy, dropMilestone, pullMilestone, recordMilestone } from './pullMilestone.ts';
import { findOrSync, sync } from './sync.ts';
import { idOfMilestone, named, pathOf, readAs, type Tracker } from './tracker.ts';

export async function addMilestone(
  tracker: Tracker,
  wanted: { readonly name: string; readonly description?: string | undefined },
  { actor }: ChangeOptions,
): Promise<Milestone> {
  const name = checkTitle(wanted.name, 'name');
  await sync(tracker);
  const taken = tracker.state.milestones.find(({ seen }) => sameTitle(seen.title, name));
  if (taken !== undefined) {
    throw new PartyError('USAGE', `Milestone ${taken.id} already has this name, and GitHub allows each name only once`);
  }
  const id = await transaction(tracker.folder, ({ counters }) => nextMilestone(tracker.folder, counters()));
  return tracker.local.milestone(await create(tracker, { id, name, description: wanted.description }, actor));
}

export async function updateMilestone(
  tracker: Tracker,
  id: string,
  { name, status, description }: MilestoneChange,
  { actor, force, undoes }: ChangeOptions & { readonly undoes?: number },
): Promise<Milestone> {
  const { local } = tracker;
  const milestone = await findOrSync(tracker, () => local.milestone(id));
  const wanted = {
    ...(name === undefined ? {} : { name: checkTitle(name, 'name') }),
    ...(status === undefined ? {} : { status: checkState(status) }),
    ...(description === undefined ? {} : { description }),
  };
  const number = await milestoneNumber(tracker, milestone.id, actor);
  const path = pathOf(tracker, `milestones/${number}`);
  const title = named('Milestone', milestone.id, number);
  const remote = await readMilestone(tracker, path, title);
  const seen = tracker.state.milestones.find((known) => known.id === milestone.id)?.seen ?? remote;
  const now = milestoneFacts(remote);
  const about = { id: milestone.id, number };
  refuseConflict({ name: title, seen: milestoneFacts(seen), now, wanted, about }, { force, say: tracker.say });
  await pullMilestone(tracker, remote);
  const after = { ...now, ...wanted };
  if (after.name === now.name && after.status === now.status && after.description === now.description) {
    return local.milestone(milestone.id);
  }
  const { mark } = readMarked(remote.description, MilestoneMark);
  const own = { ...markOf(tracker, milestone.id, actor), ...mark, status: after.status };
  const body = {
    ...(after.name === now.name ? {} : { title: after.name }),
    description: withMark(after.description, own),
    state: after.status === 'done' ? 'closed' : 'open',
  };
  const { json } = await tracker.gh.send('PATCH', path, { body });
  await pullMilestone(tracker, readAs(RemoteMilestone, json, 'milestone'), changedBy(actor, undoes));
  return local.milestone(milestone.id);
}

/** The caller has checked that the milestone has no tasks. It may still have issues that are not tasks. */
export async function removeMilestone(tracker: Tracker, id: string, by: ChangedBy): Promise<void> {
  const number = tracker.state.milestones.find((known) => known.id === id)?.seen.number;
  if (number !== undefined) {
    const path = pathOf(tracker, `milestones/${number}`);
    try {
      const { open_issues, closed_issues } = readAs(Counted, (await tracker.gh.send('GET', path)).json, 'milestone');
      if (open_issues + closed_issues > 0) {
        const name = named('Milestone', id, number);
        throw new PartyError('REFUSED', `${name} still has issues on GitHub. Remove them from it there first`);
      }
      await tracker.gh.send('DELETE', path);
    } catch (error) {
      if (!isGhFailed(error, 404, 410)) throw error;
    }
  }
  await dropMilestone(tracker, id, by);
}

const Counted = z.object({ open_issues: z.int(), closed_issues: z.int() });

async function readMilestone(tracker: Tracker, path: string, name: string): Promise<RemoteMilestone> {
  try {
    return readAs(RemoteMilestone, (await tracker.gh.send('GET', path)).json, 'milestone');
  } catch (error) {
    if (!isGhFailed(error, 404, 410)) throw error;
    const way = 'If it was deleted there, update the local copy with: party pm sync --pull';
    throw new GhFailed(`${name} is not on GitHub: ${error.message}. ${way}`, error.status);
  }
}

/** The number on GitHub. Creates the milestone there if it was made while gh was missing. */
export async function milestoneNumber(tracker: Tracker, id: string, actor: TaskActor): Promise<number> {
  const known = () => tracker.state.milestones.find((one) => one.id === id)?.seen.number;
  if (known() === undefined) await create(tracker, await tracker.local.milestone(id), actor);
  const number = known();
  if (number === undefined) throw new PartyError('INTERNAL', `Milestone ${id} has no number on GitHub`);
  return number;
}

/** Names are unique on GitHub. So if the answer was lost, the milestone can be found by its name. */
async function create(
  tracker: Tracker,
  { id, name, description }: { id: string; name: string; description?: string | undefined },
  actor: TaskActor,
): Promise<string> {
  const body = { title: name, description: withMark(description ?? '', markOf(tracker, id, actor)) };
  try {
    const { json } = await tracker.gh.send('POST', pathOf(tracker, 'milestones'), { body });
    return await recordMilestone(tracker, readAs(RemoteMilestone, json, 'milestone'), { actor });
  } catch (error) {
    const taken = isGhFailed(error, 422);
    const unclear = isGhFailed(error) && error.unclear;
    const remote = taken || unclear ? await findByName(tracker, name).catch(() => undefined) : undefined;
    if (remote === undefined || idOfMilestone(tracker, remote.number) !== undefined) throw error;
    return recordMilestone(tracker, remote, taken ? byGithub : { actor });
  }
}

async function findByName(tracker: Tracker, name: string): Promise<RemoteMilestone | undefined> {
  const pages = await tracker.gh.list(pathOf(tracker, 'milestones?state=all'));
  const all = (pages?.items ?? []).map((item) => readAs(RemoteMilestone, item, 'milestone'));
  return all.find(({ title }) => sameTitle(title, name));
}

function markOf(tracker: Tracker, id: string, actor: TaskActor): MilestoneMark {
  return { team: tracker.team.id, key: randomUUID(), id, actor };
}

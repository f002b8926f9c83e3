// Turns a GitHub milestone into one of Party's, or updates the existing one.

import { changesBetween, more } from '../../../core/tasks/changes.ts';
import { MilestoneMark, readMarked } from '../../../core/tasks/github/marker.ts';
import { milestoneFacts, RemoteMilestone, sameTitle } from '../../../core/tasks/github/remote.ts';
import { isRecordId } from '../../../core/tasks/ids.ts';
import type { Milestone, MilestoneChange, TaskActor } from '../../../core/tasks/task.ts';
import { nextMilestone } from '../files/nextIds.ts';
import { listRecords, readSubjectRecord } from '../files/records.ts';
import { transaction } from '../files/transaction.ts';
import { writeGithubState } from './files.ts';
import { idOfMilestone, pathOf, readAs, type Tracker } from './tracker.ts';

export interface ChangedBy {
  readonly actor: string;
  readonly undoes?: number;
  /** The change was not made here, so undo does not touch it. */
  readonly pulled?: true;
}

/** For changes made on GitHub itself, which knows who made them. */
export const byGithub: ChangedBy = { actor: 'github', pulled: true };

export function changedBy(actor: TaskActor, undoes: number | undefined): ChangedBy {
  return { actor, ...(undoes === undefined ? {} : { undoes }) };
}

/** Returns its id when something changed. */
export async function pullMilestone(
  tracker: Tracker,
  milestone: RemoteMilestone,
  by: ChangedBy = byGithub,
): Promise<string | undefined> {
  const id = idOfMilestone(tracker, milestone.number);
  const { mark } = readMarked(milestone.description, MilestoneMark);
  if (id === undefined) {
    const ours = mark !== undefined && mark.team === tracker.team.id && !mark.removed;
    return ours ? recordMilestone(tracker, milestone, by) : undefined;
  }
  const changed = await commitFacts(tracker, id, milestone, by);
  await rememberMilestone(tracker, id, milestone);
  return changed ? id : undefined;
}

/** Also for a milestone that a user made on GitHub, when one of our tasks is in it. */
export async function recordMilestone(tracker: Tracker, milestone: RemoteMilestone, by: ChangedBy): Promise<string> {
  const { folder, team } = tracker;
  const { mark } = readMarked(milestone.description, MilestoneMark);
  const wanted = mark?.team === team.id && isRecordId(mark.id) ? mark.id : undefined;
  const facts = milestoneFacts(milestone);
  const id = await transaction(folder, async ({ commit, counters }) => {
    const known = await unmapped(tracker, wanted, facts.name);
    if (known !== undefined) return known.id;
    const free = wanted !== undefined && readSubjectRecord(folder, 'milestone', wanted) === undefined;
    const own = free ? wanted : nextMilestone(folder, counters());
    const { name, description } = facts;
    const who = { ...by, actor: mark?.actor ?? by.actor };
    commit({ event: 'milestone_created', id: own, name, ...(description ? { description } : {}), ...who });
    return own;
  });
  await commitFacts(tracker, id, milestone, by);
  await rememberMilestone(tracker, id, milestone);
  return id;
}

/** The local id of a milestone that contains one of our tasks. */
export async function ensureMilestone(tracker: Tracker, number: number): Promise<string> {
  const known = idOfMilestone(tracker, number);
  if (known !== undefined) return known;
  const { json } = await tracker.gh.send('GET', pathOf(tracker, `milestones/${number}`));
  return recordMilestone(tracker, readAs(RemoteMilestone, json, 'milestone'), byGithub);
}

/** Removes a milestone that was deleted on GitHub, or whose creation another machine has undone. */
export async function dropMilestone(tracker: Tracker, id: string, by: ChangedBy = byGithub): Promise<void> {
  const { folder, state } = tracker;
  await transaction(folder, async ({ commit }) => {
    const inIt = (await listRecords(folder, 'task')).all.filter(({ milestone }) => milestone === id);
    for (const task of inIt)
      commit({ event: 'task_updated', id: task.id, field: 'milestone', from: id, to: null, ...byGithub });
    const there = readSubjectRecord(folder, 'milestone', id) !== undefined;
    if (there) commit({ event: 'milestone_removed', id, ...by });
  });
  const rest = state.milestones.filter((known) => known.id !== id);
  state.milestones.splice(0, state.milestones.length, ...rest);
  await writeGithubState(folder, state);
}

async function rememberMilestone(tracker: Tracker, id: string, seen: RemoteMilestone): Promise<void> {
  const { state, folder } = tracker;
  const index = state.milestones.findIndex((known) => known.id === id);
  state.milestones.splice(index === -1 ? state.milestones.length : index, 1, { id, seen });
  await writeGithubState(folder, state);
}

async function commitFacts(tracker: Tracker, id: string, milestone: RemoteMilestone, by: ChangedBy): Promise<boolean> {
  const { name, status, description } = milestoneFacts(milestone);
  return transaction(tracker.folder, ({ commit }) => {
    const read = readSubjectRecord(tracker.folder, 'milestone', id);
    if (read === undefined || 'problem' in read) return false;
    const record = { ...read.value, description: read.value.description ?? '' };
    const wanted = { name, status, description };
    const [first, ...also] = changesBetween<keyof MilestoneChange, string>(record, wanted);
    if (first !== undefined) commit({ event: 'milestone_updated', id, ...first, ...more(also), ...by });
    return first !== undefined;
  });
}

/** A local milestone without a GitHub number: its process was killed before it recorded the number. */
async function unmapped(tracker: Tracker, id: string | undefined, name: string): Promise<Milestone | undefined> {
  const { all } = await listRecords(tracker.folder, 'milestone');
  const free = all.filter((record) => tracker.state.milestones.every((known) => known.id !== record.id));
  return free.find((record) => sameTitle(record.name, name) && (id === undefined || record.id === id));
}

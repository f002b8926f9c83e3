// Stores tasks as GitHub issues. GitHub is the truth; the team's folder holds a copy in the form of the file adapter.
// So reading, the audit and undo work the same way, and a machine without gh still shows the last known state.

import { join } from 'node:path';
import { PartyError } from '../../../core/base/errors.ts';
import { docPath } from '../../../core/tasks/applyEvent.ts';
import { isSame, type Labels, readLabels } from '../../../core/tasks/github/labels.ts';
import { repoText } from '../../../core/tasks/github/repo.ts';
import { run as runProgram } from '../../system/exec.ts';
import { readText, writeAtomic } from '../../system/store.ts';
import { openFsStorage } from '../files/storage.ts';
import type { TaskStorage } from '../storage.ts';
import { settleChanges } from './audit.ts';
import { deleteTask, restoreTask, updateTask, writeTaskDoc } from './changeTask.ts';
import { addTask } from './createTask.ts';
import { repoFrom } from './detectRepo.ts';
import { readRecordedRepo } from './files.ts';
import { createGh, type Run } from './gh.ts';
import { addMilestone, updateMilestone } from './milestones.ts';
import { sendOffline } from './offline.ts';
import { sync } from './sync.ts';
import { type Github, type Tracker, withTracker } from './tracker.ts';
import { undo } from './undo.ts';

export interface GithubOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  /** `owner/name`, or `host/owner/name`. */
  readonly repo: string;
  readonly run?: Run;
  /** `pm.labels` of the configuration. */
  readonly labels?: unknown;
  /** How long a sync stays valid. One command reads several things and should ask GitHub only once. */
  readonly freshForMs?: number;
  say?(message: string): void;
}

export function openGithubStorage(options: GithubOptions): TaskStorage {
  const { env, folder, run = runProgram, freshForMs = 1000, say = () => {} } = options;
  const repo = repoFrom(options.repo, env);
  const labels: Labels = readLabels(options.labels);
  const local = openFsStorage(folder);
  const github: Github = { folder, local, repo, labels, gh: createGh({ env, run, host: repo.host }), say };
  const act: Act = (work) =>
    withTracker(github, async (tracker) => {
      await refuseOtherRepo(tracker);
      await settleChanges(tracker);
      await sendOffline(tracker);
      return work(tracker);
    });
  let heard = Number.NEGATIVE_INFINITY;
  /** Syncs with GitHub before it reads. */
  const fresh = async <T>(read: () => Promise<T>) => {
    if (performance.now() - heard >= freshForMs) {
      await act((tracker) => sync(tracker));
      heard = performance.now();
    }
    return read();
  };
  return { kind: 'github', ...reading(github, fresh), ...changing(act) };
}

type Act = <T>(work: (tracker: Tracker) => Promise<T>) => Promise<T>;

type Readers = 'renameTeam' | 'team' | 'milestones' | 'tasks' | 'task' | 'milestone' | 'doc' | 'events';

function reading(github: Github, fresh: <T>(read: () => Promise<T>) => Promise<T>): Pick<TaskStorage, Readers> {
  const { local } = github;
  return {
    team: () => local.team(),
    // The name of a team is not on GitHub.
    renameTeam: (name, by) => local.renameTeam(name, by),
    milestones: () => fresh(() => local.milestones()),
    tasks: (filter) => fresh(() => local.tasks(filter)),
    task: (id) => fresh(() => local.task(id)),
    milestone: (id) => fresh(() => local.milestone(id)),
    doc: (of, id) => fresh(() => (of === 'task' ? local.doc(of, id) : milestoneDoc(github, id))),
    events: (limit) => fresh(() => local.events(limit)),
  };
}

function changing(act: Act): Omit<TaskStorage, 'kind' | Readers> {
  return {
    addMilestone: (wanted, by) => act((tracker) => addMilestone(tracker, wanted, by)),
    updateMilestone: (id, change, by) => act((tracker) => updateMilestone(tracker, id, change, by)),
    addTask: (wanted, by) => act((tracker) => addTask(tracker, wanted, by)),
    updateTask: (id, change, by) => act((tracker) => updateTask(tracker, id, change, by)),
    deleteTask: (id, by) => act((tracker) => deleteTask(tracker, id, by)),
    restoreTask: (id, by) => act((tracker) => restoreTask(tracker, id, by)),
    async writeDoc(of, id, text, by) {
      await act(async (tracker) => {
        if (of === 'task') await writeTaskDoc(tracker, id, text, by);
        else await updateMilestone(tracker, id, { description: text }, by);
      });
    },
    undo: (by) => act((tracker) => undo(tracker, by)),
    pull: () => act(async (tracker) => ({ changed: await sync(tracker, { full: true }) })),
  };
}

/** Issue numbers are valid only in their own repository. */
async function refuseOtherRepo({ folder, repo, map }: Tracker): Promise<void> {
  const recorded = await readRecordedRepo(folder);
  if (recorded === undefined || isSame(recorded, repoText(repo)) || map.size === 0) return;
  throw new PartyError(
    'REFUSED',
    `The tasks of this team are issues of ${recorded}, not of ${repoText(repo)}. If that is its new name, remove ${join(folder, 'github', 'state.json')}`,
  );
}

/** On GitHub, a milestone has only one text, its description. The file is a copy for the user to read. */
async function milestoneDoc({ folder, local }: Github, id: string): Promise<{ path: string; text: string }> {
  const milestone = await local.milestone(id);
  const path = join(folder, docPath('milestone', milestone.id));
  const text = milestone.description ?? '';
  if (((await readText(path)) ?? '') !== text) await writeAtomic(path, text);
  return { path, text };
}

// Tasks as issues. GitHub is the truth; the team's folder holds a copy in the very form of the file adapter, so that
// reading, the audit and undo are the same, and a machine without gh still shows what was last known.

import { join } from 'node:path';
import { PartyError } from '../../../core/base/errors.ts';
import { isSame, type Labels, readLabels } from '../../../core/tasks/github/labels.ts';
import { repoText } from '../../../core/tasks/github/repo.ts';
import { docPath } from '../../../core/tasks/replay.ts';
import { run as runProgram } from '../../system/exec.ts';
import { readText, writeAtomic } from '../../system/store.ts';
import { openFsStorage } from '../files/storage.ts';
import type { ChangeOptions, PmStorage } from '../storage.ts';
import { settleChanges } from './audit.ts';
import { updateTask, writeTaskDoc } from './changeTask.ts';
import { addTask } from './createTask.ts';
import { atDesk, type Desk, type Github } from './desk.ts';
import { repoFrom } from './detectRepo.ts';
import { readRecordedRepo } from './files.ts';
import { createGh, type Run } from './gh.ts';
import { addMilestone, updateMilestone } from './milestones.ts';
import { sync } from './sync.ts';
import { undo } from './undo.ts';

export interface GithubOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  /** `owner/name`, or `host/owner/name`. */
  readonly repo: string;
  readonly run?: Run;
  /** `pm.labels` of the configuration. */
  readonly labels?: unknown;
  /** How long what was just heard from GitHub need not be asked for again: one command reads several things. */
  readonly freshForMs?: number;
  say?(message: string): void;
}

export function openGithubStorage(options: GithubOptions): PmStorage {
  const { env, folder, run = runProgram, freshForMs = 1000, say = () => {} } = options;
  const repo = repoFrom(options.repo, env);
  const labels: Labels = readLabels(options.labels);
  const github: Github = { folder, repo, labels, gh: createGh({ env, run, host: repo.host }), say };
  const local = openFsStorage(folder);
  const act = <T>(work: (desk: Desk) => Promise<T>) =>
    atDesk(github, async (desk) => {
      await refuseOtherRepo(desk);
      await settleChanges(desk);
      return work(desk);
    });
  let heard = Number.NEGATIVE_INFINITY;
  /** What is read is what GitHub says now. */
  const fresh = async <T>(read: () => Promise<T>) => {
    if (performance.now() - heard >= freshForMs) {
      await act((desk) => sync(desk));
      heard = performance.now();
    }
    return read();
  };
  return {
    kind: 'github',
    team: () => local.team(),
    milestones: () => fresh(() => local.milestones()),
    tasks: (filter) => fresh(() => local.tasks(filter)),
    task: (id) => fresh(() => local.task(id)),
    milestone: (id) => fresh(() => local.milestone(id)),
    addMilestone: (wanted, by) => act((desk) => addMilestone(desk, wanted, by)),
    updateMilestone: (id, change, by) => act((desk) => updateMilestone(desk, id, change, by)),
    addTask: (wanted, by) => act((desk) => addTask(desk, wanted, by)),
    updateTask: (id, change, by) => act((desk) => updateTask(desk, id, change, by)),
    doc: (of, id) => fresh(() => (of === 'task' ? local.doc(of, id) : milestoneDoc(folder, id))),
    async writeDoc(of, id, text, by) {
      await act(async (desk) => {
        if (of === 'task') await writeTaskDoc(desk, id, text, by);
        else await updateMilestone(desk, id, { description: text }, by);
      });
    },
    events: (limit) => fresh(() => local.events(limit)),
    undo: (by: ChangeOptions) => act((desk) => undo(desk, by)),
    pull: () => act(async (desk) => ({ changed: await sync(desk, { full: true }) })),
  };
}

/** The numbers of issues mean nothing in another repository. */
async function refuseOtherRepo({ folder, repo, map }: Desk): Promise<void> {
  const recorded = await readRecordedRepo(folder);
  if (recorded === undefined || isSame(recorded, repoText(repo)) || map.size === 0) return;
  throw new PartyError(
    'REFUSED',
    `The tasks of this team are issues of ${recorded}, not of ${repoText(repo)}. If that is its new name, remove ${join(folder, 'github', 'state.json')}`,
  );
}

/** GitHub has one text of a milestone, its description; the file is a copy to look at. */
async function milestoneDoc(folder: string, id: string): Promise<{ path: string; text: string }> {
  const milestone = await openFsStorage(folder).milestone(id);
  const path = join(folder, docPath('milestone', milestone.id));
  const text = milestone.description ?? '';
  if (((await readText(path)) ?? '') !== text) await writeAtomic(path, text);
  return { path, text };
}

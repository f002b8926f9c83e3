// Turns a finding into a task. The task names its finding, and the project's log names the task. If it is done twice,
// or by two processes at the same time, there is still only one task.

import { basename, join } from 'node:path';
import { actorOf } from '../../core/base/actor.ts';
import { PartyError, refused } from '../../core/base/errors.ts';
import { asTask } from '../../core/findings/asTask.ts';
import type { LedgerFinding } from '../../core/findings/ledgerFinding.ts';
import type { LinkedTask } from '../../core/gates/tasks.ts';
import type { Review } from '../../core/review/review.ts';
import type { FindingLink, Task, Team } from '../../core/tasks/task.ts';
import type { Machine } from '../project/machine.ts';
import { openReview } from '../review/openReview.ts';
import { cycleOf, findFinding, mustBeProven } from '../review/reviewActs.ts';
import { withLock } from '../system/lock.ts';
import { openTasks } from './openTasks.ts';
import type { Listed, TaskStorage } from './storage.ts';

export interface FindingTaskOptions {
  readonly actor: string;
  readonly milestone?: string | undefined;
  /** Requires an issue on GitHub. */
  readonly issue?: boolean;
  say(message: string): void;
}

export interface MadeTask {
  readonly finding: LedgerFinding;
  readonly task: Task;
  readonly team: Team;
  /** False when the task existed before. */
  readonly created: boolean;
}

/** Long, because GitHub may be slow. */
const waitMs = 60_000;
const what = "Making tasks of this project's findings";

export async function taskOfFinding(machine: Machine, given: string, options: FindingTaskOptions): Promise<MadeTask> {
  const { actor, milestone, say } = options;
  const opened = await openReview(machine);
  const tasks = await openTasks(machine, { cwd: machine.cwd, say });
  if (options.issue === true && tasks.storage.kind !== 'github') throw noIssues(tasks.warnings);
  // This is not the lock of the log, so that other processes can write to the log while GitHub makes an issue.
  return withLock(join(opened.log.directory, 'finding-task.lock'), { what, waitMs }, async () => {
    const state = await opened.log.state();
    const review = await opened.read({ state });
    const finding = findFinding(review.findings, given);
    mustBeProven(finding);
    const { key, severity } = finding;
    // A key is unique only within one cycle, so the link names both.
    const link = { project: opened.git.top, cycle: cycleOf(state, review, finding), key, severity };
    const known = await knownTask(tasks.storage, tasks.team, finding, link);
    const task = known ?? (await tasks.storage.addTask({ ...asTask(finding), milestone, finding: link }, { actor }));
    if (finding.task?.team !== tasks.team.id || finding.task.id !== task.id) {
      const issue = task.issue === undefined ? {} : { issue: { number: task.issue.number, url: task.issue.url } };
      const about = { cycle: link.cycle, finding: key, team: tasks.team.id, task: task.id, ...issue };
      await opened.log.append({ event: 'task', actor: actorOf(machine.env), ...about });
    }
    const after = await opened.read({ change: review.change });
    return { finding: findFinding(after.findings, key), task, team: tasks.team, created: known === undefined };
  });
}

/** The status of the tasks that were made from findings. */
export async function linkedTasks(
  machine: Machine,
  { findings }: Pick<Review, 'findings'>,
  say: (message: string) => void,
): Promise<LinkedTask[]> {
  const linked = findings.filter(({ task }) => task !== undefined);
  if (linked.length === 0) return [];
  const { storage, team } = await openTasks(machine, { cwd: machine.cwd, say });
  const tasks = await storage.tasks();
  return linked.map(({ key, severity, task }) => {
    const id = task?.id ?? '';
    const status = task?.team === team.id ? (taskIn(tasks, id)?.status ?? null) : null;
    return { finding: key, severity, task: id, status };
  });
}

function noIssues([warning]: readonly string[]): PartyError {
  const why = warning ?? 'This team keeps its tasks in files, so there are no issues';
  return refused(
    `${why}. Without --issue it becomes a task; a team on GitHub is made by: party pm init --backend github`,
  );
}

/**
 * Searches the log first, then the tasks: a process may have been killed after it made the task and before it logged
 * it.
 */
async function knownTask(
  storage: TaskStorage,
  team: Team,
  { task }: LedgerFinding,
  link: FindingLink,
): Promise<Task | undefined> {
  const tasks = await storage.tasks();
  const own = task?.team === team.id ? taskIn(tasks, task.id) : undefined;
  return own ?? tasks.all.find(({ finding }) => isSame(finding, link));
}

/** Throws when the file of the task is broken: the task still exists. */
function taskIn({ all, unreadable }: Listed<Task>, id: string): Task | undefined {
  const found = all.find((task) => task.id === id);
  const broken = found === undefined ? unreadable.find(({ file }) => basename(file) === `${id}.json`) : undefined;
  if (broken === undefined) return found;
  throw new PartyError('CONFIG_INVALID', `${broken.file}: ${broken.problem}. Correct the file; nothing was changed`);
}

function isSame(one: FindingLink | undefined, other: FindingLink): boolean {
  return one?.project === other.project && one.key === other.key && one.cycle === other.cycle;
}

// What every command needs for its work with GitHub: the team, the repository, and its last seen state. Only one
// command runs at a time, so that two agents do not give the same number to two issues.

import { PartyError } from '../../../core/base/errors.ts';
import type { Labels } from '../../../core/tasks/github/labels.ts';
import { type Repo, repoText } from '../../../core/tasks/github/repo.ts';
import type { Team } from '../../../core/tasks/task.ts';
import { withLock } from '../../system/lock.ts';
import type { TaskStorage } from '../storage.ts';
import { readTeamFolder } from '../teamFolder.ts';
import { type GithubState, githubLock, type IdMap, readGithubState, readIdMap } from './files.ts';
import type { Gh } from './gh.ts';

export interface Github {
  readonly folder: string;
  /** The local copy of GitHub's data, in the team's folder. */
  readonly local: TaskStorage;
  readonly repo: Repo;
  readonly gh: Gh;
  readonly labels: Labels;
  /** Reports a problem that does not stop the command. */
  say(message: string): void;
}

export interface Tracker extends Github {
  readonly team: Team;
  readonly state: GithubState;
  readonly map: IdMap;
}

/** A request may take a minute, and a command makes several. */
const waitMs = 180_000;

export async function withTracker<T>(github: Github, act: (tracker: Tracker) => Promise<T>): Promise<T> {
  // Check this first: taking the lock must not create the folder of a team that does not exist.
  await readTeamFolder(github.folder);
  return withLock(
    await githubLock(github.folder),
    { what: "The team's work with GitHub", waitMs, pollMs: 50 },
    async () => {
      const [team, state, map] = await Promise.all([
        readTeamFolder(github.folder),
        readGithubState(github.folder, repoText(github.repo)),
        readIdMap(github.folder),
      ]);
      return act({ ...github, team, state, map });
    },
  );
}

export function pathOf({ repo }: Pick<Github, 'repo'>, rest: string): string {
  return `repos/${repo.owner}/${repo.name}/${rest}`;
}

export function idOfIssue({ map }: Tracker, number: number): string | undefined {
  for (const [id, { issueNumber }] of map) if (issueNumber === number) return id;
  return undefined;
}

export function idOfMilestone({ state }: Tracker, number: number): string | undefined {
  return state.milestones.find(({ seen }) => seen.number === number)?.id;
}

export function named(kind: 'Task' | 'Milestone', id: string, number: number): string {
  return `${kind} ${id} (#${number})`;
}

/** Says why GitHub ignored something that it was sent. */
export function mayNotWrite({ repo }: Pick<Github, 'repo'>): string {
  return `GitHub accepts that only from users with write access to ${repoText(repo)}. Ask for write access there`;
}

/** Checks GitHub's answer against a schema; throws with the name of what is missing. */
export function readAs<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  value: unknown,
  what: string,
): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new PartyError('COMMAND_FAILED', `GitHub's answer has no ${what} in it`);
}

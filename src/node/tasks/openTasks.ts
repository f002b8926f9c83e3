// Opens the team of a project, and the adapter that stores its tasks. Without `gh`, a team on GitHub works on its local
// files, and the user gets a warning.

import { PartyError } from '../../core/base/errors.ts';
import type { Team } from '../../core/tasks/task.ts';
import { loadConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { projectTop } from '../project/paths.ts';
import { openFsStorage } from './files/storage.ts';
import { checkRepo, detectRepo } from './github/detectRepo.ts';
import { ghMissing, hasGh } from './github/gh.ts';
import { openGithubStorage } from './github/githubStorage.ts';
import type { TaskStorage } from './storage.ts';
import { findTeam } from './team.ts';

export interface TasksRequest {
  readonly cwd: string;
  say(message: string): void;
}

export interface OpenTasks {
  readonly storage: TaskStorage;
  readonly team: Team;
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** Throws CONFIG_MISSING (exit 2) when the project has no team or its team is gone. */
export async function openTasks(machine: Pick<Machine, 'env'>, { cwd, say }: TasksRequest): Promise<OpenTasks> {
  const found = await findTeam(machine, cwd);
  if (found === undefined) {
    throw new PartyError('CONFIG_MISSING', 'This project has no team', { next: [{ act: 'createTeam' }] });
  }
  const { team, folder } = found;
  const chosen = await chooseStorage(machine, { ...team, cwd });
  for (const warning of chosen.warnings) say(warning);
  return { team, folder, warnings: chosen.warnings, storage: openStorage(machine, folder, chosen, say) };
}

export interface ChosenStorage {
  readonly storage: 'fs' | 'github';
  readonly repo: string | undefined;
  /** `pm.labels` of the configuration. */
  readonly labels?: unknown;
  readonly warnings: readonly string[];
}

interface Wanted {
  readonly cwd: string;
  /** The team's own setting; by default, that of the configuration. */
  readonly storage?: Team['storage'];
  readonly repo?: string | undefined;
}

/** Also for a new team: a team that is made without `gh` stays in files, so that its tasks are not in two places. */
export async function chooseStorage(
  { env }: Pick<Machine, 'env'>,
  { cwd, storage, repo }: Wanted,
): Promise<ChosenStorage> {
  const { pm } = await loadConfig({ places: [cwd, projectTop(cwd)], env });
  if ((storage ?? pm.storage) === 'fs') return { storage: 'fs', repo: undefined, warnings: [] };
  if (!hasGh(env)) {
    const warning = `${ghMissing().message}. Without it the tasks are kept here, in files, and they are not visible on GitHub`;
    return { storage: 'fs', repo: undefined, warnings: [warning] };
  }
  const given = repo ?? pm.repo;
  const known = given === undefined ? await detectRepo({ env }, cwd) : checkRepo(given, env);
  return { storage: 'github', repo: known, labels: pm.labels, warnings: [] };
}

function openStorage(
  { env }: Pick<Machine, 'env'>,
  folder: string,
  chosen: ChosenStorage,
  say: TasksRequest['say'],
): TaskStorage {
  const { storage, repo, labels } = chosen;
  if (storage === 'fs' || repo === undefined) return openFsStorage(folder);
  return openGithubStorage({ env, folder, repo, labels, say });
}

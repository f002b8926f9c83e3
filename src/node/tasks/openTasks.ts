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
import { offlineStorage } from './github/offline.ts';
import type { TaskStorage } from './storage.ts';
import { findTeam } from './team.ts';

export interface TasksRequest {
  readonly cwd: string;
  /** `--repo`: overrides the team's repository. */
  readonly repo?: string | undefined;
  say(message: string): void;
}

export interface OpenTasks {
  readonly storage: TaskStorage;
  readonly team: Team;
  readonly folder: string;
  readonly warnings: readonly string[];
}

/** Throws CONFIG_MISSING (exit 2) when the project has no team or its team is gone. */
export async function openTasks(machine: Pick<Machine, 'env'>, { cwd, repo, say }: TasksRequest): Promise<OpenTasks> {
  const found = await findTeam(machine, cwd);
  if (found === undefined) {
    throw new PartyError('CONFIG_MISSING', 'This project has no team', { next: [{ act: 'createTeam' }] });
  }
  const { team, folder } = found;
  const chosen = await chooseStorage(machine, { ...team, cwd, ...(repo === undefined ? {} : { repo }) });
  const isOnGithub = chosen.storage === 'github' || chosen.ghMissing === true;
  if (repo !== undefined && !isOnGithub) {
    throw new PartyError('USAGE', 'This team keeps its tasks in files, so --repo does not apply here');
  }
  const { configured } = chosen;
  const moved = configured !== undefined && team.storage !== undefined && team.storage !== configured;
  const warnings = [...(moved ? [notMoved(configured)] : []), ...chosen.warnings];
  for (const warning of warnings) say(warning);
  return { team, folder, warnings, storage: openStorage(machine, folder, chosen, say) };
}

export interface ChosenStorage {
  readonly storage: 'fs' | 'github';
  readonly repo: string | undefined;
  /** `pm.labels` of the configuration. */
  readonly labels?: unknown;
  readonly warnings: readonly string[];
  /** `pm.storage` of the configuration. */
  readonly configured: 'fs' | 'github' | undefined;
  /** The tasks are on GitHub, but this machine works on its own files. */
  readonly ghMissing?: boolean;
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
  const configured = pm.storage;
  if ((storage ?? pm.storage ?? 'fs') === 'fs') return { storage: 'fs', repo: undefined, configured, warnings: [] };
  if (!hasGh(env)) {
    const warning = `${ghMissing().message}. Without it the tasks are kept here, in files, and they are not visible on GitHub`;
    return { storage: 'fs', repo: undefined, configured, warnings: [warning], ghMissing: true };
  }
  const given = repo ?? pm.repo;
  const known = given === undefined ? await detectRepo({ env }, cwd) : checkRepo(given, env);
  return { storage: 'github', repo: known, labels: pm.labels, configured, warnings: [] };
}

/** A team stays where it was made: its ids, its audit and its issues belong together. */
function notMoved(configured: 'fs' | 'github'): string {
  const kept = configured === 'github' ? 'in files' : 'on GitHub';
  return `This team keeps its tasks ${kept} since pm init; the setting pm.storage "${configured}" is for new teams only`;
}

function openStorage(
  { env }: Pick<Machine, 'env'>,
  folder: string,
  chosen: ChosenStorage,
  say: TasksRequest['say'],
): TaskStorage {
  const { storage, repo, labels } = chosen;
  if (storage === 'fs' || repo === undefined) {
    const files = openFsStorage(folder);
    return chosen.ghMissing === true ? offlineStorage(folder, files) : files;
  }
  return openGithubStorage({ env, folder, repo, labels, say });
}

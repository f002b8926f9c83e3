// Finds the team of a project: the pointer `.tmux-team/team.json` in the project holds the team's id, and the team's
// folder is in the user's home. A linked worktree without its own pointer uses the team of the main worktree.

import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { link, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import * as z from '../../core/base/schema.ts';
import { checkTitle } from '../../core/tasks/check.ts';
import { isTeamId } from '../../core/tasks/ids.ts';
import type { TaskActor, TaskEvent, Team } from '../../core/tasks/task.ts';
import type { Machine } from '../project/machine.ts';
import { isRepository, projectTop } from '../project/paths.ts';
import { mainWorktree } from '../project/worktrees.ts';
import { appendJsonLine } from '../system/jsonl.ts';
import { isFsError, readText, writeAtomic } from '../system/store.ts';
import { eventsPath } from './files/eventLog.ts';
import type { Listed, Unreadable } from './storage.ts';
import { readTeamFolder, teamFolders, teamRoots } from './teamFolder.ts';

export interface FoundTeam {
  readonly folder: string;
  readonly team: Team;
  /** The folder of the project that holds the pointer. */
  readonly top: string;
}

/** Throws when the pointer is broken (exit 1) or its team is missing (exit 2). */
export async function findTeam(machine: Pick<Machine, 'env'>, cwd: string): Promise<FoundTeam | undefined> {
  const pointer = await findPointer(machine, cwd);
  if (pointer === undefined) return undefined;
  const folder = teamRoots(machine.env)
    .map((root) => join(root, pointer.id))
    .find((one) => existsSync(one));
  if (folder === undefined) {
    throw new PartyError(
      'CONFIG_MISSING',
      `${pointer.path} names the team ${pointer.id}, which is not in ${teamRoots(machine.env).join(' or ')}. Remove that file first`,
      { next: [{ act: 'createTeam' }] },
    );
  }
  return { folder, team: await readTeamFolder(folder), top: pointer.top };
}

export interface NewTeam {
  readonly name: string;
  readonly actor: TaskActor;
  readonly storage?: Team['storage'];
  readonly repo?: string | undefined;
  readonly windowId?: string | null;
}

export async function makeTeam(machine: Pick<Machine, 'env'>, cwd: string, wanted: NewTeam): Promise<FoundTeam> {
  const name = checkTitle(wanted.name, 'name');
  const known = await findTeam(machine, cwd);
  if (known !== undefined) throw alreadyThere(known);
  const top = projectTop(cwd);
  const { storage, repo, windowId = null, actor } = wanted;
  const createdAt = new Date().toISOString();
  const team: Team = {
    id: randomUUID(),
    name,
    windowId,
    createdAt,
    ...(storage === undefined ? {} : { storage }),
    ...(repo === undefined ? {} : { repo }),
  };
  const folder = await makeFolder(machine, team, { event: 'team_created', id: team.id, name, actor, ts: createdAt });
  try {
    if (await writePointer(top, team.id)) return { folder, team, top };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  // Another process was faster.
  await rm(folder, { recursive: true, force: true });
  const other = await findTeam(machine, cwd);
  throw other === undefined
    ? new PartyError('REFUSED', `${pointerPath(top)} has just been removed; try again`)
    : alreadyThere(other);
}

export interface TeamFolder {
  readonly folder: string;
  readonly team: Team;
}

/** Oldest first. */
export async function listTeams(machine: Pick<Machine, 'env'>): Promise<Listed<TeamFolder>> {
  const all: TeamFolder[] = [];
  const unreadable: Unreadable[] = [];
  for (const folder of await teamFolders(machine.env)) {
    try {
      all.push({ folder, team: await readTeamFolder(folder) });
    } catch (error) {
      const file = join(folder, 'team.json');
      const problem = messageOf(error);
      unreadable.push({ file, problem: problem.replace(`${file}: `, '') });
    }
  }
  return { all: all.sort((a, b) => (a.team.createdAt < b.team.createdAt ? -1 : 1)), unreadable };
}

interface Pointer {
  readonly path: string;
  readonly top: string;
  readonly id: string;
}

async function findPointer(machine: Pick<Machine, 'env'>, cwd: string): Promise<Pointer | undefined> {
  const directories = above(cwd, machine.env['HOME'] || homedir());
  const pointers = await Promise.all(directories.map(readPointer));
  const [nearest, ...others] = pointers.filter((pointer) => pointer !== undefined);
  const other = others.find(({ id }) => id !== nearest?.id);
  if (nearest !== undefined && other !== undefined) {
    throw new PartyError(
      'CONFIG_INVALID',
      `${nearest.path} and ${other.path} name two teams for one project. Remove one of them`,
    );
  }
  if (nearest !== undefined) return nearest;
  const main = mainWorktree(projectTop(cwd));
  return main === undefined ? undefined : readPointer(main);
}

/**
 * The directories from here up to the top of the repository. Outside a repository: up as long as the directories belong
 * to the same user, but not to the home directory, which holds all teams.
 */
function above(cwd: string, home: string): string[] {
  const start = realpathSync(cwd);
  const top = projectTop(cwd);
  const own = statSync(start).uid;
  const goesOn = isRepository(top)
    ? (one: string) => one !== dirname(top)
    : (one: string) => one !== home && statSync(one).uid === own;
  const directories = [start];
  for (let one = start; one !== dirname(one) && start !== home && goesOn(dirname(one)); one = dirname(one)) {
    directories.push(dirname(one));
  }
  return directories;
}

const Pointed = z.looseObject({ id: z.string() });

async function readPointer(top: string): Promise<Pointer | undefined> {
  const path = pointerPath(top);
  // A file that cannot be read counts as broken, like one that is not JSON.
  const text = await readText(path).catch(() => '');
  if (text === undefined) return undefined;
  try {
    const { id } = Pointed.parse(JSON.parse(text));
    if (isTeamId(id)) return { path, top, id: id.toLowerCase() };
  } catch {
    // Thrown below.
  }
  throw new PartyError('CONFIG_INVALID', `${path} should be {"id": "<uuid of a team>"}. Correct it, or remove it`);
}

/** Creates all or nothing: a team without its first event would contradict its audit. */
async function makeFolder(machine: Pick<Machine, 'env'>, team: Team, created: TaskEvent): Promise<string> {
  const [root] = teamRoots(machine.env);
  const folder = join(root, team.id);
  const draft = join(root, `.${team.id}`);
  try {
    await writeAtomic(join(draft, 'team.json'), `${JSON.stringify(team, null, 2)}\n`);
    await appendJsonLine(eventsPath(draft), created);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** False when there is already a pointer. */
async function writePointer(top: string, id: string): Promise<boolean> {
  const path = pointerPath(top);
  const directory = dirname(path);
  const there = await lstat(directory).catch(() => undefined);
  if (there !== undefined && !there.isDirectory()) {
    throw new PartyError(
      'STATE_UNSAFE',
      `${directory} is not a directory, or is a link to one, so Party writes nothing there`,
    );
  }
  await mkdir(directory, { recursive: true });
  // Keep the pointer out of commits: the team is in this user's home, so the pointer is useless to other users.
  if (there === undefined) await writeFile(join(directory, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
  const draft = join(directory, `.team.json.${id}`);
  try {
    await writeFile(draft, `${JSON.stringify({ id })}\n`, { flag: 'wx' });
    await link(draft, path);
    return true;
  } catch (error) {
    if (isFsError(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function alreadyThere({ team, top }: FoundTeam): PartyError {
  return new PartyError(
    'REFUSED',
    `This project has the team ${JSON.stringify(team.name)} already (${pointerPath(top)}); a project can have only one. Remove that file to create another`,
  );
}

function pointerPath(top: string): string {
  return join(top, '.tmux-team', 'team.json');
}

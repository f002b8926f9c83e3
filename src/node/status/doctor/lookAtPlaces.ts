// Looks at this installation and at the directories that Party writes to.

import { constants, existsSync } from 'node:fs';
import { access, lstat, readdir, readlink, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../core/base/errors.ts';
import { isRecord, tryJson } from '../../../core/base/json.ts';
import { shellWord } from '../../../core/base/shellWord.ts';
import type { DoctorCheck } from '../../../core/status/doctor/doctorCheck.ts';
import {
  type DirectoryFacts,
  type DirectoryName,
  type DiskFacts,
  judgeCurrent,
  judgeDirectory,
  judgeDisk,
  judgeInstallation,
  judgePath,
  judgeStateDirectories,
} from '../../../core/status/doctor/places.ts';
import { codexHome } from '../../codex/codexConfig.ts';
import { isParty } from '../../install/installFacts.ts';
import { installPlaces } from '../../install/installPlaces.ts';
import type { Paths } from '../../project/paths.ts';
import { checkStateRoot } from '../../project/stateDirectory.ts';
import { makerMark } from '../../system/drafts.ts';
import { currentLink, versionOf } from '../../system/installation.ts';
import { findProgram } from '../../system/installHint.ts';
import { errorCodeOf, isFsError, readText } from '../../system/store.ts';
import type { DoctorMachine } from './doctorMachine.ts';
import { compareInstalledFiles } from './installedFiles.ts';

/** Hooks and instructions name the link, which may lead to another copy than the one that looks. */
export async function lookAtInstallation({ root, paths }: DoctorMachine): Promise<DoctorCheck> {
  const [own, linked] = await Promise.all([root, currentLink(paths)].map((one) => realpath(one).catch(() => root)));
  const judge = async (place: string) => judgeInstallation(await compareInstalledFiles(place), place);
  const first = await judge(root);
  return first.status === 'ok' && linked !== undefined && linked !== own ? judge(linked) : first;
}

export async function lookAtCurrent({ paths, root }: DoctorMachine): Promise<DoctorCheck> {
  const link = currentLink(paths);
  const target = await readlink(link).catch(() => undefined);
  const isThere = await stat(join(link, 'package.json')).then(
    () => true,
    () => false,
  );
  const version = isThere ? await versionOf(link) : undefined;
  return judgeCurrent({ link, target, version, own: await versionOf(root), isNeeded: await wasStarted(paths) });
}

/** Each start makes the link and leaves a record. A record that cannot be read does not prove a start. */
async function wasStarted({ home }: Pick<Paths, 'home'>): Promise<boolean> {
  const projects = join(home, 'projects');
  const keys = await readdir(projects).catch(() => []);
  const ids = await Promise.all(
    keys.map(async (key) => {
      const sessions = join(projects, key, 'sessions');
      return (await readdir(sessions).catch(() => [])).map((id) => join(sessions, id, 'session.json'));
    }),
  );
  const records = await Promise.all(ids.flat().map((file) => readText(file).catch(() => undefined)));
  return records.some((text) => text !== undefined && isRecord(tryJson(text)));
}

export async function lookAtPath({ env, paths, root }: DoctorMachine): Promise<DoctorCheck> {
  const found = findProgram('party', env['PATH'] ?? '');
  const link = currentLink(paths);
  const isOurs = found !== undefined && (isParty(found, root) || isParty(found, link));
  const place = existsSync(link) ? link : root;
  const { bin } = installPlaces(env, paths, false);
  const installed = join(bin, 'party');
  const installedIn = existsSync(installed) && isParty(installed, link) ? bin : undefined;
  return judgePath({ found, isOurs, program: join(place, 'resources', 'bin', 'party'), installedIn });
}

export async function lookAtDirectory(machine: DoctorMachine, id: DirectoryName): Promise<DoctorCheck> {
  return judgeDirectory(id, await looks[id](machine));
}

const looks: Readonly<Record<DirectoryName, (machine: DoctorMachine) => Promise<DirectoryFacts>>> = {
  home: ({ paths }) => directoryFacts(paths.home),
  'state-root': ({ paths }) => stateRootFacts(paths.stateRoot),
  'marker-root': ({ paths }) => directoryFacts(paths.markerRoot),
  temporary: () => existingFacts(tmpdir()),
  'codex-home': ({ env }) => codexFacts(env),
};

async function directoryFacts(path: string, tryIt = tryToWrite): Promise<DirectoryFacts> {
  const found = await stat(path).catch((error: unknown) => {
    if (isFsError(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (found === undefined) return { path, exists: false, isOpen: false, problem: await whyNotMade(path) };
  const isOpen = (found.mode & 0o077) !== 0;
  const problem = found.isDirectory() ? await tryIt(path) : 'it is not a directory';
  return { path, exists: true, isOpen, problem };
}

/** Party does not make these two, which other programs use as well. */
async function existingFacts(path: string): Promise<DirectoryFacts> {
  const facts = await directoryFacts(path);
  if (facts.exists) return facts;
  return { ...facts, problem: facts.problem ?? 'it does not exist', remedy: `Run: mkdir -m 700 ${shellWord(path)}` };
}

async function stateRootFacts(path: string): Promise<DirectoryFacts> {
  const unsafe = await checkStateRoot(path).then(() => undefined, messageOf);
  const facts = await existingFacts(path);
  if (unsafe === undefined || !facts.exists) return facts;
  const isWritten = ((await stat(path)).mode & 0o022) !== 0;
  const remedy = isWritten ? { remedy: `Run: chmod go-w ${shellWord(path)}` } : {};
  return { path, exists: true, isOpen: false, problem: unsafe, ...remedy };
}

/** Codex's directory belongs to the user, so nothing is written there. */
async function codexFacts(env: NodeJS.ProcessEnv): Promise<DirectoryFacts> {
  const facts = await directoryFacts(codexHome(env), mayWrite);
  if (facts.exists || !env['CODEX_HOME']) return facts;
  return { ...facts, problem: 'CODEX_HOME names it, but it does not exist, and Codex does not create it' };
}

/** Writing a file proves more than the permissions do: the disk may be full or read-only. */
async function tryToWrite(directory: string): Promise<string | undefined> {
  const file = join(directory, `.party-doctor.${makerMark()}.tmp`);
  try {
    await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    return `nothing can be written there (${errorCodeOf(error)})`;
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

function mayWrite(directory: string): Promise<string | undefined> {
  return access(directory, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => `nothing can be written there (${errorCodeOf(error)})`,
  );
}

async function whyNotMade(path: string): Promise<string | undefined> {
  const parent = await nearestThere(path);
  if (!(await stat(parent)).isDirectory()) return `it cannot be created, because ${parent} is not a directory`;
  const problem = await mayWrite(parent);
  return problem === undefined ? undefined : `it cannot be created in ${parent}: ${problem}`;
}

async function nearestThere(path: string): Promise<string> {
  for (let place = path; ; place = dirname(place)) {
    const found = await stat(place).catch(() => undefined);
    if (found !== undefined || place === dirname(place)) return place;
  }
}

export async function lookAtStateDirectories({ paths }: DoctorMachine): Promise<DoctorCheck> {
  return judgeStateDirectories(await openStateDirectories(paths));
}

/** The private directories of this user's parties that other users can enter. */
export async function openStateDirectories({ stateRoot }: Pick<Paths, 'stateRoot'>): Promise<string[]> {
  const own = await stateDirectories(stateRoot);
  const open = await Promise.all(own.map(async (path) => ((await lstat(path)).mode & 0o077) !== 0));
  return own.filter((_, index) => open[index]);
}

/** Other programs have directories beside them, so each must name its session, and belong to this user. */
export async function stateDirectories(stateRoot: string): Promise<string[]> {
  const names = (await readdir(stateRoot).catch(() => [])).filter((name) => name.startsWith('party-'));
  const ours = await Promise.all(names.map((name) => isOurs(join(stateRoot, name), name)));
  return names.filter((_, index) => ours[index]).map((name) => join(stateRoot, name));
}

async function isOurs(path: string, name: string): Promise<boolean> {
  try {
    const entry = await lstat(path);
    if (!entry.isDirectory() || entry.uid !== process.getuid?.()) return false;
    return (await readText(join(path, 'session-name')))?.trim() === name;
  } catch {
    return false;
  }
}

export async function lookAtDisk({ paths }: DoctorMachine): Promise<DoctorCheck> {
  const places = await Promise.all([paths.home, paths.stateRoot].map(nearestThere));
  const devices = await Promise.all(places.map(async (place) => (await stat(place)).dev));
  const different = places.filter((_, index) => devices.indexOf(devices[index] ?? -1) === index);
  return judgeDisk(await Promise.all(different.map(diskFacts)));
}

async function diskFacts(path: string): Promise<DiskFacts> {
  const { bavail, bsize, files, ffree } = await statfs(path);
  return { path, freeBytes: bavail * bsize, freeFiles: files === 0 ? undefined : ffree };
}

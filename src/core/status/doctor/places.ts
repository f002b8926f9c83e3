// The installation of Party and its directories.

import { shellWord } from '../../base/shellWord.ts';
import { isNewer } from '../../base/version.ts';
import { type CheckId, count, type DoctorCheck, failure, fine, listedNames, warning } from './doctorCheck.ts';

export interface InstalledFiles {
  /** Undefined when the list of the build is missing. */
  readonly listed: number | undefined;
  /** Relative paths. */
  readonly changed: readonly string[];
  readonly missing: readonly string[];
}

export function judgeInstallation({ listed: files, changed, missing }: InstalledFiles, root: string): DoctorCheck {
  const fix = 'Install Party again, or build it again (npm run build) if you work on its code';
  if (files === undefined) {
    return warning('installation', `${root} has no list of its files, so changed ones cannot be found`, { fix });
  }
  const wrong = [
    ...(changed.length === 0 ? [] : [`changed since the build: ${listedNames(changed)}`]),
    ...(missing.length === 0 ? [] : [`missing: ${listedNames(missing)}`]),
  ];
  if (wrong.length === 0) return fine('installation', `${root}: all ${files} files are as they were built`);
  return failure('installation', `Files of ${root} are not as they were built; ${wrong.join('; ')}`, { fix });
}

export interface CurrentLink {
  readonly link: string;
  /** Where the link leads; undefined when there is no link. */
  readonly target: string | undefined;
  /** The version there; undefined when nothing is there. */
  readonly version: string | undefined;
  /** The version of the Party that looks. */
  readonly own: string;
  /** A party has been started, so that hooks and instructions name the link. */
  readonly isNeeded?: boolean;
}

/** Hooks in worktrees and the agents' instructions name the link. */
export function judgeCurrent({ link, target, version, own, isNeeded = false }: CurrentLink): DoctorCheck {
  if (target === undefined && isNeeded) {
    return failure('current', `${link} was removed, so hooks in worktrees do not run`, { repair: 'relink' });
  }
  if (target === undefined) return fine('current', `${link} is created at the first start`);
  if (version === undefined) {
    const lost = `${link} leads to ${target}, which does not exist, so hooks in worktrees do not run`;
    return failure('current', lost, { repair: 'relink' });
  }
  if (isNewer(own, version)) {
    return warning('current', `${link} leads to Party ${version}, which is older than this ${own}`, {
      repair: 'relink',
    });
  }
  return fine('current', `${link} leads to Party ${version}`);
}

export interface OnPath {
  /** The first `party` on the PATH; undefined when there is none. */
  readonly found: string | undefined;
  /** It belongs to this installation or to `current`. */
  readonly isOurs: boolean;
  /** The program by its path, which the user can type. */
  readonly program: string;
  /** Where `party install` has put it. */
  readonly installedIn?: string | undefined;
}

/** Hints name `party`, so a shell should find it. */
export function judgePath({ found, isOurs, program, installedIn }: OnPath): DoctorCheck {
  const fix =
    installedIn === undefined
      ? `In a shell outside a party, run: ${shellWord(program)} install`
      : `Put ${installedIn} first on the PATH, in the start-up file of your shell, and open a new terminal`;
  if (found === undefined) return warning('path', 'party is not on the PATH, so hints name it by its path', { fix });
  if (!isOurs)
    return warning('path', `${found} is first on the PATH, and it is not this installation of Party`, { fix });
  return fine('path', `party is on the PATH: ${found}`);
}

export interface DirectoryFacts {
  readonly path: string;
  /** Why Party cannot use it; undefined when it can. */
  readonly problem: string | undefined;
  /** Other users can enter it. */
  readonly isOpen: boolean;
  readonly exists: boolean;
  /** What makes it usable, instead of the right to write there. */
  readonly remedy?: string;
}

interface KnownDirectory {
  readonly what: string;
  /** The variable that moves it. */
  readonly variable: string;
  /** Party works without it. */
  readonly isOptional?: true;
}

const knownDirectories = {
  home: { what: "Party's data", variable: 'PARTY_HOME' },
  'state-root': { what: 'the state of running parties', variable: 'PARTY_STATE_ROOT' },
  'marker-root': { what: 'markers for other tools', variable: 'PARTY_MARKER_ROOT', isOptional: true },
  temporary: { what: 'temporary files', variable: 'TMPDIR' },
  'codex-home': { what: "Codex's own data", variable: 'CODEX_HOME' },
} as const satisfies Partial<Record<CheckId, KnownDirectory>>;

export type DirectoryName = keyof typeof knownDirectories;

export function judgeDirectory(id: DirectoryName, facts: DirectoryFacts): DoctorCheck {
  const { what, variable, isOptional }: KnownDirectory = knownDirectories[id];
  const { path, problem, isOpen, exists, remedy = 'Make it writable' } = facts;
  if (problem !== undefined) {
    const fix = `${remedy}, or set ${variable} to another directory`;
    const told = `${path}, for ${what}: ${problem}`;
    return isOptional ? warning(id, told, { fix }) : failure(id, told, { fix });
  }
  if (id === 'home' && isOpen) {
    return warning(id, `${path}, for ${what}, is open to other users`, { repair: 'make-home-private' });
  }
  return fine(id, exists ? `${path}, for ${what}` : `${path}, for ${what}, is created when it is needed`);
}

/** The private directories of parties that other users can enter. Party refuses to use them. */
export function judgeStateDirectories(open: readonly string[]): DoctorCheck {
  if (open.length === 0) return fine('state-directories', 'The directories of the parties are private');
  const told = `Other users can enter ${listedNames(open)}, so Party does not use ${open.length === 1 ? 'it' : 'them'}`;
  return failure('state-directories', told, { repair: 'make-state-private' });
}

export interface DiskFacts {
  readonly path: string;
  readonly freeBytes: number;
  /** Undefined when the file system does not count them. */
  readonly freeFiles: number | undefined;
}

const megabyte = 1_000_000;
const [least, little] = [50 * megabyte, 500 * megabyte];
const [leastFiles, fewFiles] = [100, 5000];

export function judgeDisk(disks: readonly DiskFacts[]): DoctorCheck {
  const isBelow = (bytes: number, files: number) => (disk: DiskFacts) =>
    disk.freeBytes < bytes || (disk.freeFiles ?? files) < files;
  const text = ({ path, freeBytes, freeFiles = fewFiles }: DiskFacts) =>
    freeBytes < little || freeFiles >= fewFiles
      ? `${Math.floor(freeBytes / megabyte)} MB are free at ${path}`
      : `${count(freeFiles, 'more file')} can be created at ${path}`;
  const fix = 'Free some space: Party stops when it cannot write its log';
  const full = disks.filter(isBelow(least, leastFiles));
  if (full.length > 0) return failure('disk', `Only ${full.map(text).join('; ')}`, { fix });
  const short = disks.filter(isBelow(little, fewFiles));
  if (short.length > 0) return warning('disk', `Only ${short.map(text).join('; ')}`, { fix });
  return fine('disk', disks.map(text).join('; '));
}

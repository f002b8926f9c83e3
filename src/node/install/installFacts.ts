// What is at the places where `party install` puts something.

import { accessSync, constants, lstatSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import {
  type FoundEntry,
  type InstallFacts,
  type InstallPlaces,
  type LinkedProgram,
  settingsFile,
  wantedLinks,
} from '../../core/install/installPlan.ts';
import { realPath } from '../system/files.ts';
import { findProgram } from '../system/installHint.ts';
import { errorCodeOf, isFsError } from '../system/store.ts';

export function readInstallFacts(
  env: NodeJS.ProcessEnv,
  places: InstallPlaces,
  agreed: ReadonlySet<LinkedProgram>,
): InstallFacts {
  const links = wantedLinks(places).map(({ path }) => [path, lookAt(path)] as const);
  const settings = settingsFile(places);
  const found = new Map([...links, [settings, throughLink(settings)]]);
  const closed = [...found.keys()].flatMap((path) => {
    // A link is replaced where it is; settings are written where their link leads.
    const folder = closedFolder(path === settings ? realPath(path) : path);
    return folder === undefined ? [] : [[path, folder] as const];
  });
  const ours = programs.flatMap((program) => {
    const path = `${places.bin}/${program}`;
    if (found.get(path)?.kind !== 'link' || !isParty(path, places.current)) return [];
    return [[path, realPath(path).endsWith('.js') ? 'npm' : 'script'] as const];
  });
  return { places, found, ours: new Map(ours), closed: new Map(closed), others: otherPrograms(env, places), agreed };
}

/** The folder in which something would be made for the path, when this user cannot write there. */
export function closedFolder(path: string, canWrite = isWritable): string | undefined {
  let folder = dirname(path);
  while (lstatSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  return canWrite(folder) ? undefined : folder;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a shell with this environment finds what is in the folder. */
export function isOnPath({ PATH: path = '' }: NodeJS.ProcessEnv, folder: string): boolean {
  return path.split(delimiter).some((entry) => entry !== '' && realPath(entry) === realPath(folder));
}

export function lookAt(path: string): FoundEntry {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return nothingAt(path);
    if (entry.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) };
    return content(path, entry);
  } catch (error) {
    if (isFsError(error, 'ENOTDIR')) return { kind: 'other', why: 'a folder above it is a file' };
    return { kind: 'other', why: `it cannot be read (${errorCodeOf(error)})` };
  }
}

/** A link above it that leads nowhere cannot hold anything. */
function nothingAt(path: string): FoundEntry {
  const folder = dirname(path);
  const above = lstatSync(folder, { throwIfNoEntry: false });
  if (above === undefined && folder !== path) return nothingAt(folder);
  const leads = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return leads ? { kind: 'absent' } : { kind: 'other', why: `${folder} is a broken link` };
}

/** The settings of many users are a link into a folder that they keep elsewhere. */
function throughLink(path: string): FoundEntry {
  const found = lookAt(path);
  if (found.kind !== 'link') return found;
  const real = statSync(path, { throwIfNoEntry: false });
  return real === undefined ? found : content(path, real);
}

function content(path: string, entry: Stats): FoundEntry {
  if (entry.isDirectory()) return { kind: 'folder' };
  if (entry.isFile()) return { kind: 'file', text: readFileSync(path, 'utf8') };
  return { kind: 'other', why: 'it is neither a file nor a folder' };
}

const programs = ['party', 'tmux-team'] as const satisfies LinkedProgram[];

/** Programs of the same names that the user has from elsewhere. */
function otherPrograms({ PATH: path = '' }: NodeJS.ProcessEnv, { bin, current }: InstallPlaces) {
  const others: Partial<Record<LinkedProgram, string>> = {};
  for (const program of programs) {
    const places = path.split(delimiter).filter((entry) => entry !== bin);
    const all = places.flatMap((entry) => findProgram(program, entry) ?? []);
    const other = all.find((file) => !isParty(file, current));
    if (other !== undefined) others[program] = other;
  }
  return others;
}

/** In this installation, or of any version: the script, or the entry of the npm package, beside Party's own files. */
export function isParty(file: string, root: string): boolean {
  const real = realPath(file);
  if (real.startsWith(`${realPath(root)}/`)) return true;
  return ['/resources/bin/party', '/resources/bin/tmux-team', '/bin/party.js', '/bin/tmux-team.js'].some((end) => {
    if (!real.endsWith(end)) return false;
    return statSync(`${real.slice(0, -end.length)}/dist/cli.cjs`, { throwIfNoEntry: false }) !== undefined;
  });
}

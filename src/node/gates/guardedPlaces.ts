// The places that only Party and the user write, and where a path really leads.

import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { type Paths, projectTop, stateDirectory, userConfigPaths } from '../project/paths.ts';
import { isFsError } from '../system/store.ts';

export interface Guarded {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  readonly session: string;
  readonly cwd: string;
  /** The root of the installed Party. */
  readonly installed: string;
}

/** Real paths, and the same as they are written. */
export function guardedPlaces({ env, paths, session, cwd, installed }: Guarded): string[] {
  const own = isInProject(pathBehindLinks(installed), cwd) ? [] : ['resources', 'dist'];
  const places = [
    paths.home,
    stateDirectory(paths, session),
    ...userConfigPaths(env),
    // A developer of Party works on these files.
    ...own.map((folder) => join(installed, folder)),
  ];
  return [...new Set(places.flatMap((place) => [resolve(place), pathBehindLinks(place)]))];
}

/**
 * As a program that first resolves `..` sees it, and as the system sees it, which first follows links. Tools cut off
 * spaces at the ends. `path` may also be any text that is no path at all.
 */
export function pathsOf(home: string | undefined, cwd: string, path: string): string[] {
  return [...new Set([path, path.trim()].flatMap((form) => placesOf(home, cwd, form)))];
}

function placesOf(home: string | undefined, cwd: string, path: string): string[] {
  const full = home !== undefined && path.startsWith('~/') ? join(home, path.slice(2)) : path;
  const absolute = isAbsolute(full) ? full : `${cwd}/${full}`;
  const resolved = resolve(absolute);
  return [
    resolved,
    ...[resolved, absolute].filter(({ length }) => length <= longestPath).map((one) => pathBehindLinks(one)),
  ];
}

/** The system opens no file by a longer name. */
const longestPath = 4096;

const mostLinks = 40;

/** Also of a file that does not exist, and through a link whose target does not exist. */
export function pathBehindLinks(path: string, links = 0): string {
  let real = '/';
  // Nothing is in a folder that does not exist, so the system is not asked about it.
  let isThere = true;
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const next = part === '..' ? dirname(real) : join(real, part);
    const found: string | undefined = isThere || part === '..' ? followed(next, links) : undefined;
    isThere = found !== undefined;
    real = found ?? next;
  }
  return real;
}

/** Undefined when there is nothing. */
function followed(path: string, links: number): string | undefined {
  const found = lookAt(path);
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) {
    if (links >= mostLinks) throw new Error('too many links');
    return pathBehindLinks(resolve(dirname(path), readlinkSync(path)), links + 1);
  }
  // On a file system that ignores case, the name on disk is the one that counts.
  return join(dirname(path), basename(onDisk(path)));
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    // A text that cannot be a name: too long, or with a NUL.
    if (isFsError(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG') || path.includes('\0')) return undefined;
    throw error;
  }
}

function onDisk(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function isInProject(path: string, cwd: string): boolean {
  try {
    return `${path}/`.startsWith(`${projectTop(cwd)}/`);
  } catch {
    // The directory is gone.
    return false;
  }
}

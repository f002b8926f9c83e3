// The places that only Party and the user write, and where a path really leads.

import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { type Paths, projectTop, stateDirectory } from '../project/paths.ts';

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
  const home = env['HOME'];
  const own = isInProject(realPath(installed), cwd) ? [] : ['resources', 'dist'];
  const places = [
    paths.home,
    stateDirectory(paths, session),
    ...(home ? [join(home, '.tmux-team', 'config.json')] : []),
    // A developer of Party works on these files.
    ...own.map((folder) => join(installed, folder)),
  ];
  return [...new Set(places.flatMap((place) => [resolve(place), realPath(place)]))];
}

/** As a program that first resolves `..` sees it, and as the system sees it, which first follows links. */
export function pathsOf(home: string | undefined, cwd: string, path: string): string[] {
  const full = home !== undefined && path.startsWith('~/') ? join(home, path.slice(2)) : path;
  const absolute = isAbsolute(full) ? full : `${cwd}/${full}`;
  return [...new Set([resolve(absolute), realPath(resolve(absolute)), realPath(absolute)])];
}

const mostLinks = 40;

/** Also of a file that does not exist, and through a link whose target does not exist. */
export function realPath(path: string, links = 0): string {
  let real = '/';
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    real = part === '..' ? dirname(real) : followed(join(real, part), links);
  }
  return real;
}

function followed(path: string, links: number): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink) {
    if (links >= mostLinks) throw new Error(`too many links: ${path}`);
    return realPath(resolve(dirname(path), readlinkSync(path)), links + 1);
  }
  // On a file system that ignores case, the name on disk is the one that counts.
  return join(dirname(path), basename(onDisk(path)));
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

// Finds out for the plan gate which file a path of a tool call really names. A tool may resolve `..` as text or as the
// kernel does, and a name may be a link. So the plan is allowed only if every reading of the path ends at the plan. A
// path that cannot be followed to its end is unclear.

import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../core/base/errors.ts';
import type { GatePlace } from '../../core/gates/plan/planGate.ts';
import { planFolder, planPath } from '../../core/plan/plan.ts';

/** `top` is a real path. A relative path starts at `cwd`; without `cwd` it is unclear. */
export function gatePlace(path: string, { top, cwd, home }: PlaceOptions): GatePlace {
  if (path === '' || path.length > longestPath) return unclear('it is not a plausible path');
  if (/[\u0000-\u001f\u007f]/.test(path)) return unclear('it holds a control character');
  if (!isAbsolute(path) && cwd === undefined) return unclear('it is not known where it begins');
  const full = isAbsolute(path) ? path : `${cwd}/${path}`;
  const readings = [full, normalize(full), ...otherReadings(path, home)];
  const places = readings.map((reading) => classify(reading, top, home));
  const worst = (['review', 'settings', 'unclear', 'other'] as const)
    .map((kind) => places.find((place) => place.kind === kind))
    .find((place) => place !== undefined);
  return worst ?? { kind: 'plan' };
}

export interface PlaceOptions {
  readonly top: string;
  readonly cwd: string | undefined;
  readonly home: string | undefined;
}

const longestPath = 1024;

/** Other ways in which a tool might read the path. Such a path never counts as the plan. */
function otherReadings(path: string, home: string | undefined): string[] {
  if (/^~(?:\/|$)/.test(path) && home !== undefined) return [join(home, path.slice(1))];
  if (!/^file:/i.test(path)) return [];
  try {
    return [fileURLToPath(path)];
  } catch {
    return [];
  }
}

function classify(path: string, top: string, home: string | undefined): GatePlace {
  const real = follow(path);
  if ('why' in real) return unclear(real.why);
  const review = join(top, planFolder);
  const reviews = follow(review);
  const own = [review, ...('path' in reviews && reviews.path !== review ? [reviews.path] : [])];
  if (own.some((folder) => isInside(real.path, folder) || isLinkedInto(real, folder))) return { kind: 'review' };
  if (isSettings(real.path, [top, ...(home === undefined ? [] : [home])])) return { kind: 'settings' };
  if (basename(real.path) !== basename(planPath) || !isPlanFolder(dirname(real.path), top)) return { kind: 'other' };
  if (/\/\.?$/.test(path)) return unclear('it ends like a folder');
  if (real.stat === undefined) return { kind: 'plan' };
  if (!real.stat.isFile()) return unclear('it is not a file');
  return real.stat.nlink > 1 ? unclear('it is a hard link, and so the same file as another one') : { kind: 'plan' };
}

function isSettings(path: string, owners: readonly string[]): boolean {
  if (!/^settings(?:\..*)?\.json$/i.test(basename(path))) return false;
  return owners.some((owner) => isSame(dirname(path), join(owner, '.claude')));
}

/** True when this is the project's own folder of the plan, which may not exist yet. */
function isPlanFolder(folder: string, top: string): boolean {
  const own = join(top, dirname(planPath));
  const found = statOf(own);
  return found === undefined ? folder === own : found.isDirectory() && isSame(folder, own);
}

interface Followed {
  /** Without links; its last parts may not exist. */
  readonly path: string;
  readonly stat: Stats | undefined;
}

const mostLinks = 40;

/** Resolves links as the kernel does, and also a link whose target does not exist. */
function follow(path: string): Followed | { readonly why: string } {
  let rest = path.split('/').filter((part) => part !== '' && part !== '.');
  let real = '/';
  let missing = false;
  let stat: Stats | undefined;
  for (let links = 0; rest.length > 0; ) {
    const [part = '', ...after] = rest;
    rest = after;
    if (part === '..') {
      if (missing) return { why: 'it goes through a folder that is not there' };
      real = dirname(real);
      continue;
    }
    real = join(real, part);
    // A path in these folders names a different file for each process.
    if (real === '/proc' || real === '/dev') return { why: `it goes through ${real}` };
    if (missing) continue;
    try {
      stat = lstatSync(real, { throwIfNoEntry: false });
    } catch (error) {
      return { why: `it cannot be followed: ${messageOf(error)}` };
    }
    if (stat === undefined) missing = true;
    else if (stat.isSymbolicLink()) {
      if (++links > mostLinks) return { why: 'it goes through too many links' };
      const target = readlinkSync(real);
      rest = [...target.split('/').filter((one) => one !== '' && one !== '.'), ...rest];
      real = isAbsolute(target) ? '/' : dirname(real);
    } else if (rest.length > 0 && !stat.isDirectory()) return { why: 'it goes through something that is not a folder' };
  }
  return { path: real, stat: missing ? undefined : statOf(real) };
}

/** Compares device and inode, because a file system may accept two spellings of one name. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [statOf(one), statOf(other)];
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

function isInside(path: string, folder: string): boolean {
  for (let one = path; ; one = dirname(one)) {
    if (isSame(one, folder)) return true;
    if (one === dirname(one)) return false;
  }
}

/** True when the file is a hard link to a file in the folder. */
function isLinkedInto({ stat }: Followed, folder: string): boolean {
  if (stat === undefined || !stat.isFile() || stat.nlink < 2) return false;
  return filesIn(folder).some((file) => {
    const found = statOf(file);
    return found !== undefined && found.dev === stat.dev && found.ino === stat.ino;
  });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function unclear(why: string): GatePlace {
  return { kind: 'unclear', why };
}

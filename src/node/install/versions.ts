// The durable copy of a version: `$PARTY_HOME/versions/<version>`. npm empties the cache of npx, and an editor that
// updates an extension removes its old folder, but links in the user's home and running agents still use
// `$PARTY_HOME/current`.

import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { isNewer } from '../../core/base/version.ts';
import { makerMark } from '../system/drafts.ts';
import { realPath } from '../system/files.ts';
import { buildOf, refreshCurrent, versionOf } from '../system/installation.ts';
import { processIdentity } from '../system/processIdentity.ts';
import { isFsError } from '../system/store.ts';

type Home = { readonly home: string };

/**
 * Makes sure that this version has its copy, and that `current` leads to the newest. Returns the root to run from.
 * A checkout of the sources is used as it is, because it changes with every build.
 */
export async function placeVersion(paths: Home, root: string): Promise<string> {
  const own = existsSync(join(root, 'build.mjs')) ? root : await copyOf(paths, root);
  await refreshCurrent(paths, own);
  return own;
}

async function copyOf(paths: Home, root: string): Promise<string> {
  const folder = join(paths.home, 'versions');
  const copy = join(folder, await versionOf(root));
  if (realPath(root) === realPath(copy) || isSameCopy(root, copy)) return copy;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepVersions(folder);
  const draft = join(folder, `.${await versionOf(root)}.${makerMark()}.tmp`);
  try {
    await copyFiles(root, draft);
    await moveIn(draft, copy, root);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOld(folder, copy, paths);
  return copy;
}

/** A copy gets its name when it is complete, so the list of its files is enough to know it by. */
function isSameCopy(root: string, copy: string): boolean {
  const built = buildOf(root);
  return built !== undefined && built === buildOf(copy) && existsSync(join(copy, 'package.json'));
}

/** What the build has listed, and the list, without what is for the editor alone. */
async function copyFiles(root: string, to: string): Promise<void> {
  const list = buildOf(root);
  if (list === undefined) throw new PartyError('INTERNAL', `${root} has no list of its files. Install Party again`);
  const listed = [...list.matchAll(/^[\da-f]{64} {2}(.+)$/gm)].map(([, path = '']) => path);
  await mkdir(join(to, 'dist'), { recursive: true, mode: 0o755 });
  await writeFile(join(to, 'dist', 'files.sha256'), list, { flush: true });
  for (const path of [...listed, 'package.json']) {
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await copyFile(join(root, path), target);
    // A package manager may have made the original read-only.
    await chmod(target, ((await stat(target)).mode & 0o777) | 0o200);
  }
}

/** Another process may put the same version there first, or another build of it may be there. */
async function moveIn(draft: string, copy: string, root: string): Promise<void> {
  for (;;) {
    try {
      return await rename(draft, copy);
    } catch (error) {
      if (!isFsError(error, 'ENOTEMPTY', 'EEXIST')) throw error;
      if (isSameCopy(root, copy)) return;
      const aside = `${draft}.old`;
      await rename(copy, aside).catch(() => {});
      await rm(aside, { recursive: true, force: true });
    }
  }
}

/** What killed processes left. */
async function sweepVersions(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\..+\.(\d+)\.[\da-f]{16}\.tmp(?:\.old)?$/.exec(name)?.[1];
    if (pid === undefined || processIdentity(Number(pid)) !== undefined) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

const kept = 3;

/** The newest stay, because a running program may still load from them; so does the one that `current` leads to. */
async function removeOld(folder: string, own: string, { home }: Home): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const newestFirst = names.toSorted((a, b) => (isNewer(a, b) ? -1 : isNewer(b, a) ? 1 : 0));
  const used = [own, join(home, 'current')].map(realPath);
  for (const name of newestFirst.slice(kept)) {
    const path = join(folder, name);
    if (!used.includes(realPath(path))) await rm(path, { recursive: true, force: true });
  }
}

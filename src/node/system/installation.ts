// Where this copy of Party is installed, and the link `$PARTY_HOME/current` to the newest copy. The path of an
// extension holds its version, so anything that lives longer than a process must name the link instead.

import { readFileSync } from 'node:fs';
import { mkdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNewer } from '../../core/base/version.ts';
import { realPath } from './files.ts';
import { randomBytes } from './random.ts';

/** `$PARTY_HOME`, as `Paths` has it. */
type Home = { readonly home: string };

/** The folder that holds `dist/` and `resources/`. Bundled code runs from `dist/`. */
export function installationRoot(bundleDirectory: string): string {
  return dirname(bundleDirectory);
}

export function currentLink(paths: Home): string {
  return join(paths.home, 'current');
}

/**
 * Points `$PARTY_HOME/current` to this copy, unless it points to a newer one, or to a durable copy of the same build.
 * Returns the path of the link.
 */
export async function refreshCurrent(paths: Home, root: string): Promise<string> {
  const link = currentLink(paths);
  const target = await realpath(root);
  const existing = await realpath(link).catch(() => undefined);
  if (existing === target) return link;
  if (existing !== undefined && isNewer(await versionOf(existing), await versionOf(target))) return link;
  if (existing !== undefined && isDurable(paths, existing) && (await isSameBuild(existing, target))) return link;
  await mkdir(paths.home, { recursive: true, mode: 0o700 });
  const draft = `${link}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await symlink(target, draft);
  try {
    await rename(draft, link);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return link;
}

/** The list of what the build made, without what is for the editor alone; undefined when there is none. */
export function buildOf(root: string): string | undefined {
  try {
    const list = readFileSync(join(root, 'dist', 'files.sha256'), 'utf8');
    return list.replace(/^.* dist\/extension(-window)?\.cjs\n/gm, '');
  } catch {
    return undefined;
  }
}

/** In `$PARTY_HOME/versions` (node/install/versions.ts), where neither an editor nor a package manager removes it. */
function isDurable({ home }: Home, root: string): boolean {
  return dirname(root) === realPath(join(home, 'versions'));
}

async function isSameBuild(one: string, other: string): Promise<boolean> {
  const built = buildOf(one);
  return built !== undefined && built === buildOf(other) && (await versionOf(one)) === (await versionOf(other));
}

export async function versionOf(root: string): Promise<string> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const version = (manifest as { version?: unknown }).version;
    return typeof version === 'string' ? version : '0.0.0';
  } catch {
    return '0.0.0';
  }
}

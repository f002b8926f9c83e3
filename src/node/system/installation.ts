// Where this copy of Party is installed, and the link `$PARTY_HOME/current` to the newest copy. The path of an
// extension holds its version, so anything that lives longer than a process must name the link instead.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNewer } from '../../core/base/version.ts';

/** `$PARTY_HOME`, as `Paths` has it. */
type Home = { readonly home: string };

/** The folder that holds `dist/` and `resources/`. Bundled code runs from `dist/`. */
export function installationRoot(bundleDirectory: string): string {
  return dirname(bundleDirectory);
}

export function currentLink(paths: Home): string {
  return join(paths.home, 'current');
}

/** Points `$PARTY_HOME/current` to this copy, unless it points to a newer one. Returns the path of the link. */
export async function refreshCurrent(paths: Home, root: string): Promise<string> {
  const link = currentLink(paths);
  const target = await realpath(root);
  const existing = await realpath(link).catch(() => undefined);
  if (existing === target) return link;
  if (existing !== undefined && isNewer(await versionOf(existing), await versionOf(target))) return link;
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

export async function versionOf(root: string): Promise<string> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const version = (manifest as { version?: unknown }).version;
    return typeof version === 'string' ? version : '0.0.0';
  } catch {
    return '0.0.0';
  }
}

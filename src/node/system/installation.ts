// Where this copy of Party lies, and the link by which everything outside points to the newest one: an extension's own
// path holds its version, so it must not be written into anything that lives longer than a process.

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
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

/** Points `$PARTY_HOME/current` here, unless a newer version already has it. Answers with what it points to. */
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
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const version = (manifest as { version?: unknown }).version;
    return typeof version === 'string' ? version : '0.0.0';
  } catch {
    return '0.0.0';
  }
}

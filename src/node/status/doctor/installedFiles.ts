// Compares the shipped files with the list that the build wrote. The list finds damage and edits by mistake; a program
// that may write here could also write the list.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledFiles } from '../../../core/status/doctor/places.ts';
import { sha256 } from '../../system/hash.ts';
import { readText } from '../../system/store.ts';

/** Lines of `<SHA-256>  <path from the folder of the installation>`, as `sha256sum` writes and checks them. */
export const filesList = 'dist/files.sha256';

export async function compareInstalledFiles(root: string): Promise<InstalledFiles> {
  const text = await readText(join(root, filesList));
  if (text === undefined) return { listed: undefined, changed: [], missing: [] };
  const entries = [...text.matchAll(/^([\da-f]{64}) {2}(.+)$/gm)].map(([, hash = '', path = '']) => ({ hash, path }));
  const found = await Promise.all(entries.map(({ path }) => hashOf(join(root, path))));
  return {
    listed: entries.length,
    changed: entries.filter(({ hash }, at) => found[at] !== undefined && found[at] !== hash).map(({ path }) => path),
    missing: entries.filter((_, at) => found[at] === undefined).map(({ path }) => path),
  };
}

async function hashOf(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes === undefined ? undefined : sha256(bytes);
}

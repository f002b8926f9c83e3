// What must not change, as one text: every file with its mode and content. Of git's index only what it says, because git
// refreshes the times in it whenever it likes.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Hostile } from './hostile.ts';

export function fingerprint({ directory, env, watched }: Hostile): Map<string, string> {
  const seen = new Map<string, string>();
  for (const folder of watched) addFolder(folder, folder, seen);
  for (const repository of [directory, join(directory, 'sub')]) {
    const args = ['-c', 'core.fsmonitor=false', '-C', repository, 'ls-files', '--stage'];
    seen.set(`${repository} index`, execFileSync('git', args, { env, encoding: 'utf8' }));
  }
  return seen;
}

function addFolder(root: string, folder: string, seen: Map<string, string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || /\/\.git\/index(?:\.lock)?$/.test(path)) continue;
    const key = `${root}: ${relative(root, path)}`;
    if (stat.isDirectory()) {
      seen.set(key, `directory ${stat.mode}`);
      addFolder(root, path, seen);
    } else if (stat.isSymbolicLink()) seen.set(key, `link ${readlinkSync(path)}`);
    else
      seen.set(
        key,
        `${stat.mode} ${stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''}`,
      );
  }
}

/** The names of what is new, gone or another. */
export function changesBetween(before: Map<string, string>, after: Map<string, string>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).sort();
}

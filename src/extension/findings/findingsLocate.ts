// Where a file of a project is in the window. A project is identified by its real path, but a window may have been
// opened through a link, or on only a part of the project.

import { isAbsolute, join, relative, sep } from 'node:path';
import { realPath } from '../../node/system/files.ts';
import type { Folder } from '../app/snapshot.ts';
import type { Locate } from './findingsStore.ts';

/** `folders` are the paths of the window's folders, as VS Code gives them. */
export function createLocate(folders: readonly string[]): Locate {
  const places = folders
    .map((path) => ({ path, real: realPath(path) }))
    // For nested folders, the inner one wins.
    .sort((one, other) => other.real.length - one.real.length);
  const search = (wanted: string) => {
    for (const { path, real } of places) {
      const inside = relative(real, wanted);
      if (inside.split(sep)[0] !== '..' && !isAbsolute(inside)) return { path: join(path, inside), inWorkspace: true };
    }
    return { path: wanted, inWorkspace: false };
  };
  // Thousands of findings are in a few files.
  const known = new Map<string, ReturnType<typeof search>>();
  const locate = ({ top }: Folder, file: string) => {
    const key = `${top}\0${file}`;
    const found = known.get(key) ?? search(join(top, file));
    known.set(key, found);
    return found;
  };
  return Object.assign(locate, { identity: folders.join('\n') });
}

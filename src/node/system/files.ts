// Small questions to the file system.

import { realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { isFsError } from './store.ts';

/** Where a path leads in the end; the path itself while nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Also a link that leads nowhere. When something is in the way of looking, nothing says that it is not there. */
export async function mayBeThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    return !isFsError(error, 'ENOENT', 'ENOTDIR');
  }
}

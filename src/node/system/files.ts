// Small checks of the file system.

import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { isFsError } from './store.ts';

/** The path with all links resolved; the path itself when nothing exists there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether this user can execute the file. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** True also for a broken link, and when the file system refuses to say: then the file may exist. */
export async function mayBeThere(path: string): Promise<boolean> {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return !isFsError(error, 'ENOENT', 'ENOTDIR');
  }
}

// Creates a folder and its missing parents.

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFsError } from '../system/store.ts';

/**
 * Returns the highest folder that is new, or undefined when all were there. One by one, because Node's recursive mkdir never
 * ends where the system says ENOENT below a folder that exists, as it does in /proc.
 */
export async function makeFolder(path: string, mode?: number): Promise<string | undefined> {
  try {
    return await makeOne(path, mode);
  } catch (error) {
    if (!isFsError(error, 'ENOENT')) throw error;
  }
  const highest = await makeFolder(dirname(path), mode);
  const own = await makeOne(path, mode);
  return highest ?? own;
}

async function makeOne(path: string, mode?: number): Promise<string | undefined> {
  try {
    await mkdir(path, mode);
    return path;
  } catch (error) {
    if (isFsError(error, 'EEXIST')) return undefined;
    throw error;
  }
}

// Folders that Codex can write to as well. Codex could replace one with a link, and Party, which no sandbox confines,
// would then write or remove files of another folder.

import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { isFsError, writeAtomic } from './store.ts';

/**
 * Undefined when the name is not a folder. On Linux, paths go through an open handle, which stays with its folder. On other
 * systems, the open call has just checked that the name is a folder.
 */
export async function inPlainFolder<T>(path: string, action: (folder: string) => Promise<T>): Promise<T | undefined> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch((error) => {
    if (isFsError(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return undefined;
    throw error;
  });
  if (folder === undefined) return undefined;
  try {
    return await action(process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : path);
  } finally {
    await folder.close();
  }
}

/** Replaces a file as `writeAtomic` does. Throws STATE_UNSAFE when its folder is a link. */
export async function writeInPlainFolder(path: string, data: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (!isFsError(error, 'EEXIST')) throw error;
  });
  const written = await inPlainFolder(folder, async (own) => {
    await writeAtomic(join(own, basename(path)), data);
    return true;
  });
  if (written === undefined) {
    throw new PartyError('STATE_UNSAFE', `${folder} is not a folder, so Party writes nothing there. Remove it`);
  }
}

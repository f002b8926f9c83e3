// The private directory of one running party. Its parent (/tmp) is open to all users, so Party checks everything: it
// creates the directory with mkdir, never follows a link, and refuses a directory of another user.

import { lstatSync } from 'node:fs';
import { lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { processIdentity } from '../system/processIdentity.ts';
import { isFsError, writeAtomic } from '../system/store.ts';

/** Creates the directory; false when the name is already taken. */
export async function createStateDirectory(root: string, directory: string, session: string): Promise<boolean> {
  await checkStateRoot(root);
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (isFsError(error, 'EEXIST')) return false;
    throw new PartyError('STATE_UNSAFE', `${directory} cannot be created: ${messageOf(error)}`, { cause: error });
  }
  try {
    await writeFile(join(directory, 'owner'), processIdentity(process.pid) ?? '', { mode: 0o600 });
    await nameStateDirectory(directory, session);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  return true;
}

/** Records which session the directory belongs to. */
export async function nameStateDirectory(directory: string, session: string): Promise<void> {
  await writeAtomic(join(directory, 'session-name'), `${session}\n`);
}

/** Throws STATE_UNSAFE unless the directory belongs to this user alone; false when there is none. */
export async function checkStateDirectory(directory: string): Promise<boolean> {
  let entry: ReturnType<typeof lstatSync>;
  try {
    entry = lstatSync(directory);
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return false;
    throw new PartyError('STATE_UNSAFE', `${directory} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  if (entry.isSymbolicLink()) throw unsafe(directory, 'is a symbolic link');
  if (!entry.isDirectory()) throw unsafe(directory, 'is not a directory');
  if (entry.uid !== ownUid()) throw unsafe(directory, `belongs to another user (uid ${entry.uid})`);
  if ((entry.mode & 0o077) !== 0)
    throw unsafe(directory, `is open to other users (mode ${octal(entry.mode)}, not 0700)`);
  return true;
}

export async function removeStateDirectory(directory: string): Promise<void> {
  if (await checkStateDirectory(directory)) await rm(directory, { recursive: true, force: true });
}

/** Throws STATE_UNSAFE: a user who may rename entries of the root could replace our directory with another one. */
export async function checkStateRoot(root: string): Promise<void> {
  const [link, entry] = await Promise.all([lstat(root), stat(root)]).catch((error) => {
    throw new PartyError('STATE_UNSAFE', `The state root ${root} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  });
  if (!entry.isDirectory()) throw unsafe(root, 'is not a directory');
  // On macOS, /tmp is a link. A link that root owns is as trustworthy as a directory that root owns.
  for (const { uid } of [link, entry]) {
    if (uid !== ownUid() && uid !== 0) throw unsafe(root, `belongs to another user (uid ${uid})`);
  }
  const sticky = (entry.mode & 0o1000) !== 0;
  const open = (entry.mode & 0o002) !== 0 || ((entry.mode & 0o020) !== 0 && entry.gid !== process.getgid?.());
  if (open && !sticky) throw unsafe(root, `can be written by others (mode ${octal(entry.mode)})`);
}

function unsafe(path: string, why: string): PartyError {
  return new PartyError(
    'STATE_UNSAFE',
    `${path} ${why}, so Party does not use it. Remove it, or set PARTY_STATE_ROOT to a directory of your own`,
  );
}

function ownUid(): number {
  return process.getuid?.() ?? 0;
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

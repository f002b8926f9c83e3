// As node/system/store.ts, but at one go: somebody holds the team's lock, and others wait. The folder is not synced each time:
// the event that comes next is, and file systems with a journal keep the order. What a power cut could take away is in
// the audit.

import {
  closeSync,
  fdatasync as fdatasyncCallback,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makerMark } from '../../system/drafts.ts';
import { isFsError } from '../../system/store.ts';

export function replaceFile(path: string, text: string): void {
  const draft = draftFile(path, text);
  try {
    fdatasyncSync(draft.file);
  } catch (error) {
    draft.drop();
    throw error;
  }
  draft.publish();
}

/** The same while something else is being synced. */
export async function replaceFileAfter(path: string, text: string, synced: () => Promise<void>): Promise<void> {
  const draft = draftFile(path, text);
  try {
    await Promise.all([synced(), fdatasync(draft.file)]);
  } catch (error) {
    draft.drop();
    throw error;
  }
  draft.publish();
}

/** Undefined when there is no such file. */
export function readFileIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

/** What somebody who was killed left beside a file that he was about to replace. */
export function removeDrafts(path: string): void {
  const drafts = readdirSync(dirname(path)).filter(
    (name) => name.startsWith(`.${basename(path)}.`) && name.endsWith('.tmp'),
  );
  for (const name of drafts) removeFile(join(dirname(path), name));
}

const fdatasync = promisify(fdatasyncCallback);

interface Draft {
  readonly file: number;
  publish(): void;
  drop(): void;
}

/** Written beside the file that it is to replace. */
function draftFile(path: string, text: string): Draft {
  const temp = join(dirname(path), `.${basename(path)}.${makerMark()}.tmp`);
  const file = openNew(temp);
  const drop = () => {
    closeSync(file);
    rmSync(temp, { force: true });
  };
  try {
    writeFileSync(file, text);
  } catch (error) {
    drop();
    throw error;
  }
  const publish = () => {
    closeSync(file);
    renameSync(temp, path);
  };
  return { file, publish, drop };
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if (!isFsError(error, 'ENOENT')) throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, 'wx', 0o600);
  }
}

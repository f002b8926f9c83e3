// Replaces files like node/system/store.ts, but synchronously, because other processes wait for the team's lock. It
// does not sync the folder each time: the next event is synced, and journaling file systems keep the order. The audit
// holds whatever a power cut could remove.

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

/** The same, but syncs in parallel with `synced` and publishes the file after both. */
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

/** Removes the drafts that a killed process has left beside the file. */
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

/** Writes the text into a draft beside the file that it will replace. */
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

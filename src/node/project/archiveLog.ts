// Archives the project log and begins a new one that goes on with the chain: see logArchive.ts for what is where. Until
// the new log takes the place of the old one, nothing has changed for a reader, and a writer that is killed before that
// leaves files that the next one writes again. If it is killed right after that, the record beside the log is still
// that of the archived one, which readers and writers recognize by the line that it names.

import { link, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LogState } from '../../core/review/logState.ts';
import { sha256 } from '../system/hash.ts';
import { isFsError, writeAtomic } from '../system/store.ts';
import { type Checkpoint, checkpointBytes, checkpointFile } from './checkpoint.ts';
import { archivedBefore, logName, readLog, segmentFolder } from './logArchive.ts';
import { archivedForm, headFile, readLogHead, seenOf, writeHead } from './logHead.ts';
import { linesOf } from './logLines.ts';
import { type LogPosition, LogReader } from './logReader.ts';
import { noTable } from './rowTable.ts';

/**
 * Call it only in the turn of a writer. Leaves the log as it is when a human has yet to look at it, and when the disk is
 * full.
 */
export async function archiveLog(directory: string): Promise<void> {
  try {
    await archive(directory);
  } catch {
    // The line that the caller has appended is written, and the log goes on growing.
  }
}

async function archive(directory: string): Promise<void> {
  const path = join(directory, logName);
  const head = await readLogHead(directory);
  const { position, state } = await addUp(path);
  const isGood = !position.broken && position.problems.every(({ accepted }) => accepted);
  if (head === undefined || head.hash !== position.tip || head.size !== position.offset || !isGood) return;
  const segment = (archivedBefore(linesOf(await readLog(path))[0])?.segment ?? 0) + 1;
  const folder = segmentFolder(directory, segment);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAtomic(checkpointFile(folder), state);
  // From now on an older version of Party does not write.
  await writeAtomic(headFile(directory), JSON.stringify({ ...head, form: archivedForm }));
  await linkOnce(path, join(folder, logName));
  const first = { segment, lines: position.lines, checkpoint: sha256(state), prev: position.tip };
  await beginAgain(directory, JSON.stringify({ at: new Date().toISOString(), event: 'archived', ...first }));
}

/** From the lines: what an edited checkpoint says must not be archived. */
async function addUp(path: string): Promise<{ readonly position: LogPosition; readonly state: Buffer }> {
  let archived: Checkpoint | undefined;
  let state = new LogState();
  const reader = new LogReader(path, {
    restart(found) {
      archived = found;
      state = found?.state ?? new LogState();
    },
    take: (events) => state.take(events),
  });
  await reader.readOn();
  const { position } = reader;
  return { position, state: checkpointBytes(position, state, archived?.rows ?? noTable) };
}

/** The archived log is the same file, so no line of it can be lost. A writer that was killed may have linked it. */
async function linkOnce(path: string, to: string): Promise<void> {
  try {
    await link(path, to);
  } catch (error) {
    if (!isFsError(error, 'EEXIST') || (await stat(path)).ino !== (await stat(to)).ino) throw error;
  }
}

async function beginAgain(directory: string, text: string): Promise<void> {
  const path = join(directory, logName);
  await writeAtomic(path, `${text}\n`);
  const found = await stat(path, { bigint: true });
  const written = { form: archivedForm, from: 0, size: Number(found.size), hash: sha256(text) };
  await writeHead(directory, { ...written, seen: seenOf(found), epoch: '' });
}

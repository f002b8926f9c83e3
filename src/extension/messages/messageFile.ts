// The text of a message, read from its file only when the user wants to see it.

import { join, relative, sep } from 'node:path';
import type { MessageStatus } from '../../core/messages/messageStatus.ts';
import { type Paths, stateDirectory } from '../../node/project/paths.ts';
import { readBeginning } from '../../node/system/readSmallFile.ts';
import type { Party } from '../app/snapshot.ts';

/** At most `limit` bytes of the text; undefined when the file is gone. */
export async function readMessage(
  paths: Paths,
  { session }: Party,
  { file }: MessageStatus,
  limit = 4 * 1024 * 1024,
): Promise<string | undefined> {
  const messages = join(stateDirectory(paths, session.id), 'messages');
  // The journal names the file of the text. Refuse a path outside the messages folder.
  if (relative(messages, file).split(sep)[0] === '..') return undefined;
  return readBeginning(file, limit);
}

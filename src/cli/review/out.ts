// For verbs with --out FILE: writes to a file what would have gone to stdout.

import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import { english } from '../../core/base/translate.ts';
import { exportedIntoChange } from '../../core/review/reviewText.ts';
import { projectTop } from '../../node/project/paths.ts';
import { openReview } from '../../node/review/openReview.ts';
import { realPath } from '../../node/system/files.ts';
import type { Cli } from '../party/cli.ts';

export async function writeOut(
  cli: Cli,
  file: string | undefined,
  answer: { json: unknown; text: string },
): Promise<number> {
  if (file === undefined) {
    cli.print(answer);
    return exits.success;
  }
  // Written in place, not by rename: the user decides the file's permissions and where a link leads.
  await writeFile(file, answer.text).catch((error: unknown) => {
    throw new PartyError('USAGE', `--out ${file} cannot be written: ${messageOf(error)}`);
  });
  const partOfChange = await isPartOfChange(cli, file);
  cli.print({ json: { file, ...(partOfChange ? { partOfChange } : {}) }, text: `file: ${file}\n` });
  if (partOfChange) cli.say(`Note: ${exportedIntoChange(file, english)}`);
  return exits.success;
}

/**
 * Party makes no exception for a file that it wrote itself: an agent could then hide code in one. False when that is
 * not known, because the file is written all the same.
 */
async function isPartOfChange(cli: Cli, file: string): Promise<boolean> {
  const path = relative(projectTop(cli.cwd), realPath(file));
  if (path.startsWith('..')) return false;
  try {
    const { log, change } = await openReview(cli);
    return Object.hasOwn((await change(await log.state())).files, path);
  } catch {
    return false;
  }
}

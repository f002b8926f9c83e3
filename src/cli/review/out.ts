// For verbs with --out FILE: writes to a file what would have gone to stdout.

import { writeFile } from 'node:fs/promises';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
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
  cli.print({ json: { file }, text: `file: ${file}\n` });
  return exits.success;
}

// For verbs with --out FILE: what would have gone to stdout goes into a file.

import { writeFile } from 'node:fs/promises';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import type { Host } from '../party/host.ts';

export async function writeOut(
  host: Host,
  file: string | undefined,
  answer: { json: unknown; text: string },
): Promise<number> {
  if (file === undefined) {
    host.print(answer);
    return exits.success;
  }
  // Not replaced by a file of ours: its permissions and where a link leads are for the user to say.
  await writeFile(file, answer.text).catch((error: unknown) => {
    throw new PartyError('USAGE', `--out ${file} cannot be written: ${messageOf(error)}`);
  });
  host.print({ json: { file }, text: `file: ${file}\n` });
  return exits.success;
}

// The design that collab builds: a file of the project, read as it is. Through a link something else would be reviewed
// than what is built from.

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { largestPlan } from '../../core/plan/document.ts';
import { createIgnored } from '../../core/review/ignored.ts';
import { isFsError } from '../system/store.ts';

export type Design =
  | { readonly kind: 'design'; readonly text: string; readonly hash: string }
  /** Not there, or nothing in it: it may still be written. */
  | { readonly kind: 'none'; readonly problem: string }
  | { readonly kind: 'problem'; readonly problem: string };

/** Never throws: what cannot be read is a problem with its name. `file` is relative to the project. */
export async function readDesign(top: string, file: string): Promise<Design> {
  const path = join(top, file);
  try {
    if ((await realpath(dirname(path))) !== dirname(path)) return problem(`${file} is reached through a symbolic link`);
    // Without O_NONBLOCK a pipe of that name would hold us for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return problem(`${file} is no file`);
      const size = `${Math.ceil(stat.size / 1000)} kB`;
      if (stat.size > largestPlan)
        return problem(`${file} has ${size}, and a design may have ${largestPlan / 1000} kB`);
      const content = await handle.readFile();
      if (content.includes(0) || !isUtf8(content)) return problem(`${file} is not text`);
      const text = content.toString('utf8');
      if (text.trim() === '') return { kind: 'none', problem: `${file} is empty` };
      return { kind: 'design', text, hash: createHash('sha256').update(content).digest('hex') };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return { kind: 'none', problem: `There is no ${file}` };
    if (isFsError(error, 'ELOOP')) return problem(`${file} is a symbolic link`);
    return problem(`${file} cannot be read: ${messageOf(error)}`);
  }
}

/** What a person calls the design, relative to the project; refused when it cannot be one. */
export async function nameDesign(top: string, cwd: string, given: string): Promise<string> {
  const file = relative(top, resolve(await realpath(cwd), given));
  if (file === '' || file === '..' || file.startsWith(`..${sep}`)) {
    throw new PartyError('USAGE', `${given} is not in this project. --design takes a file of ${top}`);
  }
  if (file === '.git' || file.startsWith(`.git${sep}`) || createIgnored([])(file)) {
    throw new PartyError('USAGE', `${file} is not a file of yours. --design takes the document that is to be built`);
  }
  const design = await readDesign(top, file);
  if (design.kind === 'design') return file;
  throw new PartyError('USAGE', `${design.problem}. --design takes a document in Markdown that is there`);
}

function problem(text: string): Design {
  return { kind: 'problem', problem: text };
}

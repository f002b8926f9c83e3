// Reads the design that collab builds. It must be a real file of the project: a link could lead Codex to another text
// than the one that Claude builds from.

import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf, PartyError } from '../../core/base/errors.ts';
import { largestPlan } from '../../core/plan/document.ts';
import { isOwnFile } from '../../core/review/ignored.ts';
import { readSmallFile, type SmallFile } from '../system/readSmallFile.ts';
import { isFsError } from '../system/store.ts';

export type Design =
  | { readonly kind: 'design'; readonly text: string }
  /** The file is missing or empty: Claude may still write it. */
  | { readonly kind: 'none'; readonly problem: string }
  | { readonly kind: 'problem'; readonly problem: string };

/** Never throws: a file that cannot be read is a named problem. `file` is relative to the project. */
export async function readDesign(top: string, file: string): Promise<Design> {
  const path = join(top, file);
  try {
    if ((await realpath(dirname(path))) !== dirname(path)) return problem(`${file} is reached through a symbolic link`);
    return designIn(file, await readSmallFile(path, { largest: largestPlan, links: 'refuse' }));
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return missing(file);
    return problem(`${file} cannot be read: ${messageOf(error)}`);
  }
}

function designIn(file: string, found: SmallFile): Design {
  switch (found.kind) {
    case 'missing':
      return missing(file);
    case 'link':
      return problem(`${file} is a symbolic link`);
    case 'not-a-file':
      return problem(`${file} is not a file`);
    case 'too-large': {
      const size = `${Math.ceil(found.size / 1000)} kB`;
      return problem(`${file} has ${size}, and a design may have at most ${largestPlan / 1000} kB`);
    }
    case 'text': {
      const { text, bytes } = found;
      if (bytes.includes(0) || !isUtf8(bytes)) return problem(`${file} is not text`);
      if (text.trim() === '') return { kind: 'none', problem: `${file} is empty` };
      return { kind: 'design', text };
    }
    default: {
      const unreachable: never = found;
      return unreachable;
    }
  }
}

function missing(file: string): Design {
  return { kind: 'none', problem: `There is no ${file}` };
}

/** The path that the user gave, relative to the project. Throws USAGE when it cannot be a design. */
export async function nameDesign(top: string, cwd: string, given: string): Promise<string> {
  const file = relative(top, resolve(await realpath(cwd), given));
  if (file === '' || file === '..' || file.startsWith(`..${sep}`)) {
    throw new PartyError('USAGE', `${given} is not in this project. The design must be a file in ${top}`);
  }
  if (file === '.git' || file.startsWith(`.git${sep}`) || isOwnFile(file)) {
    throw new PartyError('USAGE', `${file} cannot be the design. Choose a document of the project`);
  }
  const design = await readDesign(top, file);
  if (design.kind === 'design') return file;
  throw new PartyError('USAGE', `${design.problem}. The design must be an existing Markdown document`);
}

function problem(text: string): Design {
  return { kind: 'problem', problem: text };
}

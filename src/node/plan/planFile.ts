// Reads the plan. It must be a separate file: behind a symbolic or hard link, Codex could review another text than the
// one that Claude builds from, or the plan could be changed at a place that Party does not watch.

import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import { largestPlan } from '../../core/plan/document.ts';
import { planPath } from '../../core/plan/plan.ts';
import { sha256 } from '../system/hash.ts';
import { readSmallFile, type SmallFile } from '../system/readSmallFile.ts';
import { isFsError } from '../system/store.ts';

export type PlanFile =
  | { readonly kind: 'plan'; readonly text: string; readonly hash: string }
  /** There is no usable plan. The sentence says why and what to do. */
  | { readonly kind: 'problem'; readonly problem: string };

/** Never throws: a plan that cannot be read is a named problem. */
export async function readPlanFile(top: string): Promise<PlanFile> {
  try {
    return folderProblem(top) ?? (await readFile(join(top, planPath)));
  } catch (error) {
    return problem(`${planPath} cannot be read: ${messageOf(error)}`);
  }
}

export function planHash(content: string | Uint8Array): string {
  return sha256(content);
}

function folderProblem(top: string): PlanFile | undefined {
  const folder = dirname(planPath);
  const found = statOf(join(top, folder));
  if (found === undefined) return problem(`There is no folder ${folder}. The plan goes into ${planPath}`);
  if (found.isSymbolicLink()) return problem(`${folder} is a symbolic link. The plan needs a folder of its own`);
  return found.isDirectory() ? undefined : problem(`${folder} is not a folder. The plan goes into ${planPath}`);
}

async function readFile(path: string): Promise<PlanFile> {
  try {
    return planIn(await readSmallFile(path, { largest: largestPlan, links: 'refuse' }));
  } catch (error) {
    if (isFsError(error, 'EACCES', 'EPERM'))
      return problem(`Party has no permission to read ${planPath}. Change its permissions`);
    throw error;
  }
}

function planIn(file: SmallFile): PlanFile {
  switch (file.kind) {
    case 'missing':
      return problem(`There is no plan yet. Write it to ${planPath}`);
    case 'link':
      return problem(`${planPath} is a symbolic link. The plan needs a file of its own`);
    case 'not-a-file':
      return problem(`${planPath} is not a file. Put a Markdown file there`);
    case 'too-large':
      return tooLarge(file.size);
    case 'text': {
      const { text, bytes, links } = file;
      if (links > 1) return problem(`${planPath} is a hard link. The plan needs a file of its own`);
      if (bytes.includes(0) || !isUtf8(bytes)) return problem(`${planPath} is not text. Write it as Markdown in UTF-8`);
      if (text.trim() === '') return problem(`${planPath} is empty. Write the plan first`);
      return { kind: 'plan', text, hash: planHash(bytes) };
    }
    default: {
      const unreachable: never = file;
      return unreachable;
    }
  }
}

function tooLarge(size: number): PlanFile {
  const kB = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`;
  return problem(`${planPath} has ${kB(size)}, and a plan may have at most ${kB(largestPlan)}. Shorten it`);
}

function problem(text: string): PlanFile {
  return { kind: 'problem', problem: text };
}

function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isFsError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

// Gives a Claude that the user starts by hand the skills of plan review: it has no plugin of Party. They are copies in
// `.claude/skills/`, kept out of commits by their own ignore file, and removed with the hooks.

import { lstat, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Machine } from '../project/machine.ts';
import { currentLink } from '../system/installation.ts';
import { readText, writeAtomic } from '../system/store.ts';

const names = ['plan-with-review', 'implement-approved-plan'] as const;
/** The ignore file comes first, so that git never shows the other one. */
const files = ['.gitignore', 'SKILL.md'] as const;
/** From the top of the project. */
export const planSkillFiles: readonly string[] = names.flatMap((name) =>
  files.map((file) => join('.claude/skills', name, file)),
);
/** Only a file with this at its end is Party's own. */
const mark = '\n<!-- A copy by Party. party plan stop removes it. -->\n';

/** Leaves a skill of the project with the same name as it is. */
export async function writePlanSkills({ paths }: Pick<Machine, 'paths'>, directory: string): Promise<void> {
  for (const name of names) {
    const folder = folderOf(directory, name);
    if (await isElsewhere(directory, folder)) continue;
    const before = await readText(join(folder, 'SKILL.md'));
    if (before !== undefined && !before.endsWith(mark)) continue;
    const shipped = join(currentLink(paths), 'resources/claude/skills', name, 'SKILL.md');
    await writeAtomic(join(folder, '.gitignore'), '*\n');
    await writeAtomic(join(folder, 'SKILL.md'), `${await readFile(shipped, 'utf8')}${mark}`);
  }
}

/** They were written together with the hooks in the project's settings. */
export async function hasPlanSkills(directory: string): Promise<boolean> {
  const texts = names.map((name) => readText(join(folderOf(directory, name), 'SKILL.md')).catch(() => undefined));
  return (await Promise.all(texts)).some((text) => text?.endsWith(mark));
}

export async function removePlanSkills(directory: string): Promise<void> {
  for (const name of names) {
    const folder = folderOf(directory, name);
    if (await isElsewhere(directory, folder)) continue;
    const text = await readText(join(folder, 'SKILL.md')).catch(() => undefined);
    if (text === undefined || !text.endsWith(mark)) continue;
    for (const file of ['SKILL.md', '.gitignore']) await rm(join(folder, file), { force: true });
    // What the user has put there stays.
    for (const empty of [folder, dirname(folder)]) await rmdir(empty).catch(() => {});
  }
}

function folderOf(directory: string, name: string): string {
  return join(directory, '.claude', 'skills', name);
}

/** True when a link leads out of the project. */
async function isElsewhere(directory: string, folder: string): Promise<boolean> {
  for (let path = folder; path !== directory; path = dirname(path)) {
    if ((await lstat(path).catch(() => undefined))?.isSymbolicLink()) return true;
  }
  return false;
}

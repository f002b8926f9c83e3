// Records a worktree while it is being made, with the processes that make it. So the next `party worktree`, start or
// sweep recognizes what a kill -9 has left half made, and clears it away unless it has been used since.

import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import * as z from '../../core/base/schema.ts';
import { planFolder } from '../../core/plan/plan.ts';
import { ignoreFile } from '../gates/localFiles.ts';
import { planHooksFiles } from '../gates/planHooks.ts';
import { planSkillFiles } from '../gates/planSkills.ts';
import type { Machine } from '../project/machine.ts';
import { type Paths, projectDirectory } from '../project/paths.ts';
import { withOwnIndex } from '../review/honestIndex.ts';
import { sweepDrafts } from '../system/drafts.ts';
import { createGit, type Git } from '../system/git.ts';
import { isRunning, processIdentity } from '../system/processIdentity.ts';
import { isFsError, readText, writeAtomic } from '../system/store.ts';

const Making = z.object({
  /** The processes that make it: Party, and git, which keeps running if Party is killed. */
  by: z.array(z.string()),
  base: z.string(),
  /** Party had no record of this place before. */
  fresh: z.boolean(),
  /** The worktree, its branch and its project. Party 0.1 and older did not record them. */
  directory: z.optional(z.string()),
  branch: z.optional(z.string()),
  top: z.optional(z.string()),
});
type Making = z.infer<typeof Making>;

export interface MakingRecord {
  /** Adds another process, which may start once it is recorded. */
  joined(pid: number): Promise<void>;
  ended(): Promise<void>;
}

/** `directory` is a real path. */
export async function beginMaking(paths: Paths, directory: string, making: Omit<Making, 'by'>): Promise<MakingRecord> {
  const file = makingFile(paths, directory);
  const by: string[] = [];
  const write = (pid: number) => {
    by.push(...[processIdentity(pid) ?? []].flat());
    return writeAtomic(file, `${JSON.stringify({ by, ...making })}\n`);
  };
  let written = write(process.pid);
  await written;
  return {
    joined(pid) {
      written = written.then(() => write(pid)).catch(() => {});
      return written;
    },
    async ended() {
      await written;
      await rm(file, { force: true });
    },
  };
}

/** Undefined when no process began it, or when it has been used since. Throws REFUSED while it is being made. */
export async function findAbandoned(
  git: Git,
  { env, paths }: Pick<Machine, 'env' | 'paths'>,
  { directory, branch }: { readonly directory: string; readonly branch: string },
): Promise<Making | undefined> {
  const making = await readMaking(makingFile(paths, directory));
  if (making === undefined) return undefined;
  const maker = making.by.find(isRunning);
  if (maker !== undefined) {
    const pid = Number.parseInt(maker, 10);
    throw new PartyError('REFUSED', `${directory} is being created right now by process ${pid}. Wait for it`);
  }
  const at = await git.line(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  const unused = (at ?? making.base) === making.base && (await isUnused(createGit(directory, env), making.base));
  return unused ? making : undefined;
}

export interface HalfMade {
  readonly directory: string;
  readonly branch: string;
  /** The top level of its project. */
  readonly top: string;
  /** The file of the record. */
  readonly file: string;
}

/** All half-made worktrees whose processes have ended, of all projects. */
export async function halfMadeWorktrees(paths: Paths): Promise<HalfMade[]> {
  const projects = join(paths.home, 'projects');
  const found: HalfMade[] = [];
  for (const key of await readdir(projects).catch(() => [])) {
    const file = join(projects, key, 'making.json');
    const { by, directory, branch, top } = (await readMaking(file)) ?? {};
    if (directory === undefined || branch === undefined || top === undefined || by?.some(isRunning)) continue;
    found.push({ directory, branch, top, file });
  }
  return found;
}

function makingFile(paths: Paths, directory: string): string {
  return join(projectDirectory(paths, directory), 'making.json');
}

async function readMaking(file: string): Promise<Making | undefined> {
  try {
    return Making.parse(JSON.parse((await readText(file)) ?? ''));
  } catch {
    return undefined;
  }
}

const ours: readonly string[] = [planHooksFiles.settings, ignoreFile, ...planSkillFiles];

/** True when all its files come from the commit or from Party. */
async function isUnused(git: Git, base: string): Promise<boolean> {
  try {
    const names = await readdir(git.top);
    if (!names.includes('.git')) return names.length === 0;
    // Remove drafts of Party's own files that a killed process has left.
    for (const file of ours) await sweepDrafts(join(git.top, dirname(file)), { of: [basename(file)] });
    const status = await withOwnIndex(git, async (env) => {
      // The checkout may have been killed before it wrote an index.
      await git.text(['read-tree', '--reset', base], { env });
      return git.bytes(['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'], { env });
    });
    const isOurs = (path: string) => ours.includes(path) || path.startsWith(`${planFolder}/`);
    const isTheirs = (entry: string) => !entry.startsWith(' D ') && !isOurs(entry.slice(3));
    return !status.split('\0').filter(Boolean).some(isTheirs);
  } catch (error) {
    return isFsError(error, 'ENOENT');
  }
}

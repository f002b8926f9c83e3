// A worktree in the making: the processes that make it are written down beforehand, so that what a kill -9 leaves half
// made is known for that and cleared away by the next `party worktree`, start or sweep. Unless it has been used since.

import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { PartyError } from '../../core/base/errors.ts';
import { reviewFolder } from '../../core/plan/plan.ts';
import { ignoreFile } from '../gates/localFiles.ts';
import { planHooksFiles } from '../gates/planHooks.ts';
import type { Machine } from '../project/machine.ts';
import { type Paths, projectDirectory } from '../project/paths.ts';
import { withOwnIndex } from '../review/honestIndex.ts';
import { sweepDrafts } from '../system/drafts.ts';
import { createGit, type Git } from '../system/git.ts';
import { isRunning, processIdentity } from '../system/processIdentity.ts';
import { isFsError, readText, writeAtomic } from '../system/store.ts';

const Making = z.object({
  /** Those who are at it: Party, and git, which goes on when Party is killed. */
  by: z.array(z.string()),
  base: z.string(),
  /** Nothing was known about this place before. */
  fresh: z.boolean(),
  /** The worktree, its branch, and the project that it is made of; up to 0.1 they were not written down. */
  directory: z.optional(z.string()),
  branch: z.optional(z.string()),
  top: z.optional(z.string()),
});
type Making = z.infer<typeof Making>;

export interface MakingRecord {
  /** Another process takes part; it may begin when that is written down. */
  joined(pid: number): Promise<void>;
  ended(): Promise<void>;
}

/** `directory` by its real path. */
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

/** Undefined when nobody has begun it, or somebody has used it since. */
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
    throw new PartyError('REFUSED', `${directory} is being made right now, by process ${pid}. Wait for it`);
  }
  const at = await git.line(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  const unused = (at ?? making.base) === making.base && (await isUnused(createGit(directory, env), making.base));
  return unused ? making : undefined;
}

export interface HalfMade {
  readonly directory: string;
  readonly branch: string;
  /** Of the project that it is made of. */
  readonly top: string;
  /** Where it is written down. */
  readonly file: string;
}

/** Those whose makers run no more, wherever they are. */
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

const ours: readonly string[] = [planHooksFiles.settings, ignoreFile];

/** All that is there comes from the commit or from Party. */
async function isUnused(git: Git, base: string): Promise<boolean> {
  try {
    const names = await readdir(git.top);
    if (!names.includes('.git')) return names.length === 0;
    // What was about to become one of Party's own files, when its maker was killed.
    for (const file of ours) await sweepDrafts(join(git.top, dirname(file)), { of: [basename(file)] });
    const status = await withOwnIndex(git, async (env) => {
      // The checkout may not have come as far as to write an index.
      await git.text(['read-tree', '--reset', base], { env });
      return git.bytes(['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'], { env });
    });
    const isOurs = (path: string) => ours.includes(path) || path.startsWith(`${reviewFolder}/`);
    const isTheirs = (entry: string) => !entry.startsWith(' D ') && !isOurs(entry.slice(3));
    return !status.split('\0').filter(Boolean).some(isTheirs);
  } catch (error) {
    return isFsError(error, 'ENOENT');
  }
}

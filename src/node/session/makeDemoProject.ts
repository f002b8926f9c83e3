// Makes a copy of the demo project: a small git repository with one commit, in a folder of its own.

import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartyError, refused } from '../../core/base/errors.ts';
import { noteDemoProject } from '../project/demoProject.ts';
import type { Machine } from '../project/machine.ts';
import { makeFolder } from '../project/makeFolder.ts';
import { projectTop } from '../project/paths.ts';
import { run } from '../system/exec.ts';
import { GitMissing, gitEnvironment } from '../system/git.ts';
import { errorCodeOf, isFsError } from '../system/store.ts';

/**
 * `resources` is the folder of that name of this installation. Without a directory, the copy is in a new temporary folder.
 * Returns the real path of the copy. If something fails, nothing is left.
 */
export async function makeDemoProject(
  machine: Pick<Machine, 'env' | 'paths'>,
  { resources, directory }: { readonly resources: string; readonly directory: string | undefined },
): Promise<string> {
  const { top, remove } = await newFolder(directory);
  try {
    await cp(join(resources, 'demo/project'), top, { recursive: true });
    // This is in the first commit, so that it is not part of the change that the demo reviews.
    await mkdir(join(top, '.vscode'));
    await writeFile(join(top, '.vscode/settings.json'), '{ "party.agents": "demo" }\n');
    await commitAll(machine.env, top);
    await noteDemoProject(machine.paths, top);
    return top;
  } catch (error) {
    await remove();
    throw error;
  }
}

async function newFolder(directory: string | undefined): Promise<{ top: string; remove: () => Promise<void> }> {
  const parent = directory === undefined ? await mkdtemp(join(await realpath(tmpdir()), 'party-demo-')) : undefined;
  const wanted = directory ?? join(parent ?? '', 'party-demo');
  await mustBeEmpty(wanted);
  const { made, top } = await makeReal(wanted);
  const enclosing = projectTop(top);
  const remove = async () => {
    for (const name of await readdir(top).catch(() => [])) await rm(join(top, name), { recursive: true, force: true });
    const added = parent ?? made;
    if (added !== undefined) await rm(added, { recursive: true, force: true });
  };
  if (enclosing === top) return { top, remove };
  await remove();
  throw refused(`${top} is inside the repository ${enclosing}. Choose a folder outside of it`);
}

async function makeReal(wanted: string): Promise<{ made: string | undefined; top: string }> {
  try {
    return { made: await makeFolder(wanted), top: await realpath(wanted) };
  } catch (error) {
    throw refused(`${wanted} cannot be created: ${errorCodeOf(error)}. Choose another folder for the demo project`);
  }
}

/** The folder must be empty or missing, so that the copy does not mix with other files. */
async function mustBeEmpty(directory: string): Promise<void> {
  try {
    if ((await readdir(directory)).length === 0) return;
  } catch (error) {
    if (isFsError(error, 'ENOENT')) return;
    if (isFsError(error, 'ENOTDIR')) throw refused(`${directory} is not a folder`);
    throw error;
  }
  throw refused(`${directory} is not empty. Choose a new folder for the demo project`);
}

/** Does not use the user's own git hooks, templates, signatures and name. */
async function commitAll(env: NodeJS.ProcessEnv, top: string): Promise<void> {
  const who = ['-c', 'user.name=Party', '-c', 'user.email=party@example.com', '-c', 'commit.gpgSign=false'];
  await git(['init', '--quiet', '--template=', '--initial-branch=main']);
  await git(['add', '--all']);
  await git([...who, '-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '-m', 'A small project']);

  async function git(args: readonly string[]): Promise<void> {
    const ended = await run('git', args, { cwd: top, env: gitEnvironment(env), timeoutMs: 60_000 });
    if (ended.missing) throw new GitMissing('COMMAND_FAILED', 'git was not found; the demo needs it. Install git');
    if (ended.exitCode === 0) return;
    throw new PartyError('COMMAND_FAILED', `git could not create the demo project: ${ended.stderr.trim()}`);
  }
}

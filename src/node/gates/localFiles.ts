// Keeps the files that Party writes into `.claude/` of a worktree out of its commits. It does not use info/exclude,
// because git shares that file among all worktrees of a repository, also those that Party does not manage.

import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isRepository } from '../project/paths.ts';
import { createGit, type Git, isTracked } from '../system/git.ts';
import { readText, writeAtomic } from '../system/store.ts';

export const ignoreFile = '.claude/.gitignore';

/** `name` is a file in `.claude/`. */
export async function keepOutOfCommits(env: NodeJS.ProcessEnv, top: string, name: string): Promise<void> {
  if (!isRepository(top)) return;
  const git = createGit(top, env);
  if (await isTracked(git, name)) await git.text(['update-index', '--skip-worktree', '--', name]);
  else if (!(await isIgnored(git, name))) await ignore(git, name);
}

/**
 * `changed` are the files that this call has cleaned. A killed process may have cleaned some of `others`; those are the
 * same as in the index.
 */
export async function letIntoCommits(
  env: NodeJS.ProcessEnv,
  top: string,
  { changed, others }: { readonly changed: readonly string[]; readonly others: readonly string[] },
): Promise<void> {
  if (!isRepository(top)) return;
  const git = createGit(top, env);
  const freed = [...changed, ...((await stopIgnoring(git, [...changed, ...others])) ? [ignoreFile] : [])];
  for (const name of new Set([...freed, ...others, ignoreFile])) {
    const staged = await git.line(['rev-parse', '--verify', '--quiet', `:${name}`]);
    if (staged === undefined || (await readText(join(top, name))) === undefined) continue;
    const isOurs = freed.includes(name) || (await git.line(['hash-object', `--path=${name}`, '--', name])) === staged;
    if (isOurs) await git.text(['update-index', '--no-skip-worktree', '--', name]);
  }
}

/** The ignore file also names itself, so that git does not show it, and it goes away with the worktree. */
const title = "# Party: this worktree's own";
const end = '# Party: end';
const own = new RegExp(`^${title}\n(?:/.*\n)*${end}\n`, 'm');

/** Party writes its block at the start of the file, and finds it wherever the user moves it. */
async function ignore(git: Git, name: string): Promise<void> {
  const file = join(git.top, ignoreFile);
  const text = (await readText(file)) ?? '';
  const before = own.exec(text)?.[0] ?? '';
  const lines = new Set([...(before.match(/^\/.*$/gm) ?? []), `/${basename(name)}`, '/.gitignore']);
  await writeAtomic(file, `${[title, ...lines, end].join('\n')}\n${text.replace(own, '')}`);
  if (await isTracked(git, ignoreFile)) await git.text(['update-index', '--skip-worktree', '--', ignoreFile]);
}

/** Stops ignoring only these: other files of Party may still exist. True when nothing is left to ignore. */
async function stopIgnoring(git: Git, names: readonly string[]): Promise<boolean> {
  const file = join(git.top, ignoreFile);
  const text = await readText(file);
  const before = own.exec(text ?? '')?.[0];
  if (text === undefined || before === undefined) return false;
  const freed = new Set(names.map((name) => `/${basename(name)}`));
  const lines = before.split('\n').filter((line) => !freed.has(line));
  const isEmpty = lines.every((line) => !line.startsWith('/') || line === '/.gitignore');
  const rest = text.replace(own, () => (isEmpty ? '' : lines.join('\n')));
  if (rest === '') await rm(file);
  else await writeAtomic(file, rest);
  return isEmpty;
}

async function isIgnored(git: Git, name: string): Promise<boolean> {
  return (await git.line(['check-ignore', '--', name])) !== undefined;
}

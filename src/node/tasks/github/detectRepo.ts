// Finds the GitHub repository of a directory by git's remotes. Party does not guess: if two are possible, the message
// names both.

import { PartyError } from '../../../core/base/errors.ts';
import { oneLine } from '../../../core/base/outsideText.ts';
import { type Repo, readRepo, repoOfUrl, repoText, sameRepo } from '../../../core/tasks/github/repo.ts';
import { projectTop } from '../../project/paths.ts';
import { createGit, type Git, GitFailed } from '../../system/git.ts';

/** In the form of team.json: `owner/name`, with the host in front if it is not github.com. */
export async function detectRepo(place: { readonly env: NodeJS.ProcessEnv }, cwd: string): Promise<string> {
  const git = createGit(projectTop(cwd), place.env);
  const remotes = await readRemotes(git);
  const chosen = remotes.filter(({ base }) => base !== undefined);
  const origin = remotes.filter(({ name }) => name === 'origin');
  for (const some of [chosen, origin, remotes]) {
    const repos = different(some.flatMap(({ base, repo }) => base ?? repo ?? []));
    if (repos.length > 1) {
      const names = some.map(({ name, repo }) => `${oneLine(name)} (${repo === undefined ? '?' : repoText(repo)})`);
      throw unknown(`The remotes ${names.join(', ')} are different repositories`);
    }
    if (repos[0] !== undefined) return repoText(repos[0]);
  }
  const [first] = remotes;
  throw unknown(
    first === undefined
      ? 'There is no git remote to take the repository from'
      : `The remote ${oneLine(first.name)} is ${oneLine(withoutSecret(first.url), 200)}, which is not a repository on GitHub`,
  );
}

/** For the value of `--repo` or of the configuration. GH_HOST is the default host, as for gh itself. */
export function checkRepo(text: string, env: NodeJS.ProcessEnv): string {
  return repoText(repoFrom(text, env));
}

export function repoFrom(text: string, env: NodeJS.ProcessEnv): Repo {
  const repo = readRepo(text, env['GH_HOST'] || 'github.com');
  if (repo !== undefined) return repo;
  throw new PartyError(
    'USAGE',
    `${oneLine(text) || 'An empty text'} is not a repository; write owner/name, or host/owner/name for another host`,
  );
}

interface Remote {
  readonly name: string;
  readonly url: string;
  readonly repo: Repo | undefined;
  /** The repository that the user chose with `gh repo set-default`. */
  readonly base: Repo | undefined;
}

async function readRemotes(git: Git): Promise<Remote[]> {
  const names = (await lines(git, ['remote'])).filter((name) => !name.startsWith('-'));
  return Promise.all(
    names.map(async (name) => {
      // get-url applies `insteadOf`. The issues are at the repository that the user fetches from; a push may go to a
      // fork.
      const [url = ''] = await lines(git, ['remote', 'get-url', name]);
      const push = await lines(git, ['remote', 'get-url', '--push', name]);
      const [resolved] = await lines(git, ['config', '--get', `remote.${name}.gh-resolved`]);
      const repo = [url, ...push].map(repoOfUrl).find((found) => found !== undefined);
      const base = resolved === undefined ? undefined : resolved === 'base' ? repo : readRepo(resolved, repo?.host);
      return { name, url, repo, base };
    }),
  );
}

async function lines(git: Git, args: readonly string[]): Promise<string[]> {
  try {
    return (await git.text(args)).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (error instanceof GitFailed) return [];
    throw error;
  }
}

function different(repos: readonly Repo[]): Repo[] {
  return repos.filter((repo, index) => repos.findIndex((other) => sameRepo(other, repo)) === index);
}

/** Removes a password or token from a URL. */
function withoutSecret(url: string): string {
  return url.replace(/\/\/[^@/\s]*@/, '//');
}

function unknown(why: string): PartyError {
  return new PartyError('USAGE', `${why}. Say which one with --repo owner/name`);
}

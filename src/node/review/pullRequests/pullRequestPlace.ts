// Asks git and the remotes what a pull request would contain. Branches in this repository can be set by hand, so the
// remotes themselves are asked; only where they cannot be reached, what git has recorded about them counts.

import type { Into, Place, PullTarget, RemoteHead } from '../../../core/gates/acts/pullTarget.ts';
import { run } from '../../system/exec.ts';
import { createGit, type Git, gitEnvironment } from '../../system/git.ts';
import { readHead } from '../changeBase.ts';

export interface PlaceQuestion {
  readonly target: PullTarget;
  /** The base of the review. */
  readonly base: string;
}

export async function placeOf(env: NodeJS.ProcessEnv, top: string, { target, base }: PlaceQuestion): Promise<Place> {
  const git = createGit(top, env);
  const [remotes, config, head] = await Promise.all([readRemotes(git), readConfig(git), readHead(git)]);
  const wanted = target.repo ?? env['GH_REPO'] ?? chosenRepo(config);
  if (remotes.length === 0 && !wanted && !ownerOf(target)) return { kind: 'none' };
  const into = wanted ? remotes.find((one) => isSlug(one, wanted)) : (chosen(remotes, config) ?? remotes[0]);
  if (into === undefined) return { kind: 'elsewhere', repo: wanted ?? '' };
  const owner = ownerOf(target);
  const from = owner === undefined ? remotes : remotes.filter(({ slug }) => slug.split('/')[0] === owner.toLowerCase());
  if (from.length === 0) return { kind: 'elsewhere', repo: target.head ?? '' };
  const branch = target.base ?? config.get(`branch.${head.branch}.gh-merge-base`);
  const heads = headNames(head.branch, config);
  const asked = await Promise.all(
    [...new Set([into, ...from])].map(async (remote) => ({
      remote,
      refs: await askRemote(git, env, remote.name, [...heads, ...(branch === undefined ? [] : [branch])]),
    })),
  );
  const refsOf = (remote: Remote) => asked.find((one) => one.remote === remote)?.refs;
  const found = await intoBranch(git, { remote: into.name, branch, refs: refsOf(into), base });
  const others = from.flatMap((remote) =>
    heads
      .filter((name) => !(remote === into && `${remote.name}/${name}` === found.name))
      .flatMap((name) => {
        const commit = refsOf(remote)?.get(`refs/heads/${name}`);
        return commit === undefined || commit === head.commit ? [] : [{ name: `${remote.name}/${name}`, commit }];
      }),
  );
  return { kind: 'known', into: found, heads: others satisfies RemoteHead[] };
}

interface Remote {
  readonly name: string;
  /** The last two parts of its address: `owner/name`. */
  readonly slug: string;
  readonly address: string;
}

async function readRemotes(git: Git): Promise<Remote[]> {
  const rows = (await git.text(['remote', '-v'])).split('\n');
  const all = rows.flatMap((row) => {
    const [, name, address] = /^(\S+)\t(.*) \(fetch\)/.exec(row) ?? [];
    return name === undefined || address === undefined ? [] : [{ name, address, slug: slugOf(address) }];
  });
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** The keys with which git and gh choose remotes and branches; for each the last value. */
async function readConfig(git: Git): Promise<ReadonlyMap<string, string>> {
  const keys = '^(remote\\..*\\.gh-resolved|branch\\..*\\.(merge|gh-merge-base))$';
  const text = await git.text(['config', '-z', '--get-regexp', keys]).catch(() => '');
  return new Map(
    text
      .split('\0')
      .filter(Boolean)
      .map((entry) => {
        const [key = '', ...value] = entry.split('\n');
        return [key, value.join('\n')];
      }),
  );
}

function slugOf(address: string): string {
  const path = address.replace(/\/+$/, '').replace(/\.git$/i, '');
  return path.split(/[/:]/).slice(-2).join('/').toLowerCase();
}

/** `owner/name`, `host/owner/name` or an address. */
function isSlug({ slug, address }: Remote, wanted: string): boolean {
  const host = /^(?:\w+:\/\/)?(?:[^/@]*@)?([\w.-]+)[/:][^/:]+\/[^/]+$/.exec(wanted)?.[1];
  return slug === slugOf(wanted) && (host === undefined || address.toLowerCase().includes(host.toLowerCase()));
}

function ownerOf({ head }: PullTarget): string | undefined {
  const owner = head?.includes(':') ? head.slice(0, head.indexOf(':')) : '';
  return owner === '' ? undefined : owner;
}

/** gh keeps which repository it uses: `base` for the remote itself, or the name of another repository. */
function chosenRepo(config: ReadonlyMap<string, string>): string | undefined {
  return [...config].find(([key, value]) => key.endsWith('.gh-resolved') && value !== 'base')?.[1];
}

function chosen(remotes: readonly Remote[], config: ReadonlyMap<string, string>): Remote | undefined {
  const resolved = remotes.find(({ name }) => config.get(`remote.${name}.gh-resolved`) === 'base');
  const usual = ['upstream', 'github', 'origin'];
  return resolved ?? usual.flatMap((name) => remotes.find((one) => one.name === name) ?? [])[0];
}

/** The branch itself, and the name under which git pushes it. */
function headNames(branch: string, config: ReadonlyMap<string, string>): string[] {
  const merge = config.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '');
  return [...new Set([branch, ...(merge === undefined ? [] : [merge])])];
}

const timeoutMs = 6000;

/** Undefined when the remote cannot be reached. `HEAD` is the name of the remote's main branch. */
async function askRemote(
  git: Git,
  env: NodeJS.ProcessEnv,
  remote: string,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const names = ['HEAD', ...branches.map((branch) => `refs/heads/${branch}`)];
  // A program that the repository's configuration names could answer anything.
  const args = ['ls-remote', '--symref', '--upload-pack=git-upload-pack', '--end-of-options', remote, ...names];
  const ssh = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('GIT_SSH')));
  const result = await run('git', args, { cwd: git.top, env: { ...gitEnvironment(env), ...ssh }, timeoutMs });
  if (result.exitCode !== 0) return undefined;
  return new Map(
    result.stdout.split('\n').flatMap((row): [string, string][] => {
      const [, target] = /^ref: refs\/heads\/(.*)\tHEAD$/.exec(row) ?? [];
      if (target !== undefined) return [['main branch', target]];
      const [, commit, name] = /^([0-9a-f]{40,64})\t(.*)$/.exec(row) ?? [];
      return commit === undefined || name === undefined ? [] : [[name, commit]];
    }),
  );
}

interface IntoQuestion {
  readonly remote: string;
  readonly branch: string | undefined;
  readonly refs: ReadonlyMap<string, string> | undefined;
  readonly base: string;
}

async function intoBranch(git: Git, { remote, branch, refs, base }: IntoQuestion): Promise<Into> {
  if (refs === undefined) return recordedBranch(git, { remote, branch, base });
  const main = refs.get('main branch');
  const commit = branch === undefined ? refs.get('HEAD') : refs.get(`refs/heads/${branch}`);
  const name = `${remote}/${branch ?? main ?? 'HEAD'}`;
  return { name, remote, handMade: false, commit: commit ?? null, ...(await partedFrom(git, commit, base)) };
}

/** What git has recorded about the remote's branch. */
async function recordedBranch(git: Git, { remote, branch, base }: Omit<IntoQuestion, 'refs'>): Promise<Into> {
  const symbolic = ['symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`];
  const main = branch === undefined ? await git.line(symbolic) : undefined;
  const name = main ?? `${remote}/${branch ?? 'main'}`;
  const ref = `refs/remotes/${name}`;
  const commit = await git.line(['rev-parse', '--quiet', '--verify', '--end-of-options', `${ref}^{commit}`]);
  const moved = await git.line(['log', '--walk-reflogs', '-1', '--format=x%gs', '--no-show-signature', ref, '--']);
  const handMade = commit !== undefined && moved !== undefined && !recorded.test(moved);
  // Without any record, only the base that the review chose is known.
  if (commit === undefined) return { name, remote, handMade: false, commit: base, parted: base, files: [] };
  return { name, remote, handMade, commit, ...(await partedFrom(git, commit, base)) };
}

/** Entries of the reflog that git fetch, clone, pull and push make. */
const recorded = /^x(?:fetch|pull|clone|update by push|remote\b)/;

async function partedFrom(git: Git, commit: string | undefined, base: string): Promise<Pick<Into, 'parted' | 'files'>> {
  if (commit === undefined || !(await isHere(git, commit))) return { parted: null, files: [] };
  // Without a common commit, the change is everything that differs from the branch.
  const parted = (await git.line(['merge-base', 'HEAD', commit])) ?? commit;
  if (parted === base) return { parted, files: [] };
  const names = await git.bytes(['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', parted, base, '--']);
  return {
    parted,
    files: names
      .split('\0')
      .filter(Boolean)
      .map((raw) => Buffer.from(raw, 'latin1').toString('utf8')),
  };
}

async function isHere(git: Git, commit: string): Promise<boolean> {
  return (await git.line(['rev-parse', '--quiet', '--verify', '--end-of-options', `${commit}^{commit}`])) !== undefined;
}

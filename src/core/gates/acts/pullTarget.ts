// Where a pull request would go and what it would contain, compared with what was reviewed.

import { listed } from '../../base/listed.ts';
import { oneLine } from '../../base/outsideText.ts';
import type { ChangeFacts } from '../../review/review.ts';
import { launched } from '../../shell/options.ts';
import type { Invocation } from '../../shell/programs.ts';
import { programName } from '../../shell/word.ts';
import { type Denial, deny } from '../denial.ts';
import { ghOptions, webClients } from '../pullRequest.ts';
import { firstVerb } from '../verbs.ts';
import { apiTarget, webTarget } from './githubApi.ts';

/** What the call names; null when Party cannot see it, undefined when the call leaves it to the program. */
export interface PullTarget {
  /** `owner/name`, maybe with a host before it, or an address. */
  readonly repo?: string | null | undefined;
  readonly base?: string | null | undefined;
  /** `branch` or `owner:branch`. */
  readonly head?: string | null | undefined;
}

export function targetOf({ words }: Pick<Invocation, 'words'>): PullTarget {
  const [program, ...args] = words;
  const name = program === undefined ? null : programName(program);
  if (name !== null && webClients.has(name)) return webTarget(args);
  if (name === 'gh' && firstVerb(args, ghOptions)?.value === 'api') return apiTarget(args);
  const { repo, base, head, others } = (name !== null && Object.hasOwn(spellings, name) && spellings[name]) || ofGh;
  const valued = [...repo, ...base, ...head, ...others];
  const { options, words: unread } = launched(args, { valued, operands: words.length });
  const named = (names: readonly string[]) => {
    const found = options.findLast((one) => names.includes(one.name));
    // Behind a word that may become several words, any option can follow.
    if (found === undefined) return unread.length > 0 ? null : undefined;
    return found.value?.value ?? null;
  };
  return { repo: repo.length === 0 ? undefined : named(repo), base: named(base), head: named(head) };
}

/** The options of a program that makes pull requests, by what their values name. */
interface Spelling {
  readonly repo: readonly string[];
  readonly base: readonly string[];
  readonly head: readonly string[];
  /** Other options that take a value. */
  readonly others: readonly string[];
}

const ofGh: Spelling = {
  repo: ['-R', '--repo'],
  base: ['-B', '--base'],
  head: ['-H', '--head'],
  others: [
    ...['-t', '--title', '-b', '--body', '-F', '--body-file', '-l', '--label', '-a', '--assignee', '-m', '--milestone'],
    ...['-p', '--project', '-r', '--reviewer', '-T', '--template', '--recover', '--hostname'],
  ],
};

const spellings: Readonly<Record<string, Spelling>> = {
  hub: {
    repo: [],
    base: ['-b', '--base'],
    head: ['-h', '--head'],
    others: ['-m', '--message', '-F', '--file', '-r', '-a', '-M', '-l', '-i'],
  },
  glab: {
    repo: ['-R', '--repo'],
    base: ['-b', '--target-branch'],
    head: ['-s', '--source-branch'],
    others: [
      '-t',
      '--title',
      '-d',
      '--description',
      '-a',
      '--assignee',
      '-l',
      '--label',
      '-m',
      '--milestone',
      '-H',
      '--head',
    ],
  },
  tea: {
    repo: ['-r', '--repo'],
    base: ['-b', '--base'],
    head: ['--head'],
    others: ['-t', '--title', '-d', '--description', '-R', '--remote', '-l', '--login', '-a', '-L', '-m'],
  },
  az: {
    repo: ['-r', '--repository'],
    base: ['-t', '--target-branch'],
    head: ['-s', '--source-branch'],
    others: ['--title', '-d', '--description', '-p', '--project', '--org', '--organization'],
  },
};

/** For a tool of an MCP server. */
export function toolTarget(input: Readonly<Record<string, unknown>>): PullTarget {
  const named = (...names: string[]) => {
    const name = names.find((one) => Object.hasOwn(input, one));
    if (name === undefined) return undefined;
    return typeof input[name] === 'string' ? input[name] : null;
  };
  const repo = named('repo', 'repository', 'repo_name');
  const owner = named('owner', 'org', 'organization');
  return {
    repo: typeof owner === 'string' && typeof repo === 'string' && !repo.includes('/') ? `${owner}/${repo}` : repo,
    base: named('base', 'base_branch', 'baseBranch', 'target_branch', 'targetBranch'),
    head: named('head', 'head_branch', 'headBranch', 'source_branch', 'sourceBranch'),
  };
}

/** What git and the remotes say about it. */
export type Place =
  /** No remote, so that no pull request can be made. */
  | { readonly kind: 'none' }
  /** The repository, or the owner of the head, is not a remote of this project. */
  | { readonly kind: 'elsewhere'; readonly repo: string }
  | { readonly kind: 'known'; readonly into: Into; readonly heads: readonly RemoteHead[] };

export interface Into {
  /** `origin/main`. */
  readonly name: string;
  readonly remote: string;
  /** Where the remote's branch is; null when it has none of this name. */
  readonly commit: string | null;
  /** Where the pull request would begin; null when the commit is not here yet. */
  readonly parted: string | null;
  /** What differs between there and the base of the review. */
  readonly files: readonly string[];
  /** The remote could not be asked, and a program other than git fetch or git push has set its branch here. */
  readonly handMade: boolean;
}

/** A branch of a remote from which the pull request would be made, when it is not what was reviewed. */
export interface RemoteHead {
  readonly name: string;
  readonly commit: string;
}

/** Undefined when the pull request is the one that was reviewed. */
export function denyPlace(place: Place, change: ChangeFacts): Denial | undefined {
  switch (place.kind) {
    case 'none':
      return undefined;
    case 'elsewhere':
      return deny(
        `This pull request would go to or come from ${oneLine(place.repo, 80)}, which is not a remote of this project, so Party cannot compare it with what was reviewed. Leave that repository out, or add it as a remote (git remote add, git fetch) and have the change reviewed against its branch`,
        { act: 'requestOtherBase' },
      );
    case 'known':
      return denyInto(place.into, change) ?? denyHeads(place);
    default: {
      const unreachable: never = place;
      return unreachable;
    }
  }
}

function denyInto(into: Into, { base }: ChangeFacts): Denial | undefined {
  const { name, remote, commit, parted, files, handMade } = into;
  const shown = oneLine(name, 80);
  if (handMade) {
    return deny(
      `Neither git fetch nor git push has set ${shown}, and Party cannot reach the remote to compare it. Run git fetch ${oneLine(remote, 40)}, and try again`,
    );
  }
  if (commit === null) return deny(`There is no ${shown} to create a pull request for`, { act: 'requestOtherBase' });
  if (parted === null) {
    return deny(`${shown} is not what it was at the last fetch. Run git fetch ${oneLine(remote, 40)}, and try again`);
  }
  if (parted === base) return undefined;
  const which =
    files.length === 0
      ? ''
      : ` (${listed(
          files.map((file) => oneLine(file, 80)),
          5,
        )})`;
  return deny(
    `This pull request into ${shown} would begin at ${parted.slice(0, 7)}, but the review covered what changed since ${base.slice(0, 7)}: it would not contain what was reviewed${which}`,
    { act: 'requestOtherBase' },
  );
}

/** Undefined when the branch on the remote is what was reviewed. */
export function denyHeads(place: Place): Denial | undefined {
  const [head] = place.kind === 'known' ? place.heads : [];
  if (head === undefined) return undefined;
  return deny(
    `${oneLine(head.name, 80)} is at ${head.commit.slice(0, 7)}, which is not the current commit, so the pull request would not contain what was reviewed. Push first, in a call of its own`,
  );
}

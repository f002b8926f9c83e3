// The review of a project as it stands: its log, and what git says now.

import { reduceReview } from '../../core/review/reduce.ts';
import type { Review } from '../../core/review/review.ts';
import { withRunner } from '../codex/withRunner.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import { isRepository, type Paths, projectTop } from '../project/paths.ts';
import { openProjectLog, type ProjectLog } from '../project/projectLog.ts';
import { createGit, GitFailed, GitMissing } from '../system/git.ts';
import { readChange } from './change.ts';

export interface ReviewPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly paths: Paths;
  /** For those who look again and again: a log that stays open reads only what is new. */
  readonly logOf?: (paths: Paths, top: string) => ProjectLog;
}

/** Outside a git repository `change` is null, and nothing is proven. */
export async function readReview(
  { env, paths, logOf = openProjectLog }: ReviewPlace,
  directory: string,
): Promise<Review> {
  const top = projectTop(directory);
  const log = logOf(paths, top);
  const [events, { review: options, budget: limits }] = await Promise.all([log.events(), loadUserConfig(env)]);
  const change = isRepository(top)
    ? await readChange(createGit(top, env), { events, ignore: options.ignore }).catch(noRepository)
    : null;
  const { rounds: roundLimit, overdueMinutes } = options;
  const review = reduceReview(events, change, { now: Date.now(), roundLimit, overdueMinutes, limits });
  return withRunner(review, log.directory);
}

/** A directory that only looks like a repository, one that git refuses to touch, or no git at all proves nothing. */
function noRepository(error: unknown): null {
  if (error instanceof GitMissing || (error instanceof GitFailed && error.noRepository)) return null;
  throw error;
}

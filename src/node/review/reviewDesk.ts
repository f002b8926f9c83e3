// What every act of a review starts from: the repository, its log, and where the review stands.

import { PartyError } from '../../core/base/errors.ts';
import type { ReviewConfig } from '../../core/config/config.ts';
import type { ProjectEvent } from '../../core/project/event.ts';
import { reduceReview } from '../../core/review/reduce.ts';
import type { ChangeFacts, Review } from '../../core/review/review.ts';
import { withRunner } from '../codex/withRunner.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import { isRepository, type Paths, projectTop } from '../project/paths.ts';
import { openProjectLog, type ProjectLog } from '../project/projectLog.ts';
import { createGit, type Git } from '../system/git.ts';
import { readChange } from './change.ts';

export interface ActPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly paths: Paths;
}

export interface ReviewDesk {
  readonly git: Git;
  readonly log: ProjectLog;
  readonly options: ReviewConfig;
  change(events: readonly ProjectEvent[], base?: string): Promise<ChangeFacts>;
  /** Asks git, unless the change is known. */
  review(events: readonly ProjectEvent[], change?: ChangeFacts | null): Promise<Review>;
}

export async function openReviewDesk({ env, cwd, paths }: ActPlace): Promise<ReviewDesk> {
  const top = projectTop(cwd);
  if (!isRepository(top)) {
    throw new PartyError(
      'NOT_A_REPOSITORY',
      `${cwd} is not in a git repository. Reviews need one: run git init, or go to the project`,
    );
  }
  const git = createGit(top, env);
  const { review: options, budget: limits } = await loadUserConfig(env);
  const change: ReviewDesk['change'] = (events, base) => readChange(git, { events, ignore: options.ignore, base });
  const log = openProjectLog(paths, top);
  return {
    ...{ git, log, options, change },
    async review(events, known) {
      const { rounds: roundLimit, overdueMinutes } = options;
      const limited = { now: Date.now(), roundLimit, overdueMinutes, limits };
      return withRunner(reduceReview(events, known ?? (await change(events)), limited), log.directory);
    },
  };
}

export function refused(message: string): PartyError {
  return new PartyError('REFUSED', message);
}

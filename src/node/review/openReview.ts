// Opens the review of a project: its log, and the current change from git. Every command that reads or changes a review
// starts here.

import { PartyError } from '../../core/base/errors.ts';
import type { Config, ReviewConfig } from '../../core/config/config.ts';
import { troubleOf } from '../../core/project/chain.ts';
import type { LogState } from '../../core/review/logState.ts';
import { reduceReview } from '../../core/review/reduce.ts';
import type { ChangeFacts, Review } from '../../core/review/review.ts';
import { withRunner } from '../codex/withRunner.ts';
import { readPolicy } from '../gates/policy.ts';
import { loadUserConfig } from '../project/configFiles.ts';
import type { Machine } from '../project/machine.ts';
import { isRepository, type Paths, projectTop } from '../project/paths.ts';
import type { Project } from '../project/project.ts';
import { openProjectLog, type ProjectLog } from '../project/projectLog.ts';
import { createGit, type Git, GitFailed, GitMissing } from '../system/git.ts';
import { beginChange, type Looking, readChange } from './change.ts';

export interface OpenReview extends Pick<Project, 'git' | 'log'> {
  readonly options: ReviewConfig;
  /** The commands that the user's configuration names. */
  readonly commands: Config['evidence'];
  change(state: LogState, base?: string, looking?: Looking): Promise<ChangeFacts>;
  /** Reads from the log and from git what `known` leaves out. */
  read(known?: KnownFacts): Promise<Review>;
  /** Runs `act` under the project's lock, so that its facts are still true when it writes. */
  transaction<T>(act: (state: LogState, review: Review) => Promise<T>): Promise<T>;
}

export interface KnownFacts {
  readonly state?: LogState;
  readonly change?: ChangeFacts | null;
}

/** Throws NOT_A_REPOSITORY. */
export async function openReview({ env, cwd, paths }: Machine): Promise<OpenReview> {
  const top = projectTop(cwd);
  if (!isRepository(top)) {
    throw new PartyError(
      'NOT_A_REPOSITORY',
      `${cwd} is not in a git repository. Reviews need one: run git init, or go to the project`,
    );
  }
  const config = await loadUserConfig(env);
  return openAt({ env, paths }, createGit(top, env), openProjectLog(paths, top), config);
}

export interface ReviewMachine extends Pick<Machine, 'env' | 'paths'> {
  /** For callers that poll: a log that stays open reads only what is new. */
  readonly logOf?: (paths: Paths, top: string) => ProjectLog;
  /** What git has been asked already, if it was about the same project. */
  readonly begun?: BegunReview | undefined;
}

export interface BegunReview {
  readonly git: Git;
  /** Undefined outside a git repository. */
  readonly looking: Looking | undefined;
}

/** Asks git about the project, which then works while the caller reads something else. */
export function beginReview(env: NodeJS.ProcessEnv, directory: string): BegunReview {
  const git = createGit(projectTop(directory), env);
  return { git, looking: isRepository(git.top) ? beginChange(git) : undefined };
}

/** Works also outside a git repository: then `change` is null, and nothing is proven. */
export async function readReview(machine: ReviewMachine, directory: string): Promise<Review> {
  return (await readOpenReview(machine, directory)).review;
}

/** The same, for callers that read on. */
export async function readOpenReview(
  { env, paths, logOf = openProjectLog, begun }: ReviewMachine,
  directory: string,
): Promise<{ readonly review: Review; readonly opened: OpenReview }> {
  const top = projectTop(directory);
  const { git, looking } = begun?.git.top === top ? begun : beginReview(env, top);
  const log = logOf(paths, top);
  const [state, config] = await Promise.all([log.state(), loadUserConfig(env)]);
  const opened = openAt({ env, paths }, git, log, config);
  const change = looking && (await opened.change(state, undefined, looking).catch(noRepository));
  return { review: await opened.read({ state, change: change ?? null }), opened };
}

function openAt(machine: Pick<Machine, 'env' | 'paths'>, git: Git, log: ProjectLog, config: Config): OpenReview {
  const { review: options, budget: limits, gates, evidence: commands } = config;
  const change: OpenReview['change'] = (state, base, looking) =>
    readChange(git, { state, ignore: options.ignore, base, looking });
  const read: OpenReview['read'] = async (known = {}) => {
    const state = known.state ?? (await log.state());
    const facts = known.change === undefined ? await change(state) : known.change;
    const { rounds: roundLimit, overdueMinutes } = options;
    const [policy, health] = await Promise.all([readPolicy(machine, git, { gates, change: facts }), log.health()]);
    const trouble = troubleOf(health);
    const limited = { roundLimit, overdueMinutes, limits };
    const trust = {
      commands: { 'tests-passed': commands.tests, 'checks-passed': commands.checks },
      genericReviewer: options.trustGenericReviewer,
    };
    const review = reduceReview(state, facts, { now: Date.now(), ...limited, policy, trouble, trust });
    return withRunner(review, log.directory);
  };
  const transaction: OpenReview['transaction'] = (act) =>
    log.transaction(async (state) => act(state, await read({ state })));
  return { git, log, options, commands, change, read, transaction };
}

/** Null when git is missing, finds no repository, or does not trust it: then nothing is proven. */
function noRepository(error: unknown): null {
  if (error instanceof GitMissing || (error instanceof GitFailed && error.noRepository)) return null;
  throw error;
}

// Runs `codex exec` for one answer that follows a schema. Codex may read everything and write nothing. Any end without
// an answer is an error that tells the user what to do; the caller judges the answer. All loops of a project wait in
// one queue. The cost of each run goes into the log, also when the run fails.

import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Probe } from '../../core/agents/agent.ts';
import type { AgentLimit } from '../../core/agents/limits/limit.ts';
import { limitedText } from '../../core/agents/limits/limitText.ts';
import { actorOf } from '../../core/base/actor.ts';
import type { Act } from '../../core/base/acts.ts';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { reviewer } from '../../core/base/role.ts';
import { toml } from '../../core/base/toml.ts';
import { english } from '../../core/base/translate.ts';
import { codexFailureIn } from '../../core/codex/codexFailure.ts';
import {
  answerIn,
  doingOf,
  failureAdvice,
  failureIn,
  lastWords,
  threadOf,
  threadTokensIn,
} from '../../core/codex/execEvents.ts';
import { tokensSpent } from '../../core/codex/tokensSpent.ts';
import type { Loop } from '../../core/project/budget.ts';
import { noteFailure, noteSuccess, readLimit } from '../agents/limits.ts';
import { isRepository } from '../project/paths.ts';
import type { ProjectLog } from '../project/projectLog.ts';
import type { RunResult } from '../system/exec.ts';
import { withLock } from '../system/lock.ts';
import { runLong } from '../system/longRun.ts';
import { writeAtomic } from '../system/store.ts';
import { mayAskCodex } from './budget.ts';
import { codexHome } from './codexConfig.ts';
import { tokensWritten } from './codexRollout.ts';
import { endLeftRun, noteRun, type RunningCodex } from './codexRun.ts';
import { codexLock } from './withRunner.ts';

export const installCodex = 'npm install -g @openai/codex';

export interface CodexQuestion {
  readonly env: NodeJS.ProcessEnv;
  readonly reviewer: Probe;
  /** The top level of the project. */
  readonly top: string;
  readonly prompt: string;
  /** JSON schema of the answer. Codex gets it, but does not check its answer against it. */
  readonly schema: object;
  /** The file that Codex writes the answer to. */
  readonly file: string;
  /** The thread to continue; by default, a new one. */
  readonly thread?: string | undefined;
  /** By default, the model of the thread or of the user's configuration. */
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** The loop that asks, for the record of the cost in `log`. */
  readonly loop: Loop;
  readonly log: ProjectLog;
  /** Counts from the moment when it is our turn. */
  readonly timeoutMs: number;
  /** How long to wait for our turn; by default, 10 minutes. */
  readonly queueMs?: number | undefined;
  /** Also ends Codex. */
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
  /** The act that asks again. */
  readonly again: Act;
}

export interface CodexSaid {
  /** The id of the thread, if Codex reports it. */
  readonly thread: string | undefined;
  /** The answer as the process itself printed it: unlike the file, no other process can change it. */
  readonly answer: string | undefined;
}

/**
 * Throws REFUSED when the budget is used up. When Codex fails, it
 * throws COMMAND_FAILED, with what Codex refused in `details.codex`.
 */
export function askCodexExec(question: CodexQuestion): Promise<CodexSaid> {
  return inQueue(question, async () => {
    await settleLeftRun(question);
    // The runs before this one in the queue may have used the budget up.
    await mayAskCodex(question, question.log);
    await mustNotBeLimited(question);
    return ask(question);
  });
}

/** A human may ask anyway. For an agent or a hook, asking would only lead to the next failure. */
async function mustNotBeLimited({ env, log, again }: CodexQuestion): Promise<void> {
  const limit = actorOf(env) === 'human' ? undefined : await readLimit(log.directory, reviewer);
  if (limit === undefined) return;
  const limited = limitedText(limit.until, Date.now(), english);
  throw new PartyError('COMMAND_FAILED', `Codex is ${limited}, so it was not asked`, {
    next: [{ act: again, by: 'human' }],
    details: { limitedUntil: limit.until },
  });
}

/** Short enough that the hook of a plan can wait this long and then still run a review of the longest duration. */
const defaultQueueMs = 600_000;

/** One run at a time for each project: two reviews of the same code would contradict each other and cost twice. */
async function inQueue<T>(question: CodexQuestion, turn: () => Promise<T>): Promise<T> {
  const { log, signal, onDoing, again, queueMs: waitMs = defaultQueueMs } = question;
  const onWait = () => onDoing('is waiting for another review of this project to finish');
  let began = false;
  try {
    const what = "This project's turn with Codex";
    return await withLock(codexLock(log.directory), { what, waitMs, pollMs: 100, signal, onWait }, () => {
      began = true;
      return turn();
    });
  } catch (error) {
    if (began) throw error;
    if (isPartyError(error, 'CANCELLED')) throw stopped();
    if (!isPartyError(error, 'LOCK_BUSY')) throw error;
    const seconds = Math.round(waitMs / 1000);
    throw new PartyError(
      'LOCK_BUSY',
      `Codex has been busy with another review of this project for ${seconds} s, so it was not asked. ${error.message}`,
      { cause: error, next: [{ act: again }], ...(error.details && { details: error.details }) },
    );
  }
}

async function ask(question: CodexQuestion): Promise<CodexSaid> {
  const { env, reviewer: program, top, prompt, file, timeoutMs, signal, onDoing, log, loop } = question;
  let running: RunningCodex | undefined;
  const schema = `${file}.schema`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // When Codex fails, it does not remove an old answer.
  await rm(file, { force: true });
  await writeAtomic(schema, JSON.stringify(question.schema));
  try {
    const began = performance.now();
    const result = await runLong(program.path, [...program.args, ...execArguments(question, schema)], {
      env,
      cwd: top,
      timeoutMs,
      signal,
      // Use stdin: an argument is limited to 128 KB, and Codex waits for ever if it gets an argument and an open stdin.
      input: prompt,
      onStart: (pid) => {
        running = noteRun(log.directory, pid, { loop, thread: question.thread ?? null, timeoutMs });
      },
      onLine: (line) => {
        running?.lives(threadOf(line));
        const doing = doingOf(line);
        if (doing !== undefined) onDoing(doing);
      },
    });
    // If this write fails, the write of the verdict fails too, and that failure is reported.
    await recordSpent(question, result, performance.now() - began).catch(() => {});
    checkEnd(result, question, await noteLimit(question, result, began));
    await mustHaveWritten(question);
    return { thread: threadOf(result.stdout), answer: answerIn(result.stdout) };
  } finally {
    await running?.over();
    await rm(schema, { force: true });
  }
}

/** A Codex that a killed process has left: ends it, and records its cost. */
async function settleLeftRun({ env, log }: CodexQuestion): Promise<void> {
  const left = await endLeftRun(log.directory);
  if (left === undefined) return;
  const { seconds, run } = left;
  const { loop, thread, began } = run;
  const threadTokens = await tokensOf(env, thread, began);
  const tokens = tokensSpent((await log.state()).threadTokens(thread), threadTokens);
  await log.append({ event: 'spent', actor: actorOf(env), loop, seconds, tokens, thread, threadTokens });
}

async function recordSpent({ env, loop, log, ...asked }: CodexQuestion, result: RunResult, ms: number): Promise<void> {
  if (result.missing) return;
  const thread = threadOf(result.stdout) ?? asked.thread ?? null;
  const threadTokens = threadTokensIn(result.stdout) ?? (await tokensOf(env, thread, Date.now() - ms));
  const tokens = tokensSpent((await log.state()).threadTokens(thread), threadTokens);
  // Round up, so that no run costs 0 seconds.
  const seconds = Math.ceil(ms / 100) / 10;
  await log.append({ event: 'spent', actor: actorOf(env), loop, seconds, tokens, thread, threadTokens });
}

/** Codex prints the tokens only at the end of a turn. For a turn that did not end, they are in the rollout file. */
async function tokensOf(env: NodeJS.ProcessEnv, thread: string | null, sinceMs: number): Promise<number | null> {
  return thread === null ? null : tokensWritten({ home: codexHome(env), thread }, sinceMs).catch(() => null);
}

function execArguments({ top, file, thread, model, effort }: CodexQuestion, schema: string): string[] {
  return [
    // A thread does not keep its sandbox, and Codex does not accept `--sandbox` after `resume` (Codex 0.166.0).
    ...['exec', '--json', '--output-schema', schema, '-o', file, '--sandbox', 'read-only', '-C', top],
    ...(isRepository(top) ? [] : ['--skip-git-repo-check']),
    // Codex drops variables that look like keys, secrets and tokens from the environment of the model's commands.
    ...['-c', 'shell_environment_policy.ignore_default_excludes=false'],
    // Without this, Codex 0.166.0 retries a refused connection for ever. Older versions only warn about the unknown
    // key.
    ...['-c', 'features.unbounded_connection_retries=false'],
    ...(model === undefined ? [] : ['-m', model]),
    ...(effort === undefined ? [] : ['-c', `model_reasoning_effort=${toml(effort)}`]),
    ...(thread === undefined ? [] : ['resume', thread]),
    '-',
  ];
}

/** The limit that this run met. `began` is the start of the run on the performance clock. */
async function noteLimit({ log }: CodexQuestion, result: RunResult, began: number): Promise<AgentLimit | undefined> {
  const startedAt = Date.now() - (performance.now() - began);
  if (result.exitCode === 0) await noteSuccess(log.directory, reviewer, startedAt);
  const reason = result.exitCode === 0 || result.missing ? undefined : failureIn(result.stdout);
  return reason === undefined ? undefined : noteFailure(log.directory, reviewer, { reason });
}

function checkEnd(result: RunResult, question: CodexQuestion, limit: AgentLimit | undefined): void {
  const { signal, timeoutMs, again } = question;
  if (signal.aborted) throw stopped();
  if (result.timedOut) {
    const seconds = Math.round(timeoutMs / 1000);
    throw new PartyError(
      'TIMEOUT',
      `Codex has not finished its review within ${seconds} s; nothing was recorded. Give it longer with --timeout TIME`,
      { next: [{ act: again }] },
    );
  }
  if (result.missing)
    throw new PartyError(
      'AGENT_MISSING',
      `${question.reviewer.path} cannot be executed. Install Codex: ${installCodex}`,
    );
  if (result.exitCode === 0) return;
  const reason = (failureIn(result.stdout) ?? lastWords(result.stderr)).trim().replace(/\.$/, '');
  const said =
    reason === '' ? `it ended with exit code ${result.exitCode ?? 'none'} and said nothing` : oneLine(reason, 400);
  const codex = codexFailureIn(reason, question);
  const { advice, isWorthAsking } = failureAdvice(reason);
  const details = {
    ...(codex === undefined ? {} : { codex }),
    ...(limit === undefined ? {} : { limitedUntil: limit.until }),
  };
  const until = limit === undefined ? '' : `. Codex is ${limitedText(limit.until, Date.now(), english)}`;
  throw new PartyError('COMMAND_FAILED', `Codex gave no review: ${said}. ${advice}${until}`, {
    next: isWorthAsking ? [{ act: again }] : [],
    ...(Object.keys(details).length === 0 ? {} : { details }),
  });
}

function stopped(): PartyError {
  return new PartyError('CANCELLED', 'The review was stopped; nothing was recorded');
}

async function mustHaveWritten({ file, again }: CodexQuestion): Promise<void> {
  const written = await stat(file).catch(() => undefined);
  if (written?.isFile() === true) return;
  throw new PartyError('COMMAND_FAILED', 'Codex ended without an answer', { next: [{ act: again }] });
}

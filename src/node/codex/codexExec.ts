// `codex exec` for one answer of a given form: it may look at everything and write nothing. Every other end than an answer
// is an error with its name and the way out; what the answer is worth is for the caller to say. All loops of a project
// stand in one queue, and what each run has cost is written down, whatever came of it.

import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Probe } from '../../core/agents/agent.ts';
import { actorOf } from '../../core/base/actor.ts';
import { isPartyError, PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { toml } from '../../core/base/toml.ts';
import { codexFailureIn } from '../../core/codex/codexFailure.ts';
import { doingOf, failureIn, threadOf, threadTokensIn, wayOut } from '../../core/codex/execEvents.ts';
import { tokensSpent } from '../../core/codex/tokensSpent.ts';
import type { Loop } from '../../core/project/budget.ts';
import { isRepository } from '../project/paths.ts';
import type { ProjectLog } from '../project/projectLog.ts';
import { type RunResult, run } from '../system/exec.ts';
import { withLock } from '../system/lock.ts';
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
  /** JSON schema of the answer. Codex is told, and does not check it. */
  readonly schema: object;
  /** Where the answer goes. */
  readonly file: string;
  /** The thread to go on with; a new one when left out. */
  readonly thread?: string | undefined;
  /** The user's own, or the thread's, when left out. */
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
  /** Whose budget it is, and where it is written down. */
  readonly loop: Loop;
  readonly log: ProjectLog;
  /** From when it is our turn. */
  readonly timeoutMs: number;
  /** How long to wait for our turn; 10 minutes when left out. */
  readonly queueMs?: number | undefined;
  /** Ends Codex, too. */
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
  readonly words: {
    /** The command that asks again. */
    readonly again: string;
    /** The way out of a time-out. */
    readonly longer: string;
  };
}

/**
 * Answers with the id of the thread, as far as Codex says it. Throws REFUSED when the budget is used up; what Codex
 * refuses is in `details.codex` of COMMAND_FAILED.
 */
export function askCodexExec(question: CodexQuestion): Promise<string | undefined> {
  return inQueue(question, async () => {
    await settleLeftRun(question);
    // Those before us may have used it up.
    await mayAskCodex(question, question.log);
    return ask(question);
  });
}

/** Less than the hook of a plan has when the review itself takes its whole time. */
const defaultQueueMs = 600_000;

/** One at a time for each project: two that read the same code would tell two stories about it, at twice the price. */
async function inQueue<T>(question: CodexQuestion, turn: () => Promise<T>): Promise<T> {
  const { log, signal, onDoing, words, queueMs: waitMs = defaultQueueMs } = question;
  const onWait = () => onDoing('waits until another review of this project is done');
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
      `Codex has been busy with another review of this project for ${seconds} s; nothing was asked. ${error.message}. Ask again: ${words.again}`,
      { cause: error, ...(error.details && { details: error.details }) },
    );
  }
}

async function ask(question: CodexQuestion): Promise<string | undefined> {
  const { env, reviewer, top, prompt, file, timeoutMs, signal, onDoing, log, loop } = question;
  let running: RunningCodex | undefined;
  const schema = `${file}.schema`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // After a failure Codex leaves an old answer as it was.
  await rm(file, { force: true });
  await writeAtomic(schema, JSON.stringify(question.schema));
  try {
    const began = performance.now();
    const result = await run(reviewer.path, [...reviewer.args, ...execArguments(question, schema)], {
      env,
      cwd: top,
      timeoutMs,
      signal,
      // By stdin: an argument has an end at 128 KB, and an open stdin beside an argument would make it wait for ever.
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
    // Where nothing can be written, the verdict cannot be either, and that is said.
    await recordSpent(question, result, performance.now() - began).catch(() => {});
    checkEnd(result, question);
    await mustHaveWritten(question);
    return threadOf(result.stdout);
  } finally {
    await running?.over();
    await rm(schema, { force: true });
  }
}

/** Of somebody who was killed: nobody reads what that Codex says, and what it has cost is not forgotten. */
async function settleLeftRun({ env, log }: CodexQuestion): Promise<void> {
  const left = await endLeftRun(log.directory);
  if (left === undefined) return;
  const { seconds, run } = left;
  const { loop, thread, began } = run;
  const threadTokens = await tokensOf(env, thread, began);
  const tokens = tokensSpent(await log.events(), thread, threadTokens);
  await log.append({ event: 'spent', actor: actorOf(env), loop, seconds, tokens, thread, threadTokens });
}

async function recordSpent({ env, loop, log, ...asked }: CodexQuestion, result: RunResult, ms: number): Promise<void> {
  if (result.missing) return;
  const thread = threadOf(result.stdout) ?? asked.thread ?? null;
  const threadTokens = threadTokensIn(result.stdout) ?? (await tokensOf(env, thread, Date.now() - ms));
  const tokens = tokensSpent(await log.events(), thread, threadTokens);
  // Nothing that was begun is for nothing.
  const seconds = Math.ceil(ms / 100) / 10;
  await log.append({ event: 'spent', actor: actorOf(env), loop, seconds, tokens, thread, threadTokens });
}

/** Codex says it only at the end of a turn; what came to none is in its own file. */
async function tokensOf(env: NodeJS.ProcessEnv, thread: string | null, sinceMs: number): Promise<number | null> {
  return thread === null ? null : tokensWritten({ home: codexHome(env), thread }, sinceMs).catch(() => null);
}

function execArguments({ top, file, thread, model, effort }: CodexQuestion, schema: string): string[] {
  return [
    // The sandbox is not remembered by a thread, and not taken after `resume` (Codex 0.166.0).
    ...['exec', '--json', '--output-schema', schema, '-o', file, '--sandbox', 'read-only', '-C', top],
    ...(isRepository(top) ? [] : ['--skip-git-repo-check']),
    // Names that look like keys, secrets and tokens do not reach the commands of the model.
    ...['-c', 'shell_environment_policy.ignore_default_excludes=false'],
    // Otherwise a refused connection is tried again for ever (Codex 0.166.0); older ones do not know it, and only warn.
    ...['-c', 'features.unbounded_connection_retries=false'],
    ...(model === undefined ? [] : ['-m', model]),
    ...(effort === undefined ? [] : ['-c', `model_reasoning_effort=${toml(effort)}`]),
    ...(thread === undefined ? [] : ['resume', thread]),
    '-',
  ];
}

function checkEnd(result: RunResult, question: CodexQuestion): void {
  const { signal, timeoutMs, reviewer, words } = question;
  if (signal.aborted) throw stopped();
  if (result.timedOut) {
    const seconds = Math.round(timeoutMs / 1000);
    throw new PartyError(
      'TIMEOUT',
      `Codex has not finished its review within ${seconds} s; nothing was recorded. ${words.longer}`,
    );
  }
  if (result.missing)
    throw new PartyError('AGENT_MISSING', `${reviewer.path} cannot be executed. Install Codex: ${installCodex}`);
  if (result.exitCode === 0) return;
  const reason = (failureIn(result.stdout) ?? lastLine(result.stderr)).trim().replace(/\.$/, '');
  const said =
    reason === '' ? `it ended with exit code ${result.exitCode ?? 'none'} and said nothing` : oneLine(reason, 400);
  const codex = codexFailureIn(reason, question);
  throw new PartyError('COMMAND_FAILED', `Codex gave no review: ${said}. ${wayOut(reason, words.again)}`, {
    ...(codex === undefined ? {} : { details: { codex } }),
  });
}

function stopped(): PartyError {
  return new PartyError('CANCELLED', 'The review was stopped; nothing was recorded');
}

async function mustHaveWritten({ file, words }: CodexQuestion): Promise<void> {
  const written = await stat(file).catch(() => undefined);
  if (written?.isFile() === true) return;
  throw new PartyError('COMMAND_FAILED', `Codex ended without an answer. Ask again: ${words.again}`);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

// `codex exec` for one answer of a given form: it may look at everything and write nothing. Every other end than an answer
// is an error with its name and the way out; what the answer is worth is for the caller to say.

import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Probe } from '../core/agents/agent.ts';
import { PartyError } from '../core/errors.ts';
import { oneLine } from '../core/outsideText.ts';
import { doingOf, failureIn, threadOf, wayOut } from '../core/review/execEvents.ts';
import { type RunResult, run } from './exec.ts';
import { isRepository } from './paths.ts';
import { writeAtomic } from './store.ts';

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
  readonly timeoutMs: number;
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

/** Answers with the id of the thread, as far as Codex says it. */
export async function askCodexExec(question: CodexQuestion): Promise<string | undefined> {
  const { env, reviewer, top, prompt, file, timeoutMs, signal, onDoing } = question;
  const schema = `${file}.schema`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // After a failure Codex leaves an old answer as it was.
  await rm(file, { force: true });
  await writeAtomic(schema, JSON.stringify(question.schema));
  try {
    const result = await run(reviewer.path, [...reviewer.args, ...execArguments(question, schema)], {
      ...{ env, cwd: top, timeoutMs, signal },
      // By stdin: an argument has an end at 128 KB, and an open stdin beside an argument would make it wait for ever.
      input: prompt,
      onLine: (line) => {
        const doing = doingOf(line);
        if (doing !== undefined) onDoing(doing);
      },
    });
    checkEnd(result, question);
    await mustHaveWritten(question);
    return threadOf(result.stdout);
  } finally {
    await rm(schema, { force: true });
  }
}

function execArguments({ top, file, thread }: CodexQuestion, schema: string): string[] {
  return [
    // The sandbox is not remembered by a thread, and not taken after `resume` (Codex 0.166.0).
    ...['exec', '--json', '--output-schema', schema, '-o', file, '--sandbox', 'read-only', '-C', top],
    ...(isRepository(top) ? [] : ['--skip-git-repo-check']),
    // Names that look like keys, secrets and tokens do not reach the commands of the model.
    ...['-c', 'shell_environment_policy.ignore_default_excludes=false'],
    // Otherwise a refused connection is tried again for ever (Codex 0.166.0); older ones do not know it, and only warn.
    ...['-c', 'features.unbounded_connection_retries=false'],
    ...(thread === undefined ? [] : ['resume', thread]),
    '-',
  ];
}

function checkEnd(result: RunResult, { signal, timeoutMs, reviewer, words }: CodexQuestion): void {
  if (signal.aborted) throw new PartyError('CANCELLED', 'The review was stopped; nothing was recorded');
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
  throw new PartyError('COMMAND_FAILED', `Codex gave no review: ${said}. ${wayOut(reason, words.again)}`);
}

async function mustHaveWritten({ file, words }: CodexQuestion): Promise<void> {
  const written = await stat(file).catch(() => undefined);
  if (written?.isFile() === true) return;
  throw new PartyError('COMMAND_FAILED', `Codex ended without an answer. Ask again: ${words.again}`);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

// Asks Codex for a verdict in a thread that continues from one question to the next. An answer counts only when Codex
// gives it in the thread of the question and `read` finds a verdict in it. Anything else is an error, never a verdict.

import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PartyError } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import type { Remark } from '../../core/base/remark.ts';
import type { Broken } from '../../core/codex/codexAnswer.ts';
import { type CodexFailure, codexFailureOf } from '../../core/codex/codexFailure.ts';
import { askCodexExec, type CodexQuestion } from './codexExec.ts';

export interface VerdictQuestion<Read> extends Omit<CodexQuestion, 'file'> {
  /** The thread that the caller has kept; undefined starts a new one. */
  readonly thread: string | undefined;
  /** Gets the thread to continue with, or undefined when the next question must start a new one. */
  readonly keepThread?: (thread: string | undefined) => Promise<void>;
  readonly read: (answer: string) => Read | Broken;
  readonly words: VerdictWords;
}

export interface VerdictWords {
  /** Where the id of the thread is kept, as the beginning of a sentence. */
  readonly keptIn: string;
  /** The thread, for the middle of a sentence: "the thread of this plan". */
  readonly thread: string;
  /** What the user can do when the thread is unusable. */
  readonly newThread: Remark;
}

/** Throws what `askCodexExec` throws, and COMMAND_FAILED when the thread or the answer is unusable. */
export async function askForVerdict<Read extends { readonly kind: 'verdict' }>(
  question: VerdictQuestion<Read>,
): Promise<{ readonly read: Read; readonly thread: string }> {
  const { keepThread = async () => {}, words } = question;
  try {
    checkKept(question);
    const { answer, thread } = await askInThread(question);
    const read = question.read(answer);
    // Also after an answer without a verdict: the next question continues this thread.
    await keepThread(thread);
    if (read.kind === 'verdict') return { read, thread };
    throw new PartyError('COMMAND_FAILED', `The answer from Codex is not a verdict: ${read.why}`, {
      next: [{ act: question.again }],
    });
  } catch (error) {
    const failure = codexFailureOf(error);
    if (failure?.startsWith('thread-')) await keepThread(undefined);
    throw failure === 'thread-lost' ? threadLost(words, error) : error;
  }
}

type Asked = Omit<VerdictQuestion<unknown>, 'read' | 'keepThread'>;

async function askInThread({ words, ...question }: Asked): Promise<{ answer: string; thread: string }> {
  const { log, loop } = question;
  // The name is new, so the file can only hold the answer to this question.
  const file = join(log.directory, loop, `${randomBytes(8).toString('hex')}.json`);
  try {
    const said = await askCodexExec({ ...question, file });
    const thread = sameThread(question.thread, said.thread, words);
    return { answer: await readFile(file, 'utf8'), thread };
  } finally {
    await rm(file, { force: true });
  }
}

/** If Codex gets anything else as an id, it silently starts a new thread (Codex 0.166.0). */
const threadId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function checkKept({ thread, words }: Asked): void {
  if (thread === undefined || threadId.test(thread)) return;
  throw failed('thread-invalid', `${words.keptIn} does not contain a thread id`, words);
}

function sameThread(asked: string | undefined, said: string | undefined, words: VerdictWords): string {
  if (said !== undefined && threadId.test(said) && (asked === undefined || asked === said)) return said;
  const where = said === undefined ? 'did not say in which thread' : `answered in the thread ${oneLine(said, 60)}`;
  const meant = asked === undefined ? '' : ` instead of ${asked}`;
  throw failed('thread-other', `Codex ${where}${meant}, so its answer does not count`, words);
}

function threadLost(words: VerdictWords, cause: unknown): PartyError {
  return failed('thread-lost', `Codex no longer has ${words.thread}`, words, cause);
}

type ThreadFailure = Extract<CodexFailure, `thread-${string}`>;

function failed(codex: ThreadFailure, problem: string, { newThread }: VerdictWords, cause?: unknown): PartyError {
  return new PartyError('COMMAND_FAILED', `${problem}. ${newThread.problem}`, {
    next: newThread.next,
    details: { codex },
    ...(cause === undefined ? {} : { cause }),
  });
}

// The queue of a Codex thread: a message in it reaches the model without a key being pressed.

import { QueueTalk, type TakenOut } from '../../core/messages/queueTalk.ts';
import { converse, run } from '../system/exec.ts';

export interface CodexThread {
  readonly id: string;
  /** The program that runs as Codex, with its first arguments. */
  readonly program: readonly string[];
  /** With the thread's CODEX_HOME. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** Both calls take about a second, and longer on a busy machine. */
const timeoutMs = 20_000;

/** `failed`: Codex may have stored the message before. `unknown`: the call did not end, so Codex may still store it. */
export async function addToQueue(
  thread: CodexThread,
  text: string,
): Promise<'added' | 'refused' | 'failed' | 'unknown'> {
  const [file = '', ...args] = thread.program;
  const { env, cwd, id } = thread;
  // With `=`, a text that begins with a dash is not an option.
  const call = [...args, 'queue', '--thread', id, `--message=${text}`];
  const { exitCode, missing, stderr } = await run(file, call, { env, cwd, timeoutMs });
  if (exitCode === 0) return 'added';
  if (exitCode === undefined) return missing ? 'refused' : 'unknown';
  // A release without `queue` does not know the option --thread and exits with 2.
  return exitCode === 2 || unknownThread.test(stderr) ? 'refused' : 'failed';
}

const unknownThread = /no rollout found for|thread not found/i;

export async function takeFromQueue(thread: CodexThread, text: string): Promise<TakenOut> {
  const [file = '', ...args] = thread.program;
  const talk = new QueueTalk(thread.id, text);
  const { env, cwd } = thread;
  const onLine = (line: string) => talk.hear(line);
  await converse(file, [...args, 'app-server'], { env, cwd, timeoutMs, first: talk.first, onLine });
  return talk.outcome();
}

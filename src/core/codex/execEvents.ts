// Reads the lines of `codex exec --json`: what Codex is doing, for a user who waits, and why it failed. Shapes as of
// Codex 0.166.0; unknown lines are skipped.

import { tryJson } from '../base/json.ts';
import { oneLine } from '../base/outsideText.ts';
import * as z from '../base/schema.ts';

const ExecEvent = z.looseObject({
  type: z.string(),
  message: z.optional(z.string()),
  thread_id: z.optional(z.string()),
  error: z.optional(z.looseObject({ message: z.optional(z.string()) })),
  usage: z.optional(z.unknown()),
  item: z.optional(z.looseObject({ type: z.string(), text: z.optional(z.string()), command: z.optional(z.string()) })),
});
type ExecEvent = z.infer<typeof ExecEvent>;

/** Input includes cached tokens, output includes reasoning tokens. */
const Usage = z.looseObject({ input_tokens: z.number(), output_tokens: z.number() });

/** Undefined when there is nothing to show. */
export function doingOf(line: string): string | undefined {
  const { type, item, message } = parse(line) ?? {};
  if (type === 'thread.started') return 'is reading the request';
  if (type === 'item.started' && item?.type === 'command_execution')
    return `runs ${oneLine(plain(item.command ?? ''))}`;
  if (type === 'item.completed' && item?.type === 'reasoning') return `thinks: ${oneLine(plain(item.text ?? ''))}`;
  if (type === 'item.completed' && item?.type === 'agent_message') return 'has written something';
  // Not the end: Codex reports that it tries again.
  if (type === 'error') return oneLine(message ?? '');
  return undefined;
}

/** Why Codex ended without an answer, in its own words; undefined when it gave no reason. */
export function failureIn(stdout: string): string | undefined {
  let reason: string | undefined;
  for (const line of stdout.split('\n')) {
    const event = parse(line);
    if (event?.type === 'turn.failed') return event.error?.message ?? reason;
    if (event?.type === 'error') reason = event.message;
  }
  return reason;
}

/** What Codex says when it cannot even begin: the last line, or the error of a crash of Node, which runs Codex's launcher. */
export function lastWords(stderr: string): string {
  const lines = stderr.trim().split('\n');
  const last = lines.at(-1) ?? '';
  if (!/^Node\.js v\d/.test(last)) return last;
  return lines.find((line) => /^(Uncaught )?\w*Error\b.*: /.test(line)) ?? last;
}

/** The thread id that Codex reports; undefined when it reports none. */
export function threadOf(stdout: string): string | undefined {
  for (const line of stdout.split('\n')) {
    const event = parse(line);
    if (event?.type === 'thread.started') return event.thread_id;
  }
  return undefined;
}

/** The last message of Codex, which is its answer; undefined when it has said nothing. */
export function answerIn(stdout: string): string | undefined {
  let answer: string | undefined;
  for (const line of stdout.split('\n')) {
    const { type, item } = parse(line) ?? {};
    if (type === 'item.completed' && item?.type === 'agent_message') answer = item.text;
  }
  return answer;
}

/** The total of the whole thread so far, as Codex reports it; null when it does not. */
export function threadTokensIn(stdout: string): number | null {
  let sum: number | null = null;
  for (const line of stdout.split('\n')) {
    const usage = Usage.safeParse(parse(line)?.usage);
    if (usage.success) sum = Math.max(0, usage.data.input_tokens + usage.data.output_tokens);
  }
  return sum;
}

/** What the user can do about a failure, as far as Codex's words tell. */
export function failureAdvice(reason: string): { readonly advice: string; readonly isWorthAsking: boolean } {
  if (/\b401\b|unauthorized|api key|not logged in|login/i.test(reason)) return first('Log in first: codex login');
  if (/usage limit|quota/i.test(reason)) return first('Ask again when the limit is over');
  if (/\b429\b|too many requests|rate limit/i.test(reason)) return first('Ask again in a while');
  if (/\b5\d\d\b|high demand|connection|stream|network/i.test(reason)) return first('Ask again');
  return { advice: 'What codex exec needs: codex exec --help', isWorthAsking: false };
}

const first = (advice: string) => ({ advice, isWorthAsking: true });

function parse(line: string): ExecEvent | undefined {
  if (!line.startsWith('{')) return undefined;
  return ExecEvent.safeParse(tryJson(line)).data;
}

/** Removes the shell that wraps a command, and the bold marks around the heading of a thought. */
function plain(text: string): string {
  const command = /^(?:\S*\/)?(?:ba|z)?sh -lc (['"]?)([\s\S]*)\1$/.exec(text)?.[2] ?? text;
  return command.replace(/\*\*/g, '');
}

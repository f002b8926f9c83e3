// Reads the turn of a message from Codex's rollout file. Seen in 0.166.0: a turn begins with `task_started` and ends
// with `task_complete`, which has an `error` when the model failed, or with `turn_aborted`. Older versions write the
// error as an event of its own. Each of these events, and each user message, names the turn.

import { hasLine, isNamedIn } from './arrival.ts';
import { type Message, messageIdsIn } from './message.ts';
import { atOf, type LastTurn, type Turn } from './turn.ts';

type Asked = Pick<Message, 'id' | 'line' | 'limits'>;

/** `lines` are in file order and begin before the message was written. */
export function codexTurn(lines: readonly string[], message: Asked): Turn {
  const steps = lines.flatMap((line) => stepOf(line, message.id) ?? []);
  const start = firstArrival(steps, message);
  if (start < 0) return { kind: 'unknown' };
  const begun = steps.slice(0, start).findLast(({ type }) => type === 'task_started');
  const turn = steps[start]?.turn ?? begun?.turn;
  let error: string | undefined;
  for (const step of steps.slice(start + 1)) {
    // Codex ended during the turn and continues with another one.
    if (step.type === 'task_started' && step.turn !== turn) return { kind: 'interrupted' };
    if ((step.turn ?? turn) !== turn) continue;
    if (step.type === 'error') error = text(step.payload.message);
    if (step.type === 'turn_aborted') return { kind: 'interrupted' };
    if (step.type === 'task_complete') return completed(step, error, lines);
  }
  return { kind: 'running' };
}

/** Undefined when no turn has ended in these lines. An interrupted turn says nothing about the model. */
export function lastCodexTurn(lines: readonly string[]): LastTurn | undefined {
  const steps = lines.flatMap((line) => stepOf(line) ?? []);
  const end = steps.findLastIndex(({ type }) => type === 'task_complete');
  const last = steps[end];
  if (last === undefined) return undefined;
  const begun = steps.findLastIndex(({ type }, index) => index < end && type === 'task_started');
  const error = steps.slice(begun + 1, end).findLast(({ type }) => type === 'error');
  const turn = completed(last, text(error?.payload.message), lines);
  return turn.kind === 'failed' ? turn : { kind: 'done', ...atOf(last.timestamp) };
}

/**
 * Whether a turn that began without a message of Party has gone well since that time. A turn whose beginning is not in
 * these lines does not count.
 */
export function codexWentOn(lines: readonly string[], sinceMs: number): boolean {
  let turn: { readonly error?: string | undefined } | undefined;
  for (const line of lines) {
    const step = stepOf(line) ?? (userForm.test(line) ? stepOf(line, '') : undefined);
    if (step?.type === 'task_started') turn = {};
    if (step === undefined || turn === undefined) continue;
    if (step.said !== undefined && messageIdsIn(step.said).length > 0) turn = undefined;
    else if (step.type === 'error') turn = { error: text(step.payload.message) };
    else if (step.type === 'task_complete') {
      const isSince = (atOf(step.timestamp).at ?? 0) > sinceMs;
      if (isSince && completed(step, turn.error, []).kind === 'done') return true;
    }
  }
  return false;
}

const userForm = /"type":\s*"user_message"|"role":\s*"user"/;

/**
 * Finds the message by its own line. When a client has changed a character of the line, finds it by the message's name.
 */
function firstArrival(steps: readonly Step[], message: Asked): number {
  const exact = steps.findIndex(({ said }) => said !== undefined && hasLine(said, message));
  return exact >= 0 ? exact : steps.findIndex(({ said }) => said !== undefined && isNamedIn(said, message));
}

/** The user's messages in one turn; empty when the file does not have them. */
export function saidInTurn(lines: readonly string[], turn: string): string[] {
  return lines.flatMap((line) => {
    if (!line.includes(turn)) return [];
    const payload = payloadOf(line);
    const said = payload === undefined ? undefined : userText(payload);
    return said !== undefined && payload !== undefined && turnOf(payload) === turn ? [said] : [];
  });
}

/** The calls of tools in one turn, each as text with its arguments. */
export function callsInTurn(lines: readonly string[], turn: string): string[] {
  let current: string | undefined;
  return lines.flatMap((line) => {
    const payload = callForm.test(line) ? payloadOf(line) : undefined;
    if (payload === undefined) return [];
    if (payload.type === 'task_started') current = turnOf(payload);
    if (!toolCalls.has(payload.type)) return [];
    // Older versions do not name the turn in each line.
    return (turnOf(payload) ?? current) === turn ? [JSON.stringify(payload)] : [];
  });
}

/** A call, as `callsInTurn` gives it, that only looks at files. False when that is not certain. */
export function callOnlyReads(call: string): boolean {
  const { arguments: given, action } = JSON.parse(call) as { arguments?: unknown; action?: unknown };
  const { cmd, command } = (typeof given === 'string' ? parsed(given) : Object(action)) as Record<string, unknown>;
  const line = Array.isArray(command) ? command.at(-1) : (cmd ?? command);
  return typeof line === 'string' && readingLine.test(line);
}

/** Programs that print files, one after the other, without a redirection. */
const readingLine =
  /^\s*(?:(?:cd|cat|ls|head|tail|wc|stat|file|test|jq|grep|rg|sha256sum|sed +-n) [^<>|&;`$()\n]*(?:[|;&]+\s*|$))+$/;

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

const toolCalls: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);
const callForm = /"type":\s*"(?:task_started|function_call|custom_tool_call|local_shell_call)"/;

function completed({ payload, timestamp }: Step, before: string | undefined, lines: readonly string[]): Turn {
  const said = text(payload.last_agent_message);
  const reason = text(payload.error?.message) ?? (said === undefined ? before : undefined);
  if (reason === undefined) return { kind: 'done', text: said };
  return { kind: 'failed', reason: plainReason(reason), ...atOf(timestamp), ...resetsIn(lines) };
}

/** When the windows of usage that are used up begin again, in Codex's last count; empty when none is used up. */
function resetsIn(lines: readonly string[]): { readonly resetsAt?: number } {
  const last = lines.findLast((line) => line.includes('"token_count"'));
  const { primary, secondary } = (last === undefined ? undefined : payloadOf(last)?.rate_limits) ?? {};
  const usedUp = [primary, secondary].filter((window) => Number(window?.used_percent) >= 100);
  const resets = usedUp.map((window) => Number(window?.resets_at) * 1000).filter((ms) => ms > 0);
  return resets.length === 0 ? {} : { resetsAt: Math.max(...resets) };
}

/** The API's answer may be JSON with the sentence inside. */
function plainReason(reason: string): string {
  try {
    const { error } = JSON.parse(reason) as { error?: { message?: unknown } };
    return text(error?.message) ?? reason;
  } catch {
    return reason;
  }
}

interface Step {
  readonly type: unknown;
  readonly turn: string | undefined;
  /** The user's text. */
  readonly said: string | undefined;
  readonly payload: Payload;
  readonly timestamp: unknown;
}

/** Most lines of a rollout are long and irrelevant, so this test comes before parsing. */
const eventForm = /"type":\s*"(?:task_started|task_complete|turn_aborted|error)"/;

function stepOf(line: string, id?: string): Step | undefined {
  const { payload, timestamp } =
    (id !== undefined && line.includes(id)) || eventForm.test(line) ? parsedLine(line) : {};
  return payload && { type: payload.type, turn: turnOf(payload), said: userText(payload), payload, timestamp };
}

function userText(payload: Payload): string | undefined {
  if (payload.type === 'user_message') return text(payload.message);
  if (payload.type !== 'message' || payload.role !== 'user' || !Array.isArray(payload.content)) return undefined;
  const said = payload.content.map((part: { text?: unknown }) => text(part?.text) ?? '').join('\n');
  // Codex also records a command that the user ran with `!` as a user message.
  return said.includes('<user_shell_command>') ? undefined : said;
}

function turnOf({ turn_id, internal_chat_message_metadata_passthrough: passed }: Payload): string | undefined {
  return text(turn_id) ?? text(passed?.turn_id);
}

interface Payload {
  readonly type?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
  readonly message?: unknown;
  readonly turn_id?: unknown;
  readonly last_agent_message?: unknown;
  readonly error?: { readonly message?: unknown } | null;
  readonly internal_chat_message_metadata_passthrough?: { readonly turn_id?: unknown };
  readonly rate_limits?: { readonly primary?: Window | null; readonly secondary?: Window | null } | null;
}

interface Window {
  readonly used_percent?: unknown;
  readonly resets_at?: unknown;
}

function payloadOf(line: string): Payload | undefined {
  return parsedLine(line).payload;
}

function parsedLine(line: string): { readonly payload?: Payload; readonly timestamp?: unknown } {
  try {
    return JSON.parse(line) as { payload?: Payload; timestamp?: unknown };
  } catch {
    return {};
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

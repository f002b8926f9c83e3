// Messages on their ladder: written → typed → submitted → answered, or failed or cancelled with a reason. A message for
// Codex may be queued instead of typed (secondWay.ts). A message is unsure when it was typed or queued but the agent's
// records do not have it. The journal is append-only, and a message's state is the sum of its events.

import { MessageEvent, type MessageEventOf, type MessageState, type Written } from './messageEvent.ts';

export interface Message
  extends Pick<
    Written,
    'id' | 'to' | 'from' | 'kind' | 'file' | 'line' | 'response' | 'answers' | 'awaits' | 'subject' | 'round'
  > {
  readonly state: MessageState;
  /** When the message reached that state. */
  readonly since: string;
  readonly writtenAt: string;
  /** When Party pressed Enter a second time. */
  readonly retried: string | undefined;
  readonly row: number | undefined;
  readonly noticed: { readonly what: 'blocked' | 'idle'; readonly since: string } | undefined;
  /** The thread in whose queue Party has put the message, or tried to. */
  readonly queue: { readonly thread: string; readonly refused: boolean; readonly line: string } | undefined;
  readonly submission: { readonly prompt?: string | undefined; readonly transcript?: string | undefined } | undefined;
  /** The message was submitted, and Claude put it back into its composer. */
  readonly returned: boolean;
  /** The agent's turn with this message is over. A failed message failed in that turn. */
  readonly ended: boolean;
  /** How many turns with this message met a limit. Then `line` is a reminder of the message. */
  readonly limits?: number;
  /** The first line, when `line` is a reminder. */
  readonly ownLine?: string;
  /** A limit does not hold it back. */
  readonly released?: boolean;
  /** Since when the text is in the agent's composer although it was submitted before. */
  readonly leftOver: string | undefined;
  /** Why the message failed or was cancelled. */
  readonly reason: string | undefined;
  readonly answer: { readonly file?: string | undefined; readonly text?: string | undefined } | undefined;
}

/**
 * In the order in which they were written. Unknown events are skipped: a newer version of Party may have written the
 * journal. A caller that follows a journal passes its messages so far and only the new values.
 */
export function reduceMessages(values: readonly unknown[], messages = new Map<string, Message>()): Message[] {
  for (const value of values) {
    const parsed = MessageEvent.safeParse(value);
    if (!parsed.success) continue;
    const before = messages.get(parsed.data.id);
    const after = step(before, parsed.data);
    if (after !== undefined) messages.set(after.id, after);
  }
  return [...messages.values()];
}

/** A message only moves up the ladder: a late "typed" of a slow process does not undo "submitted". */
function step(message: Message | undefined, event: MessageEvent): Message | undefined {
  if (event.event === 'written') return message ?? (isOwn(event) ? begin(event) : undefined);
  if (message === undefined) return undefined;
  if (event.event === 'retried') return { ...message, retried: event.at };
  if (event.event === 'refused') return afterRefusal(message);
  if (event.event === 'noticed')
    return { ...message, noticed: event.what ? { what: event.what, since: event.at } : undefined };
  if (event.event === 'repeated') return { ...message, leftOver: event.at };
  if (event.event === 'cleared') return { ...message, leftOver: undefined };
  if (event.event === 'lost') {
    const took = message.state === 'typing' || message.state === 'typed' || message.state === 'submitted';
    const fresh = { retried: undefined, submission: undefined, returned: false, ended: false };
    return took ? { ...message, state: 'written', since: event.at, ...fresh } : message;
  }
  if (event.event === 'released') return isPending(message) ? { ...message, released: true } : message;
  if (event.event === 'limited') return afterLimit(message, event);
  if (event.event === 'returned' || event.event === 'ended') return afterSubmission(message, event);
  if (event.event === 'submitted' && !isNews(message, event)) return message;
  if (event.event === 'typing')
    return message.state === 'written' ? { ...message, ...at(event), row: event.row } : message;
  if (event.event === 'queueing') {
    const queue = { thread: event.thread, refused: false, line: message.line };
    return message.state === 'written' ? { ...message, ...at(event), queue, noticed: undefined } : message;
  }
  if (rank[event.event] <= rank[message.state]) return message;
  return {
    ...message,
    ...at(event),
    // An Enter pressed before the text was typed did not submit it.
    retried: event.event === 'typed' ? undefined : message.retried,
    reason: event.event === 'failed' || event.event === 'cancelled' ? event.reason : undefined,
    submission:
      event.event === 'submitted' ? { prompt: event.prompt, transcript: event.transcript } : message.submission,
    returned: false,
    ended: event.event === 'answered',
    answer: event.event === 'answered' ? { file: event.file, text: event.text } : undefined,
  };
}

/**
 * A message's file has its id in its name. With another id, the line was altered, and the message would be a new one that
 * is typed again.
 */
function isOwn({ id, kind, file }: Written): boolean {
  return file.endsWith(`/${kind}-${id}.md`);
}

/** Codex is not asked a second time to queue a message that it has refused. */
function afterRefusal(message: Message): Message {
  if (message.state === 'typing') return { ...message, state: 'written' };
  if (message.state !== 'queueing' || message.queue === undefined) return message;
  return { ...message, state: 'written', queue: { ...message.queue, refused: true } };
}

/**
 * Applies only to the submission that the event names: the text may be submitted again between the look at the agent
 * and this record.
 */
function afterSubmission(message: Message, event: MessageEventOf<'returned' | 'ended'>): Message {
  const taken = isInTurn(message) || isToBeReminded(message);
  if (!taken || event.prompt !== message.submission?.prompt) return message;
  if (event.event === 'returned') {
    return message.returned ? message : { ...message, state: 'typed', since: event.at, returned: true };
  }
  if (event.reason === undefined) return message.returned ? message : { ...message, state: 'submitted', ended: true };
  return { ...message, state: 'failed', since: event.at, reason: event.reason, returned: false, ended: true };
}

/**
 * The reminder is typed or queued like a new message. `queue` stays when the line before was queued: that line must be
 * out of Codex's queue before the reminder is put there.
 */
function afterLimit(message: Message, { at: since, line, reason, prompt, n }: MessageEventOf<'limited'>): Message {
  const isNext = n === (message.limits ?? 0) + 1;
  if (!isNext || !isInTurn(message) || prompt !== message.submission?.prompt) return message;
  const queue = message.queue?.refused === false ? message.queue : undefined;
  const fresh = { retried: undefined, row: undefined, returned: false, released: false, noticed: undefined };
  const { ownLine = message.line } = message;
  return { ...message, ...fresh, queue, state: 'written', since, line, ownLine, reason, limits: n };
}

/**
 * A late report about a submission whose turn has failed or met a limit changes nothing. A new submission by the user
 * does. Codex has no prompt ids; its reports are about the line.
 */
function isNews(message: Message, { prompt }: MessageEventOf<'submitted'>): boolean {
  const isOther = prompt !== undefined && prompt !== message.submission?.prompt;
  return isOther || !(message.ended || (isToBeReminded(message) && prompt !== undefined));
}

function at<E extends MessageState>(event: { event: E; at: string }): { state: E; since: string } {
  return { state: event.event, since: event.at };
}

// A message that failed on its way, or was cancelled while unsure, may turn out to be submitted. A submitted message
// fails only by the event "ended", which is about the agent's turn; an answer after that still counts.
const rank: Record<MessageState, number> = {
  written: 0,
  typing: 1,
  queueing: 1,
  typed: 2,
  queued: 2,
  unsure: 3,
  failed: 4,
  cancelled: 4,
  submitted: 5,
  answered: 6,
};

function begin(event: Written): Message {
  const { id, to, from, kind, file, line, response, answers, subject, round, awaits, at, failed } = event;
  return {
    id,
    to,
    from,
    kind,
    file,
    line,
    response,
    answers,
    subject,
    round,
    ...(awaits === undefined ? {} : { awaits }),
    state: failed === undefined ? 'written' : 'failed',
    since: at,
    writtenAt: at,
    retried: undefined,
    row: undefined,
    noticed: undefined,
    queue: undefined,
    submission: undefined,
    returned: false,
    ended: false,
    leftOver: undefined,
    reason: failed,
    answer: undefined,
  };
}

/** Still on its way to the agent. */
export function isPending(message: Message): boolean {
  return rank[message.state] <= rank.typed;
}

/** Codex has it in its queue, or may have it there. */
export function isQueued({ state }: Pick<Message, 'state'>): boolean {
  return state === 'queueing' || state === 'queued';
}

/** The agent has the message or gave it back, and the result is not recorded yet. */
export function isInTurn({ state, ended, returned }: Message): boolean {
  return (state === 'submitted' && !ended) || returned;
}

/** The turn met a limit, and nothing has come of the message since. */
export function isToBeReminded({ state, limits }: Pick<Message, 'state' | 'limits'>): boolean {
  return state === 'written' && limits !== undefined;
}

/** The agent has confirmed that it has the message. */
export function wasSubmitted({ state }: Pick<Message, 'state'>): boolean {
  return state === 'submitted' || state === 'answered';
}

/** The part of the line that names only this message. A reminder names the findings file, which has the same id. */
export function nameInLine({ kind, id, line, limits }: Pick<Message, 'kind' | 'id' | 'line' | 'limits'>): string {
  // The agent has been shown the file before.
  if (limits !== undefined) return reminderName(id, limits);
  const file = `${kind}-${id}.md`;
  return line.includes(file) ? file : id;
}

/** In the reminder after the nth limit. Each reminder has another name, so that an earlier one does not confirm it. */
export function reminderName(id: string, limits: number): string {
  return `${id}, reminder ${limits}`;
}

/** Something still happens to it when an agent ends its turn. */
export function isOpen(message: Message): boolean {
  return isPending(message) || (message.kind === 'talk' && message.state === 'submitted');
}

/** The ids of messages in a text: in the prefix `[HUMAN 3f9k2a7c]` or in the name of a message file. */
export function messageIdsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/\[[A-Z][A-Z0-9_-]* ([a-z0-9]{8,24})\]/g),
    ...text.matchAll(/(?:prompt|review|question|response|notice|talk)-([a-z0-9]{8,24})\.md/g),
  ];
  return [...new Set(found.map((match) => match[1] ?? ''))];
}

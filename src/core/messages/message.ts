// Messages on their ladder: written → typed → submitted → answered, or failed or cancelled with a reason. A message is
// unsure when it was typed but the agent's records do not have it. The journal is append-only, and a message's state is
// the sum of its events.

import * as z from '../base/schema.ts';

const messageKinds = ['prompt', 'review', 'question', 'response', 'notice', 'talk'] as const;
export type MessageKind = (typeof messageKinds)[number];

const messageStates = [
  ...(['written', 'typing', 'typed', 'unsure'] as const),
  ...(['submitted', 'answered', 'failed', 'cancelled'] as const),
] as const;
export type MessageState = (typeof messageStates)[number];

const base = { id: z.string(), at: z.string() };

/** What Claude's hook gets with a prompt. */
const submission = {
  /** The same at the end of the turn. */
  prompt: z.optional(z.string()),
  /** Claude's transcript file. */
  transcript: z.optional(z.string()),
};

export const MessageEvent = z.discriminatedUnion('event', [
  z.looseObject({
    ...base,
    event: z.literal('written'),
    to: z.string(),
    from: z.string(),
    kind: z.enum(messageKinds),
    /** The file with the whole text. */
    file: z.string(),
    /** The text for the pane. */
    line: z.string(),
    /** The file for the answer. */
    response: z.optional(z.string()),
    /** The message that this one answers. */
    answers: z.optional(z.string()),
    /** Why the message cannot be delivered. It is recorded only so that it does not get lost. */
    failed: z.optional(z.string()),
  }),
  // Recorded before the keys are sent. When the journal ends here, it is unknown whether they were. `row` is how often
  // the end of the text was on the pane before, for a program whose only record is its pane.
  z.looseObject({ ...base, event: z.literal('typing'), row: z.optional(z.number()) }),
  // tmux refused the keys.
  z.looseObject({ ...base, event: z.literal('refused') }),
  z.looseObject({ ...base, event: z.literal('typed') }),
  // Party pressed Enter a second time. It does not press it a third time.
  z.looseObject({ ...base, event: z.literal('retried') }),
  // Long after the second Enter the agent is idle, the text has left its composer, and no record has it. The agent may
  // still have taken it (an interrupt, a killed hook), so Party does not type it again.
  z.looseObject({ ...base, event: z.literal('unsure') }),
  z.looseObject({ ...base, event: z.literal('submitted'), by: z.string(), ...submission }),
  // The user pressed Esc before Claude's first word: Claude removed the text from the conversation and put it back into
  // its composer. Or the user sends it again after a failed turn. `prompt` is the submission that the event is about,
  // because the text may have been submitted again since.
  z.looseObject({ ...base, event: z.literal('returned'), prompt: z.optional(z.string()) }),
  // The agent's record says that its turn with this message is over. With a reason, the turn failed: the model failed,
  // or the user interrupted it.
  z.looseObject({ ...base, event: z.literal('ended'), reason: z.optional(z.string()), prompt: z.optional(z.string()) }),
  // The agent ended, and the text in its composer with it, and the agent's record does not have the message.
  z.looseObject({ ...base, event: z.literal('lost') }),
  // The message arrived once more and the hook refused it. Claude then puts the text back into its composer.
  z.looseObject({ ...base, event: z.literal('repeated') }),
  z.looseObject({ ...base, event: z.literal('cleared') }),
  z.looseObject({ ...base, event: z.literal('answered'), file: z.optional(z.string()), text: z.optional(z.string()) }),
  z.looseObject({ ...base, event: z.literal('failed'), reason: z.string() }),
  z.looseObject({ ...base, event: z.literal('cancelled'), reason: z.string() }),
]);
export type MessageEvent = z.infer<typeof MessageEvent>;
export type Written = Extract<MessageEvent, { event: 'written' }>;

export interface Message
  extends Pick<Written, 'id' | 'to' | 'from' | 'kind' | 'file' | 'line' | 'response' | 'answers'> {
  readonly state: MessageState;
  /** When the message reached that state. */
  readonly since: string;
  readonly writtenAt: string;
  /** When Party pressed Enter a second time. */
  readonly retried: string | undefined;
  readonly row: number | undefined;
  readonly submission: { readonly prompt?: string | undefined; readonly transcript?: string | undefined } | undefined;
  /** The message was submitted, and Claude put it back into its composer. */
  readonly returned: boolean;
  /** The agent's turn with this message is over. A failed message failed in that turn. */
  readonly ended: boolean;
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
  if (event.event === 'refused') return message.state === 'typing' ? { ...message, state: 'written' } : message;
  if (event.event === 'repeated') return { ...message, leftOver: event.at };
  if (event.event === 'cleared') return { ...message, leftOver: undefined };
  if (event.event === 'lost') {
    const took = message.state === 'typing' || message.state === 'typed' || message.state === 'submitted';
    const fresh = { retried: undefined, submission: undefined, returned: false, ended: false };
    return took ? { ...message, state: 'written', since: event.at, ...fresh } : message;
  }
  if (event.event === 'returned' || event.event === 'ended') return afterSubmission(message, event);
  if (event.event === 'submitted' && !isNews(message, event)) return message;
  if (event.event === 'typing')
    return message.state === 'written' ? { ...message, ...at(event), row: event.row } : message;
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

/**
 * Applies only to the submission that the event names: the text may be submitted again between the look at the agent
 * and this record.
 */
function afterSubmission(message: Message, event: Extract<MessageEvent, { event: 'returned' | 'ended' }>): Message {
  if (!isInTurn(message) || event.prompt !== message.submission?.prompt) return message;
  if (event.event === 'returned') {
    return message.returned ? message : { ...message, state: 'typed', since: event.at, returned: true };
  }
  if (event.reason === undefined) return message.returned ? message : { ...message, ended: true };
  return { ...message, state: 'failed', since: event.at, reason: event.reason, returned: false, ended: true };
}

/** A late report about a submission whose turn has failed changes nothing. A new submission by the user does. */
function isNews({ ended, submission }: Message, { prompt }: Extract<MessageEvent, { event: 'submitted' }>): boolean {
  return !ended || (prompt !== undefined && prompt !== submission?.prompt);
}

function at<E extends MessageState>(event: { event: E; at: string }): { state: E; since: string } {
  return { state: event.event, since: event.at };
}

// A message that failed on its way, or was cancelled while unsure, may turn out to be submitted. A submitted message
// fails only by the event "ended", which is about the agent's turn; an answer after that still counts.
const rank: Record<MessageState, number> = {
  written: 0,
  typing: 1,
  typed: 2,
  unsure: 3,
  failed: 4,
  cancelled: 4,
  submitted: 5,
  answered: 6,
};

function begin(event: Written): Message {
  const { id, to, from, kind, file, line, response, answers, at, failed } = event;
  return {
    id,
    to,
    from,
    kind,
    file,
    line,
    response,
    answers,
    state: failed === undefined ? 'written' : 'failed',
    since: at,
    writtenAt: at,
    retried: undefined,
    row: undefined,
    submission: undefined,
    returned: false,
    ended: false,
    leftOver: undefined,
    reason: failed,
    answer: undefined,
  };
}

/** Still on its way to the pane. */
export function isPending(message: Message): boolean {
  return message.state === 'written' || message.state === 'typing' || message.state === 'typed';
}

/** The agent has the message or gave it back, and the result is not recorded yet. */
export function isInTurn({ state, ended, returned }: Message): boolean {
  return (state === 'submitted' && !ended) || returned;
}

/** The agent has confirmed that it has the message. */
export function wasSubmitted({ state }: Pick<Message, 'state'>): boolean {
  return state === 'submitted' || state === 'answered';
}

const unsureAfterMs = 60_000;

/** True when Party pressed Enter twice and the agent has had enough time since to confirm the message. */
export function isLongUnconfirmed(message: Message, now: number, afterMs = unsureAfterMs): boolean {
  if (message.state !== 'typed' || message.retried === undefined) return false;
  const waited = now - Date.parse(message.retried);
  // A date in the future comes from before the clock was set back, so the waiting time is unknown.
  return !(waited >= 0 && waited < afterMs);
}

/** The part of the line that names only this message. A reminder names the findings file, which has the same id. */
export function nameInLine({ kind, id, line }: Pick<Message, 'kind' | 'id' | 'line'>): string {
  const file = `${kind}-${id}.md`;
  return line.includes(file) ? file : id;
}

/** Something still happens to it when an agent ends its turn. */
export function isOpen(message: Message): boolean {
  return isPending(message) || (message.kind === 'talk' && message.state === 'submitted');
}

const idForm = /^[a-z0-9]{8,24}$/;

/** Ids become file names and Party searches texts for them, so they have one form. */
export function isMessageId(text: string): boolean {
  return idForm.test(text);
}

/** The ids of messages in a text: in the prefix `[HUMAN 3f9k2a7c]` or in the name of a message file. */
export function messageIdsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/\[[A-Z][A-Z0-9_-]* ([a-z0-9]{8,24})\]/g),
    ...text.matchAll(/(?:prompt|review|question|response|notice|talk)-([a-z0-9]{8,24})\.md/g),
  ];
  return [...new Set(found.map((match) => match[1] ?? ''))];
}

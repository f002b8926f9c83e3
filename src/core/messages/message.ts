// Messages on their ladder: written → typed → submitted → answered, or failed or cancelled with a reason. A message is
// unsure when it was typed and the agent's records do not hold it. The journal is append-only; the state of a message is
// what its events add up to.

import * as z from 'zod/mini';

export const messageKinds = ['prompt', 'review', 'question', 'response', 'notice', 'talk'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageStates = [
  ...(['written', 'typing', 'typed', 'unsure'] as const),
  ...(['submitted', 'answered', 'failed', 'cancelled'] as const),
] as const;
export type MessageState = (typeof messageStates)[number];

const base = { id: z.string(), at: z.string() };

/** What Claude's hook was told along with a prompt. */
const submission = {
  /** The same at the end of the turn. */
  prompt: z.optional(z.string()),
  /** The file in which Claude keeps the conversation. */
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
    /** What the pane gets. */
    line: z.string(),
    /** Where the answer is to be written. */
    response: z.optional(z.string()),
    /** The message that this one answers. */
    answers: z.optional(z.string()),
    /** Why it cannot be delivered: written down only so that it does not vanish. */
    failed: z.optional(z.string()),
  }),
  // The intention, before the keys are sent: whoever finds only this does not know whether they were.
  // `row`: how often the end of the text stood on the pane before, for a program that only its pane tells about.
  z.looseObject({ ...base, event: z.literal('typing'), row: z.optional(z.number()) }),
  // tmux did not take the keys.
  z.looseObject({ ...base, event: z.literal('refused') }),
  z.looseObject({ ...base, event: z.literal('typed') }),
  // Enter was pressed a second time; there is no third.
  z.looseObject({ ...base, event: z.literal('retried') }),
  // Long after the second Enter the agent was idle, the text was no longer in its composer, and no record held it. The
  // agent may have taken it all the same (an interrupt, a hook that was killed), so Party does not type it again.
  z.looseObject({ ...base, event: z.literal('unsure') }),
  z.looseObject({ ...base, event: z.literal('submitted'), by: z.string(), ...submission }),
  // A person pressed Esc before Claude's first word: Claude took the text out of the conversation and put it back into its
  // composer. Or a person sends it again after a turn that failed. `prompt` is the submission that this is about: the text may have been submitted again since.
  z.looseObject({ ...base, event: z.literal('returned'), prompt: z.optional(z.string()) }),
  // The agent's turn with it is over, as the agent's own record says. With a reason the turn came to nothing: the model
  // failed, or a person interrupted it.
  z.looseObject({ ...base, event: z.literal('ended'), reason: z.optional(z.string()), prompt: z.optional(z.string()) }),
  // The agent ended and with it the composer that it stood in, and the agent's own record does not know it.
  z.looseObject({ ...base, event: z.literal('lost') }),
  // It came once more and was turned away. Claude gives such a text back: it stands in the composer again.
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
  /** When it reached that state. */
  readonly since: string;
  readonly writtenAt: string;
  /** When Enter was pressed a second time. */
  readonly retried: string | undefined;
  readonly row: number | undefined;
  readonly submission: { readonly prompt?: string | undefined; readonly transcript?: string | undefined } | undefined;
  /** It was submitted, and Claude put it back into its composer. */
  readonly returned: boolean;
  /** The agent's turn with it is over; when it failed, then in that turn. */
  readonly ended: boolean;
  /** Since when the text stands in the agent's composer although it was submitted before. */
  readonly leftOver: string | undefined;
  /** Why it failed or was cancelled. */
  readonly reason: string | undefined;
  readonly answer: { readonly file?: string | undefined; readonly text?: string | undefined } | undefined;
}

/**
 * In the order in which they were written. What is no event is skipped: the journal may be from a newer version.
 * Whoever follows a journal hands over what he has, and only what is new.
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

/** A message goes up the ladder only: a late "typed" of a slow process does not take "submitted" back. */
function step(message: Message | undefined, event: MessageEvent): Message | undefined {
  if (event.event === 'written') return message ?? begin(event);
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
    // An Enter that was pressed before the text was typed did not submit it.
    retried: event.event === 'typed' ? undefined : message.retried,
    reason: event.event === 'failed' || event.event === 'cancelled' ? event.reason : undefined,
    submission:
      event.event === 'submitted' ? { prompt: event.prompt, transcript: event.transcript } : message.submission,
    returned: false,
    ended: event.event === 'answered',
    answer: event.event === 'answered' ? { file: event.file, text: event.text } : undefined,
  };
}

/** Only of the submission that the event is about: between a look at the agent and its record the text may come again. */
function afterSubmission(message: Message, event: Extract<MessageEvent, { event: 'returned' | 'ended' }>): Message {
  if (!isInTurn(message) || event.prompt !== message.submission?.prompt) return message;
  if (event.event === 'returned') {
    return message.returned ? message : { ...message, state: 'typed', since: event.at, returned: true };
  }
  if (event.reason === undefined) return message.returned ? message : { ...message, ended: true };
  return { ...message, state: 'failed', since: event.at, reason: event.reason, returned: false, ended: true };
}

/** A late word about a submission whose turn has failed changes nothing; that a person has submitted it again does. */
function isNews({ ended, submission }: Message, { prompt }: Extract<MessageEvent, { event: 'submitted' }>): boolean {
  return !ended || (prompt !== undefined && prompt !== submission?.prompt);
}

function at<E extends MessageState>(event: { event: E; at: string }): { state: E; since: string } {
  return { state: event.event, since: event.at };
}

// Something that failed on its way, or was given up while it was unsure, may turn out to have been submitted. What has been
// submitted fails only by the event "ended", which is about the agent's turn; an answer that comes after that still counts.
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

/** The agent has it, or gave it back, and what becomes of it is not written down yet. */
export function isInTurn({ state, ended, returned }: Message): boolean {
  return (state === 'submitted' && !ended) || returned;
}

/** The agent has said that it has it. */
export function wasSubmitted({ state }: Pick<Message, 'state'>): boolean {
  return state === 'submitted' || state === 'answered';
}

export const unsureAfterMs = 60_000;

/** Enter was pressed twice, and since the second time the agent has had long enough to say that it took the message. */
export function isLongUnconfirmed(message: Message, now: number, afterMs = unsureAfterMs): boolean {
  if (message.state !== 'typed' || message.retried === undefined) return false;
  const waited = now - Date.parse(message.retried);
  // A date in the future is from before the clock was set back, and says nothing about how long it has been.
  return !(waited >= 0 && waited < afterMs);
}

/** What of its line names this message alone: a reminder names the file for the findings, which has the same id. */
export function nameInLine({ kind, id, line }: Pick<Message, 'kind' | 'id' | 'line'>): string {
  const file = `${kind}-${id}.md`;
  return line.includes(file) ? file : id;
}

/** Something is still to happen to it when an agent ends its turn. */
export function isOpen(message: Message): boolean {
  return isPending(message) || (message.kind === 'talk' && message.state === 'submitted');
}

const idForm = /^[a-z0-9]{8,24}$/;

/** Ids become file names and are looked for in texts, so they have one form. */
export function isMessageId(text: string): boolean {
  return idForm.test(text);
}

/** Ids of messages that a text carries: in the prefix `[HUMAN 3f9k2a7c]` or in the name of a message file. */
export function messageIdsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/\[[A-Z][A-Z0-9_-]* ([a-z0-9]{8,24})\]/g),
    ...text.matchAll(/(?:prompt|review|question|response|notice|talk)-([a-z0-9]{8,24})\.md/g),
  ];
  return [...new Set(found.map((match) => match[1] ?? ''))];
}

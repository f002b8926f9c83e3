// The events in the journal of messages. message.ts adds them up.

import * as z from '../base/schema.ts';

const messageKinds = ['prompt', 'review', 'question', 'response', 'notice', 'talk'] as const;
export type MessageKind = (typeof messageKinds)[number];

const messageStates = [
  ...(['written', 'typing', 'typed', 'unsure'] as const),
  ...(['queueing', 'queued'] as const),
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
    /** What it is about in a few words; of an answer, what the question was about. */
    subject: z.optional(z.string()),
    /** The round of a review that it asks for or reports. */
    round: z.optional(z.number()),
    /** Why the message cannot be delivered. It is recorded only so that it does not get lost. */
    failed: z.optional(z.string()),
    /** The message also waits while this other agent is limited. */
    awaits: z.optional(z.string()),
  }),
  // Recorded before the keys are sent. When the journal ends here, it is unknown whether they were. `row` is how often
  // the end of the text was on the pane before, for a program whose only record is its pane.
  z.looseObject({ ...base, event: z.literal('typing'), row: z.optional(z.number()) }),
  // tmux refused the keys, or Codex refused to queue the message.
  z.looseObject({ ...base, event: z.literal('refused') }),
  z.looseObject({ ...base, event: z.literal('typed') }),
  // Party pressed Enter a second time. It does not press it a third time.
  z.looseObject({ ...base, event: z.literal('retried') }),
  // Since when something lasts: a person or a program keeps Party from typing, or Codex is idle and does not take the
  // message from its queue. Null: it has ended.
  z.looseObject({ ...base, event: z.literal('noticed'), what: z.nullable(z.enum(['blocked', 'idle'])) }),
  // Recorded before `codex queue` runs. When the journal ends here, it is unknown whether Codex has the message.
  z.looseObject({ ...base, event: z.literal('queueing'), thread: z.string() }),
  z.looseObject({ ...base, event: z.literal('queued') }),
  // Long after the second Enter the agent is idle, the text has left its composer, and no record has it. The agent may
  // still have taken it (an interrupt, a killed hook), so Party does not type it again. Or Codex is idle and has not taken
  // it from its queue.
  z.looseObject({ ...base, event: z.literal('unsure') }),
  z.looseObject({ ...base, event: z.literal('submitted'), by: z.string(), ...submission }),
  // The user pressed Esc before Claude's first word: Claude removed the text from the conversation and put it back into
  // its composer. Or the user sends it again after a failed turn. `prompt` is the submission that the event is about,
  // because the text may have been submitted again since.
  z.looseObject({ ...base, event: z.literal('returned'), prompt: z.optional(z.string()) }),
  // The agent's record says that its turn with this message is over. With a reason, the turn failed: the model failed,
  // or the user interrupted it.
  z.looseObject({ ...base, event: z.literal('ended'), reason: z.optional(z.string()), prompt: z.optional(z.string()) }),
  // The turn met a limit of the agent's provider. The agent has the text, so Party never types it again. When the limit
  // is over and the agent has not gone on by itself, Party types `line` instead, which names the message. `n` counts the
  // limits that the message has met: two processes may record the same one.
  z.looseObject({
    ...base,
    event: z.literal('limited'),
    n: z.number(),
    reason: z.string(),
    line: z.string(),
    prompt: z.optional(z.string()),
  }),
  // A person sends the message although its receiver is limited.
  z.looseObject({ ...base, event: z.literal('released') }),
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
export type MessageEventOf<E extends MessageEvent['event']> = Extract<MessageEvent, { event: E }>;
export type Written = MessageEventOf<'written'>;

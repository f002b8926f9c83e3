// A prompt that carries a message of the party proves that the message was submitted. Claude sees each message once:
// this hook turns away a message that Claude has seen before. A message that came to nothing passes and counts as
// submitted, even with other text around it, because only a person can have sent it again: either Claude put it back
// into its composer when the person pressed Esc, or its turn failed.

import type { ClaudePrompt } from '../../core/gates/hookInput.ts';
import { readArrival } from '../../core/messages/arrival.ts';
import type { Message } from '../../core/messages/message.ts';
import { isTaken } from '../../core/messages/turn.ts';
import { turnInTranscript } from '../../node/agents/claudeTranscript.ts';
import type { Mailbox } from '../../node/messages/mailbox.ts';

export type PromptArrival =
  /** The prompt is the user's own text. */
  { readonly kind: 'own-words' } | { readonly kind: 'arrived' } | { readonly kind: 'repeated'; readonly id: string };

export async function recordArrival(mailbox: Mailbox, input: ClaudePrompt): Promise<PromptArrival> {
  const { arrived: fresh, again, repeated } = readArrival(input.prompt, await mailbox.messages(), 'claude');
  const arrived = [...fresh];
  for (const message of again) {
    if (!(await cameToNothing(message))) continue;
    const { id, submission } = message;
    await mailbox.record({ event: 'returned', id, ...(submission?.prompt ? { prompt: submission.prompt } : {}) });
    arrived.push(message);
  }
  for (const { id } of arrived) await recordSubmission(mailbox, id, input);
  if (arrived.length > 0) return { kind: 'arrived' };
  if (repeated === undefined) return { kind: 'own-words' };
  // Without this record, the text that Claude gives back would be typed in front of the next message.
  await mailbox.record({ event: 'repeated', id: repeated.id });
  return { kind: 'repeated', id: repeated.id };
}

async function recordSubmission(
  mailbox: Mailbox,
  id: string,
  { prompt_id, transcript_path }: ClaudePrompt,
): Promise<void> {
  await mailbox.record({
    event: 'submitted',
    id,
    by: 'hook',
    ...(prompt_id ? { prompt: prompt_id } : {}),
    ...(transcript_path ? { transcript: transcript_path } : {}),
  });
}

/** False when Claude does not say where it keeps the conversation; the message then counts as a repetition. */
async function cameToNothing(message: Message): Promise<boolean> {
  if (message.state !== 'submitted' || message.ended) return false;
  const turn = await turnInTranscript(message);
  return turn !== undefined && !isTaken(turn);
}

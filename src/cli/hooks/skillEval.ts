// UserPromptSubmit of Claude Code: a prompt that carries a message of the party is the proof that it was submitted, and
// a prompt of the human's own gets a hint at the skill that fits. If it breaks, Claude goes on. A message that Claude
// has seen before is turned away: each is shown once. One of which nothing came passes and counts, also with other words
// around it, because only a person sends it again: Claude took it back into its composer when the person pressed Esc, or
// its turn failed.

import { text } from 'node:stream/consumers';
import { ClaudePrompt } from '../../core/gates/hookInput.ts';
import { readArrival } from '../../core/messages/arrival.ts';
import type { Message } from '../../core/messages/message.ts';
import { skillHint } from '../../core/messages/skillHint.ts';
import { isTaken } from '../../core/messages/turn.ts';
import { turnInTranscript } from '../../node/agents/claudeTranscript.ts';
import type { HookContext } from './hook.ts';
import { hookMailbox, startDelivery } from './hookMailbox.ts';

export async function skillEval(context: HookContext): Promise<object | undefined> {
  const { prompt, prompt_id, transcript_path } = ClaudePrompt.parse(JSON.parse(await text(process.stdin)));
  const mailbox = await hookMailbox(context);
  if (mailbox === undefined) return undefined;
  const { arrived: fresh, again, repeated } = readArrival(prompt, await mailbox.messages(), 'claude');
  const arrived = [...fresh];
  for (const message of again) {
    if (!(await cameToNothing(message))) continue;
    const { id, submission } = message;
    await mailbox.record({ event: 'returned', id, ...(submission?.prompt ? { prompt: submission.prompt } : {}) });
    arrived.push(message);
  }
  for (const { id } of arrived) {
    await mailbox.record({
      event: 'submitted',
      id,
      by: 'hook',
      ...(prompt_id ? { prompt: prompt_id } : {}),
      ...(transcript_path ? { transcript: transcript_path } : {}),
    });
  }
  if (arrived.length > 0) return undefined;
  if (repeated === undefined) return hint(prompt);
  // Otherwise the text that Claude gives back would go before the next message.
  await mailbox.record({ event: 'repeated', id: repeated.id });
  startDelivery(context);
  await context.log('info', `message ${repeated.id} came a second time and was turned away`);
  return { decision: 'block', reason: `Party: Claude has seen this message before (${repeated.id})` };
}

/** False when Claude does not say where it keeps the conversation: then it is a repetition. */
async function cameToNothing(message: Message): Promise<boolean> {
  if (message.state !== 'submitted' || message.ended) return false;
  const turn = await turnInTranscript(message);
  return turn !== undefined && !isTaken(turn);
}

function hint(prompt: string): object | undefined {
  const additionalContext = skillHint(prompt);
  if (additionalContext === undefined) return undefined;
  return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext } };
}

// UserPromptSubmit of Claude Code: records a prompt that carries a message, and adds a hint about a matching skill to a
// prompt of the user's own. If it breaks, Claude goes on.

import { ClaudePrompt } from '../../core/gates/hookInput.ts';
import { skillHint } from '../../core/messages/skillHint.ts';
import { readJsonInput } from '../../node/system/standardInput.ts';
import type { HookContext } from './hook.ts';
import { hookMailbox, startDelivery } from './hookMailbox.ts';
import { recordArrival } from './promptArrival.ts';

export async function skillEval(context: HookContext): Promise<object | undefined> {
  const input = ClaudePrompt.parse(await readJsonInput());
  const mailbox = await hookMailbox(context);
  if (mailbox === undefined) return undefined;
  const arrival = await recordArrival(mailbox, input);
  switch (arrival.kind) {
    case 'own-words':
      return hint(input.prompt);
    case 'arrived':
      return undefined;
    case 'repeated':
      await startDelivery(context);
      await context.log('info', `message ${arrival.id} arrived twice and was rejected`);
      return { decision: 'block', reason: `Party: Claude has seen this message before (${arrival.id})` };
    default: {
      const unreachable: never = arrival;
      return unreachable;
    }
  }
}

function hint(prompt: string): object | undefined {
  const additionalContext = skillHint(prompt);
  if (additionalContext === undefined) return undefined;
  return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext } };
}

// PreToolUse of Bash: Codex is asked for a review only with what the critics say about the code as it is, and nothing
// is approved that Codex has not read. A gate: if it breaks, it denies.

import { codexGate as decide } from '../../core/gates/codexGate.ts';
import { answer, type HookContext } from './hook.ts';
import { reviewFacts } from './reviewFacts.ts';
import { readToolCall } from './toolCalls.ts';

export async function codexGate(context: HookContext): Promise<object | undefined> {
  const { env, paths } = context;
  const verdict = await decide(await readToolCall(), {
    ...reviewFacts(context),
    userHome: env['HOME'] ?? null,
    partyHome: paths.home,
  });
  return answer(context, verdict);
}

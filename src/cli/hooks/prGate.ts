// PreToolUse of Bash and of MCP tools: no pull request without all the evidence for the current code. A gate: if it
// breaks, it denies.

import { askingConversation } from '../../core/gates/asking.ts';
import { prGate as decide } from '../../core/gates/prGate.ts';
import { readScript } from '../../node/gates/readScript.ts';
import type { HookContext } from './hook.ts';
import { loadReviewFacts, reviewFacts } from './reviewFacts.ts';
import { answer, readToolCall } from './toolCalls.ts';

export async function prGate(context: HookContext): Promise<object | undefined> {
  const { env } = context;
  const call = await readToolCall();
  // A question does not use up what a human has allowed once.
  const asks = call.session_id === askingConversation;
  const verdict = await decide(call, {
    ...reviewFacts(context),
    userHome: env['HOME'] ?? null,
    readScript,
    branchesOf: async (directory) => (await loadReviewFacts()).branchesOf(env, directory),
    aliasOf: async (directory, name) => (await loadReviewFacts()).aliasOf(env, directory, name),
    tasksRequired: async () => (await (await loadReviewFacts()).loadUserConfig(env)).review.requireTasksDone,
    linkedTasks: async (top) => (await loadReviewFacts()).askLinkedTasks(env, top),
    offWanted: async () => (await loadReviewFacts()).asksForNothing(env),
    placeOf: async (top, target, base) => (await loadReviewFacts()).placeOf(env, top, { target, base }),
    usePass: async (top, pass) => asks || (await loadReviewFacts()).usePass(context, top, pass),
  });
  return answer(context, call, verdict);
}

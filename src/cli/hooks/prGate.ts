// PreToolUse of Bash and of MCP tools: no pull request without all the evidence for the code as it is. A gate: if it
// breaks, it denies.

import { denyPullRequest, unseen } from '../../core/gates/decide.ts';
import { isPullRequestTool, makesPullRequest, mentionsPullRequests, otherHead } from '../../core/gates/pullRequest.ts';
import { answer, type Verdict } from './answer.ts';
import { reviewsAt } from './gatedPlaces.ts';
import type { HookContext } from './hook.ts';
import { type BashCall, readBashCall, readToolCall } from './toolCalls.ts';

export async function prGate(context: HookContext): Promise<object | undefined> {
  const call = await readToolCall();
  if (isPullRequestTool(call.tool_name)) {
    return answer(context, await judgeAt(context, call.cwd, [call.cwd], call.tool_name));
  }
  const bash = readBashCall(call, context.env);
  return bash === undefined ? undefined : answer(context, await judge(context, call.cwd, bash));
}

const pullRequest = 'a pull request';

async function judge(context: HookContext, cwd: string, { command, line }: BashCall): Promise<Verdict> {
  const found = line.invocations.filter(makesPullRequest);
  if (found.length === 0) {
    if (line.complete || !mentionsPullRequests(command)) return undefined;
    return { what: pullRequest, deny: unseen(pullRequest, 'all that this line runs') };
  }
  for (const { words, places } of found) {
    if (places === null) return { what: pullRequest, deny: unseen('another project', 'in which directory gh runs') };
    const verdict = await judgeAt(context, cwd, places, pullRequest, otherHead(words));
    if (verdict?.deny === undefined) continue;
    const known = words[0]?.value != null;
    const hint = known ? '' : `${unseen(pullRequest, 'which program this line runs')}\n`;
    return { what: pullRequest, deny: `${hint}${verdict.deny}` };
  }
  return { what: pullRequest, deny: undefined };
}

async function judgeAt(
  context: HookContext,
  cwd: string,
  places: readonly string[],
  what: string,
  head?: string | null,
): Promise<Verdict> {
  for (const review of await reviewsAt(context, cwd, places)) {
    const reason = denyPullRequest(review);
    if (reason !== undefined) return { what, deny: reason };
    if (head !== undefined && head !== review.change?.branch) {
      const branch = review.change?.branch ?? '';
      return { what, deny: `Only the branch that you are on (${branch}) was reviewed; leave --head out.` };
    }
  }
  return { what, deny: undefined };
}
